// What two editors read of their difference.
import { expect, test } from 'vitest';
import { excerpts } from './compare';

const common = 'The path follows the river for an hour. '.repeat(10);

test('long texts are shown from a little before the place where they part', () => {
  const [mine, theirs] = excerpts(`${common}Then a bridge.`, `${common}Then a ford.`);
  expect(mine).toMatch(/^…\S.*Then a bridge\.$/);
  expect(theirs).toMatch(/^…\S.*Then a ford\.$/);
  expect(mine.length).toBeLessThan(140);
});

test('one that goes on for long is cut, and short ones are whole', () => {
  const [mine, theirs] = excerpts('Short.', `Long. ${common}`);
  expect(mine).toBe('Short.');
  expect(theirs).toMatch(/^Long\..*…$/);
  expect(theirs.length).toBeLessThan(245);
  expect(excerpts('Tea', 'Tea with salt')).toEqual(['Tea', 'Tea with salt']);
});

test('a text without a space, and one that is the beginning of the other', () => {
  const word = 'a'.repeat(300);
  expect(excerpts(word, `${word}b`)[0]).toMatch(/^a+…$/);
  expect(excerpts(`${common}End`, common)[1]).toMatch(/^…/);
});
