// Whether tiles of other services may be loaded: always, or after the visitor has agreed where the agency asks for that
// (CHAUTARI_MAP_CONSENT). The browser remembers the choice.
import { readText, writeText } from '../../lib/storage';
import { createStore, useStore } from '../../lib/store';
import { type MapSetting, tileServices } from './tiles';

const KEY = 'map-tiles';
const agreed = createStore(readText('local', KEY) === 'agreed');

export function agreeToTiles() {
  agreed.set(true);
  // Where nothing can be kept the choice holds until the page is left.
  writeText('local', KEY, 'agreed');
}

/** True while the visitor has to agree first. */
export function useTilesWait(setting: MapSetting | undefined): boolean {
  const known = useStore(agreed);
  return setting?.consent === 'ask' && !known && tileServices(setting).length > 0;
}
