import { expect, test, vi } from 'vitest';
import { readJson, readText, remove, removeStarting, writeJson, writeText } from './storage';

const isNumber = (value: unknown): value is number => typeof value === 'number';

test('what is written is read, and forgotten when removed', () => {
  expect(writeJson('local', 'n', 5)).toBe(true);
  expect(readJson('local', 'n', isNumber)).toBe(5);
  expect(readText('session', 'n')).toBe(null);
  remove('local', 'n');
  expect(readJson('local', 'n', isNumber)).toBe(null);
});

test('damage and an older form read as nothing and are cleared away', () => {
  writeText('local', 'n', '{broken');
  expect(readJson('local', 'n', isNumber)).toBe(null);
  expect(localStorage.getItem('n')).toBe(null);
  writeText('session', 'n', '"five"');
  expect(readJson('session', 'n', isNumber)).toBe(null);
});

test('AUTH-11 a full store answers false instead of throwing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(writeText('local', 'n', 'x')).toBe(false);
});

test('AUTH-11 a forbidden store answers as an empty one', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  expect(writeText('local', 'n', 'x')).toBe(false);
  expect(readText('local', 'n')).toBe(null);
  expect(() => remove('local', 'n')).not.toThrow();
});

test('keys that begin alike are forgotten together, the others stay', () => {
  writeText('session', 'draft:booking', 'a');
  writeText('session', 'draft:billing:b1', 'b');
  writeText('session', 'choice:t1', 'c');
  removeStarting('session', 'draft:');
  expect(Object.keys(sessionStorage)).toEqual(['choice:t1']);
});
