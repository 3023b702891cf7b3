import { expect, test, vi } from 'vitest';
import { readJson, readText, remove, removeStarting, writeJson, writeText } from './storage';

const isNumber = (value: unknown): value is number => typeof value === 'number';

test('a written value is read, and gone after its removal', () => {
  expect(writeJson('local', 'n', 5)).toBe(true);
  expect(readJson('local', 'n', isNumber)).toBe(5);
  expect(readText('session', 'n')).toBe(null);
  remove('local', 'n');
  expect(readJson('local', 'n', isNumber)).toBe(null);
});

test('damaged or outdated values read as null and are removed', () => {
  writeText('local', 'n', '{broken');
  expect(readJson('local', 'n', isNumber)).toBe(null);
  expect(localStorage.getItem('n')).toBe(null);
  writeText('session', 'n', '"five"');
  expect(readJson('session', 'n', isNumber)).toBe(null);
});

test('AUTH-11 a full store returns false instead of throwing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(writeText('local', 'n', 'x')).toBe(false);
});

test('AUTH-11 a blocked store reads as an empty one', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  expect(writeText('local', 'n', 'x')).toBe(false);
  expect(readText('local', 'n')).toBe(null);
  expect(() => remove('local', 'n')).not.toThrow();
});

test('keys with a prefix are removed together, the others remain', () => {
  writeText('session', 'draft:booking', 'a');
  writeText('session', 'draft:billing:b1', 'b');
  writeText('session', 'choice:t1', 'c');
  removeStarting('session', 'draft:');
  expect(Object.keys(sessionStorage)).toEqual(['choice:t1']);
});
