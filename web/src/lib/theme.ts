// Day or night: the visitor's choice, else the system's. Kept by the browser under `theme`; theme-first.js reads it
// before the first paint.
import { readText, remove, watchOtherTabs, writeText } from './storage';
import { createEmitter, createStore, useStore } from './store';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'theme';
const store = createStore<Theme>(kept(), () => watchOtherTabs(KEY, () => apply(kept())));
const themeChosen = createEmitter<Theme>();

export function isTheme(value: unknown): value is Theme {
  return THEMES.includes(value as Theme);
}

function kept(): Theme {
  const text = readText('local', KEY);
  return text === 'light' || text === 'dark' ? text : 'system';
}

export const currentTheme = store.get;

/** Follows this tab's choice and the other tabs'. */
export const watchTheme = store.subscribe;

/** Called with each choice that is made in this tab. */
export const onThemeChosen = themeChosen.subscribe;

/** Somebody chose it here: shown, remembered, and told to who keeps it elsewhere too. */
export function chooseTheme(theme: Theme): void {
  followTheme(theme);
  themeChosen.emit(theme);
}

/** A choice that was made elsewhere. */
export function followTheme(theme: Theme): void {
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
