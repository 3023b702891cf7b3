// Registers the service worker (service-worker.js) and sends it the files that this page has loaded, since the first
// page is loaded before the worker runs.

import { whenIdle } from './lazy-component';

function seenFiles(): string[] {
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  return files
    .filter(({ origin, pathname }) => origin === location.origin && /^\/(?:assets|pictures|uploads)\//.test(pathname))
    .map(({ pathname, search }) => pathname + search);
}

async function register() {
  try {
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ kind: 'seen', files: seenFiles() });
  } catch {
    // In a browser that blocks service workers the site works without one.
  }
}

/** Runs after the page has loaded its own resources. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const quiet = () => void whenIdle(() => void register());
  if (document.readyState === 'complete') quiet();
  else window.addEventListener('load', quiet, { once: true });
}
