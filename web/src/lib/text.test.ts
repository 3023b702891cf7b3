import { expect, test } from 'vitest';
import { contains, localPath, metres, plural, shorten } from './text';

test('NAV-34 HOME-08 a match is a substring, ignoring case', () => {
  expect(contains('Everest Base Camp', 'BASE')).toBe(true);
  expect(contains('Everest Base Camp', ' base ')).toBe(true);
  expect(contains('Everest Base Camp', '')).toBe(true);
  expect(contains('Everest Base Camp', 'camp base')).toBe(false);
  // Regular expression characters have no special meaning.
  expect(contains('Everest', '.*')).toBe(false);
});

test('?next= accepts only paths of this site', () => {
  expect(localPath('/package/1?date=2026-12-01#days')).toBe('/package/1?date=2026-12-01#days');
  for (const evil of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '\n//evil.example',
    'package/1',
    '',
    null,
    undefined,
  ]) {
    expect(localPath(evil)).toBe('/');
  }
  expect(localPath('//x', '/packages')).toBe('/packages');
});

test('a plural follows its number', () => {
  expect(plural(1, 'day')).toBe('1 day');
  expect(plural(12, 'day')).toBe('12 days');
  expect(plural(1200, 'view')).toBe('1,200 views');
  expect(metres(5545.4)).toBe('5,545\u202fm');
});

test('a long text is shortened at a word', () => {
  expect(shorten('short', 10)).toBe('short');
  expect(shorten('the quick brown fox jumps', 16)).toBe('the quick brown…');
  expect(shorten('a'.repeat(30), 10)).toHaveLength(10);
});
