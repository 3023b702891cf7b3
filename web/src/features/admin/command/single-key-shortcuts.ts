// Whether keys without Ctrl or Command do something at the desk: who dictates, or hits keys by mistake, turns them off
// (WCAG 2.1.4). Kept in the browser.
import { readText, remove, watchOtherTabs, writeText } from '../../../lib/storage';
import { createStore, useStore } from '../../../lib/store';

const KEY = 'singleKeys';
const read = () => readText('local', KEY) !== 'off';
const store = createStore(read(), () => watchOtherTabs(KEY, () => store.set(read())));

export const singleKeysOn = store.get;

export function setSingleKeys(to: boolean): void {
  // Also where the browser keeps nothing, it holds as long as the page.
  store.set(to);
  if (to) remove('local', KEY);
  else writeText('local', KEY, 'off');
}

export function useSingleKeys(): boolean {
  return useStore(store);
}
