import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseTheme, currentTheme, THEMES, watchTheme } from './theme';

const first = readFileSync(`${process.cwd()}/src/theme-first.js`, 'utf8');
const root = document.documentElement;
const metas = () => [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
const seen = () => [root.dataset.theme, ...metas().map((one) => one.media)];

beforeEach(() => {
  document.head.innerHTML = ['light', 'dark']
    .map((of) => `<meta name="theme-color" data-theme="${of}" media="(prefers-color-scheme: ${of})">`)
    .join('');
});
afterEach(() => {
  chooseTheme('system');
  document.head.innerHTML = '';
});

function forget() {
  delete root.dataset.theme;
  for (const meta of metas()) meta.media = `(prefers-color-scheme: ${meta.dataset.theme})`;
}

test('a chosen theme is stored, and the script before the first paint applies the same one', () => {
  for (const theme of THEMES) {
    chooseTheme(theme);
    expect(currentTheme()).toBe(theme);
    const after = seen();
    forget();
    new Function(first)();
    expect(seen()).toEqual(after);
  }
  expect(seen()).toEqual([undefined, '(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
  chooseTheme('dark');
  expect(seen()).toEqual(['dark', 'not all', 'all']);
});

test('a blocked store or an invalid value falls back to the system theme', () => {
  localStorage.setItem('theme', 'purple');
  new Function(first)();
  expect(root.dataset.theme).toBeUndefined();
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  expect(() => new Function(first)()).not.toThrow();
  expect(root.dataset.theme).toBeUndefined();
});

test('a choice in another tab is applied while there is a subscriber', () => {
  const heard = vi.fn();
  const stop = watchTheme(heard);
  localStorage.setItem('theme', 'dark');
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
  expect(currentTheme()).toBe('dark');
  expect(root.dataset.theme).toBe('dark');
  window.dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: 'x' }));
  expect(heard).toHaveBeenCalledTimes(1);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(currentTheme()).toBe('system');
  stop();
  localStorage.setItem('theme', 'dark');
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
  expect(currentTheme()).toBe('system');
});
