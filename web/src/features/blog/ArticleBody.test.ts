import { expect, test } from 'vitest';
import { picturesAfter } from './ArticleBody';

test('pictures are spread over the text, never after its first paragraph and never beyond its end', () => {
  expect(picturesAfter(7, 2)).toEqual([2, 4]);
  expect(picturesAfter(12, 2)).toEqual([4, 8]);
  expect(picturesAfter(9, 1)).toEqual([4]);
  expect(picturesAfter(3, 4)).toEqual([2, 3, 3, 3]);
  expect(picturesAfter(1, 1)).toEqual([1]);
  expect(picturesAfter(5, 0)).toEqual([]);
});
