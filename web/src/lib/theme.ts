// Colour theme: the visitor's choice, otherwise the system's. Stored in localStorage under `theme`, which
// theme-first.js reads before the first paint.
import { readText, remove, watchOtherTabs, writeText } from './storage';
import { createEmitter, createStore, useStore } from './store';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'theme';
const store = createStore<Theme>(readTheme(), () => watchOtherTabs(KEY, () => apply(readTheme())));
const themeChosen = createEmitter<Theme>();

export function isTheme(value: unknown): value is Theme {
  return THEMES.includes(value as Theme);
}

function readTheme(): Theme {
  const text = readText('local', KEY);
  return text === 'light' || text === 'dark' ? text : 'system';
}

export const currentTheme = store.get;

/** Notifies about choices in this and other tabs. */
export const watchTheme = store.subscribe;

/** Called with each choice made in this tab. */
export const onThemeChosen = themeChosen.subscribe;

/** Applies the visitor's choice and notifies the account preferences. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  themeChosen.emit(theme);
}

/** Applies a choice made elsewhere. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') remove('local', KEY);
  else writeText('local', KEY, theme);
  apply(theme);
}

function apply(theme: Theme) {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const of = meta.dataset.theme;
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${of})` : of === theme ? 'all' : 'not all';
  }
  store.set(theme);
}

export function useTheme(): Theme {
  return useStore(store);
}
