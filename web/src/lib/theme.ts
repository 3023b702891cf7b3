// Day or night: the visitor's choice, else the system's. Kept by the browser under `theme`; theme-first.js reads it
// before the first paint.
import { useSyncExternalStore } from 'react';
import { readText, remove, writeText } from './storage';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'theme';
const watchers = new Set<() => void>();
let chosen: Theme = kept();

export function isTheme(value: unknown): value is Theme {
  return THEMES.includes(value as Theme);
}

function kept(): Theme {
  const text = readText('local', KEY);
  return text === 'light' || text === 'dark' ? text : 'system';
}

export function currentTheme(): Theme {
  return chosen;
}

const choosers = new Set<(theme: Theme) => void>();

/** Somebody chose it here: shown, remembered, and told to who keeps it elsewhere too. */
export function chooseTheme(theme: Theme): void {
  followTheme(theme);
  for (const chooser of choosers) chooser(theme);
}

/** A choice that was made elsewhere. */
export function followTheme(theme: Theme): void {
  if (theme === 'system') remove('local', KEY);
  else writeText('local', KEY, theme);
  apply(theme);
}

/** Called with each choice that is made in this tab. */
export function onThemeChosen(chooser: (theme: Theme) => void): () => void {
  choosers.add(chooser);
  return () => choosers.delete(chooser);
}

function apply(theme: Theme) {
  chosen = theme;
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const of = meta.dataset.theme;
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${of})` : of === theme ? 'all' : 'not all';
  }
  for (const watcher of watchers) watcher();
}

/** Follows this tab's choice and the other tabs'. */
export function watchTheme(watcher: () => void): () => void {
  if (watchers.size === 0) window.addEventListener('storage', onOtherTab);
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) window.removeEventListener('storage', onOtherTab);
  };
}

export function useTheme(): Theme {
  return useSyncExternalStore(watchTheme, currentTheme);
}

function onOtherTab({ key }: StorageEvent) {
  // Null: the other tab cleared everything.
  if (key === KEY || key === null) apply(kept());
}
