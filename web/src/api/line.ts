// Whether there is a line to the server. Queries wait while there is none and go on when it is back; whoever shows
// something says that it may be old.
import { onlineManager } from '@tanstack/react-query';

let down = false;
const watchers = new Set<(down: boolean) => void>();

export function lineIsDown(): boolean {
  return down;
}

export function watchLine(watcher: (down: boolean) => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function become(next: boolean) {
  if (next === down) return;
  down = next;
  for (const watcher of watchers) watcher(down);
}

/** No answer came though the browser thinks itself online: a weak line, a café's sign-in page. */
export function lineFailed(): void {
  become(true);
}

/** An answer came. */
export function lineWorks(): void {
  if (navigator.onLine !== false) become(false);
}

/** Begins with what the browser says, and with what the service worker noted when it had to bring the page out of its store. */
export function startLine(): () => void {
  const off = () => become(true);
  const on = () => become(false);
  window.addEventListener('offline', off);
  window.addEventListener('online', on);
  const offline = navigator.onLine === false;
  // TanStack Query believes itself online until the first event.
  if (offline) onlineManager.setOnline(false);
  become(offline || document.documentElement.dataset.line === 'down');
  return () => {
    window.removeEventListener('offline', off);
    window.removeEventListener('online', on);
    onlineManager.setOnline(true);
    become(false);
  };
}
