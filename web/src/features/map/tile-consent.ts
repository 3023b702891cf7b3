// Consent for tiles of other services, where the agency requires it (CHAUTARI_MAP_CONSENT). The choice is stored in
// the browser.
import { readText, writeText } from '../../lib/storage';
import { createStore, useStore } from '../../lib/store';
import { type MapSetting, tileServices } from './tiles';

const KEY = 'map-tiles';
const agreed = createStore(readText('local', KEY) === 'agreed');

export function giveTileConsent() {
  agreed.set(true);
  // Set in memory first: where localStorage is blocked, the consent lasts until the page is closed.
  writeText('local', KEY, 'agreed');
}

/** True while the visitor has not given a required consent. */
export function useNeedsTileConsent(setting: MapSetting | undefined): boolean {
  const known = useStore(agreed);
  return setting?.consent === 'ask' && !known && tileServices(setting).length > 0;
}
