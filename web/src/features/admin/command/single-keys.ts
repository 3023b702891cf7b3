// Whether keys without Ctrl or Command do something at the desk: who dictates, or hits keys by mistake, turns them off
// (WCAG 2.1.4). Kept in the browser.
import { useSyncExternalStore } from 'react';
import { readText, remove, writeText } from '../../../lib/storage';

const KEY = 'singleKeys';
const watchers = new Set<() => void>();
let on: boolean | undefined;

export function singleKeysOn(): boolean {
  on ??= readText('local', KEY) !== 'off';
  return on;
}

export function setSingleKeys(to: boolean): void {
  // Also where the browser keeps nothing, it holds as long as the page.
  on = to;
  if (to) remove('local', KEY);
  else writeText('local', KEY, 'off');
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void) {
  const onOtherTab = ({ key }: StorageEvent) => {
    if (key !== KEY && key !== null) return;
    on = undefined;
    watcher();
  };
  watchers.add(watcher);
  window.addEventListener('storage', onOtherTab);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener('storage', onOtherTab);
  };
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(watch, singleKeysOn);
}
