// Whether the server can be reached. Queries pause while it cannot, and continue afterwards. Data on the page may then
// be old; pages/OfflineBanner.tsx shows this.
import { onlineManager } from '@tanstack/react-query';
import { createStore } from '../lib/store';

/** True while the server cannot be reached. */
export const offline = createStore(false);

/**
 * Called when a request got no response although the browser reports a network, for example behind a captive portal.
 */
export function markUnreachable(): void {
  offline.set(true);
}

/** Called when a response has arrived. */
export function markReachable(): void {
  if (navigator.onLine !== false) offline.set(false);
}

/** Follows the events of the browser. A page that the service worker served from its cache starts as offline. */
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
