import { expect, test } from 'vitest';
import { trek } from '../../test-server';
import { padTrending, SAMPLES } from './trending';

const [a, b, c, d] = ['04', '03', '02', '01'].map((id) => trek(`Trek ${id}`, { _id: id })) as [
  ReturnType<typeof trek>,
  ReturnType<typeof trek>,
  ReturnType<typeof trek>,
  ReturnType<typeof trek>,
];

test('HOME-16 at most three trending treks are shown, in the server’s order', () => {
  expect(padTrending([d, c, b, a], [])).toEqual([d, c, b]);
});

test('HOME-17 they are padded to three with the newest others, without duplicates', () => {
  expect(padTrending([d], [d, c, b, a])).toEqual([d, a, b]);
  expect(padTrending([], [c, d])).toEqual([c, d]);
});

test('HOME-17 there are three samples', () => {
  expect(SAMPLES).toHaveLength(3);
});
