import { expect, test } from 'vitest';
import { pageList } from './page-list';

test('PKG-16 every page is shown when there are five or fewer', () => {
  expect(pageList(1, 1)).toEqual([1]);
  expect(pageList(3, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pageList(1, 0)).toEqual([]);
});

test('PKG-17 BLOG-06 more than five show the first, last and current one with its neighbours, and ellipses', () => {
  expect(pageList(1, 6)).toEqual([1, 2, 'gap', 6]);
  expect(pageList(3, 6)).toEqual([1, 2, 3, 4, 'gap', 6]);
  expect(pageList(4, 7)).toEqual([1, 'gap', 3, 4, 5, 'gap', 7]);
  expect(pageList(6, 10)).toEqual([1, 'gap', 5, 6, 7, 'gap', 10]);
  expect(pageList(10, 10)).toEqual([1, 'gap', 9, 10]);
});

test('PKG-17 no page is shown twice and none is out of range', () => {
  for (let pages = 6; pages < 30; pages++) {
    for (let page = 1; page <= pages; page++) {
      const numbers = pageList(page, pages).filter((mark) => mark !== 'gap');
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers).toContain(page);
      expect([...numbers].sort((a, b) => a - b)).toEqual(numbers);
      expect(numbers[0]).toBe(1);
      expect(numbers.at(-1)).toBe(pages);
    }
  }
});
