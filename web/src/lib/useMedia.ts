// Whether a media query matches, updated when it changes.
import { useCallback, useSyncExternalStore } from 'react';

export const PHONE = '(width < 48rem)';

export function useMedia(query: string): boolean {
  const watch = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches);
}
