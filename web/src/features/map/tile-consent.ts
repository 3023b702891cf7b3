// Whether tiles of other services may be loaded: always, or after the visitor has agreed where the agency asks for that
// (CHAUTARI_MAP_CONSENT). The browser remembers the choice.
import { useSyncExternalStore } from 'react';
import { readText, writeText } from '../../lib/storage';
import { type MapSetting, tileServices } from './tiles';

const KEY = 'map-tiles';
const watchers = new Set<() => void>();
let agreed = readText('local', KEY) === 'agreed';

export function agreeToTiles() {
  agreed = true;
  // Where nothing can be kept the choice holds until the page is left.
  writeText('local', KEY, 'agreed');
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void) {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

/** True while the visitor has to agree first. */
export function useTilesWait(setting: MapSetting | undefined): boolean {
  const known = useSyncExternalStore(watch, () => agreed);
  return setting?.consent === 'ask' && !known && tileServices(setting).length > 0;
}
