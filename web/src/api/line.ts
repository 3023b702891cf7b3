// Whether there is a line to the server. Queries wait while there is none and go on when it is back; whoever shows
// something says that it may be old.
import { onlineManager } from '@tanstack/react-query';
import { createStore } from '../lib/store';

/** True while the server cannot be reached. */
export const offline = createStore(false);

/** No answer came though the browser thinks itself online: a weak line, a café's sign-in page. */
export function lineFailed(): void {
  offline.set(true);
}

/** An answer came. */
export function lineWorks(): void {
  if (navigator.onLine !== false) offline.set(false);
}

/** Begins with what the browser says, and with what the service worker noted when it had to bring the page out of its store. */
export function startLine(): () => void {
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
