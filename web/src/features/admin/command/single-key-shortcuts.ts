// Setting for the single-key admin shortcuts. Users of speech input turn them off (WCAG 2.1.4). Stored in the
// browser.
import { readText, remove, watchOtherTabs, writeText } from '../../../lib/storage';
import { createStore, useStore } from '../../../lib/store';

const KEY = 'singleKeys';
const read = () => readText('local', KEY) !== 'off';
const store = createStore(read(), () => watchOtherTabs(KEY, () => store.set(read())));

export const areSingleKeysOn = store.get;

export function setSingleKeys(to: boolean): void {
  // Set in memory first, because the browser may block localStorage.
  store.set(to);
  if (to) remove('local', KEY);
  else writeText('local', KEY, 'off');
}

export function useSingleKeys(): boolean {
  return useStore(store);
}
