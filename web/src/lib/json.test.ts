import { expect, test } from 'vitest';
import { isObject, isStrings, readNumber, readPath, readString, readStrings } from './json';

test('lists, null and plain values are not objects', () => {
  for (const value of [null, undefined, [], 'text', 1, true]) expect(isObject(value)).toBe(false);
  expect(isObject({})).toBe(true);
});

test('a value of the wrong type reads as empty', () => {
  expect([readString(1), readString(null), readString(' a ')]).toEqual(['', '', ' a ']);
  expect([readNumber('1'), readNumber(Number.NaN), readNumber(Number.POSITIVE_INFINITY), readNumber(-2)]).toEqual([
    0, 0, 0, -2,
  ]);
  expect([readStrings('a'), readStrings(['a', ' ', 1, null, 'b'])]).toEqual([[], ['a', 'b']]);
});

test('a list with one item that is not a string is not a list of strings', () => {
  expect([isStrings([]), isStrings(['a']), isStrings(['a', 1]), isStrings('a')]).toEqual([true, true, false, false]);
});

test('a path to a missing value reads as undefined', () => {
  const body = { data: { treks: [], blog: null } };
  expect(readPath(body, 'data', 'treks')).toEqual([]);
  expect(readPath(body, 'data', 'blog')).toBe(null);
  for (const broken of [null, undefined, 'text', [], { data: null }, { data: [] }])
    expect(readPath(broken, 'data', 'treks')).toBe(undefined);
  expect(readPath(body, 'constructor', 'name')).toBe(undefined);
});
