// Registers the service worker of the build (service-worker.js) and tells it what this page was made of, since the first
// page is loaded before there is one.

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
    // A browser that forbids it shows the site all the same.
  }
}

/** After everything that the page needs itself. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const quiet = () => ('requestIdleCallback' in window ? requestIdleCallback(() => void register()) : void register());
  if (document.readyState === 'complete') quiet();
  else window.addEventListener('load', quiet, { once: true });
}
