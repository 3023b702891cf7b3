// Whether the server can be reached. Queries pause while it cannot and continue when it can again; what is shown
// meanwhile may be old, and pages/OfflineBanner.tsx says so.
import { onlineManager } from '@tanstack/react-query';
import { createStore } from '../lib/store';

/** True while the server cannot be reached. */
export const offline = createStore(false);

/** A request got no response although the browser reports a network: a weak signal, a captive portal. */
export function markUnreachable(): void {
  offline.set(true);
}

/** A response arrived. */
export function markReachable(): void {
  if (navigator.onLine !== false) offline.set(false);
}

/** Follows the browser; starts with the mark of the service worker on a page that it served from its cache. */
export function startConnectivity(): () => void {
  const off = () => offline.set(true);
  const on = () => offline.set(false);
  window.addEventListener('offline', off);
  window.addEventListener('online', on);
  const noNetwork = navigator.onLine === false;
  // TanStack Query assumes that it is online until the first event.
  if (noNetwork) onlineManager.setOnline(false);
  offline.set(noNetwork || document.documentElement.dataset.line === 'down');
  return () => {
    window.removeEventListener('offline', off);
    window.removeEventListener('online', on);
    onlineManager.setOnline(true);
    offline.set(false);
  };
}
