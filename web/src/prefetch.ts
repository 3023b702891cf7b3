// Fetches code and data of a page at the same time: its first requests start with the navigation, not when the code of
// the page has arrived. Both are prefetched when a visitor is about to follow a link: the pointer rests on it, it gets
// the focus, or a finger touches it.
import type { PageName } from 'virtual:paths';
import type { QueryClient } from '@tanstack/react-query';
import { type createMemoryRouter, matchRoutes } from 'react-router';
import { whenIdle } from './lib/lazy-component';

type Router = ReturnType<typeof createMemoryRouter>;

/** Longer than a pointer needs to pass over a link. */
const RESTING_MS = 65;

// The loaders of all pages are a chunk of their own, because the first view does not need them.
const loadLoaders = () => import('./loaders');

/** On a metered or very slow connection nothing is prefetched. */
function isThrifty(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
}

interface Address {
  pathname: string;
  search: string;
}

/** Ignores a failed request or file: the page fetches it again and shows the error. */
const ignore = () => {};

async function startQueriesOf(router: Router, queries: QueryClient, address: Address, ahead: boolean) {
  const page = matchRoutes(router.routes, address)?.at(-1);
  if (!page) return;
  const { startQueries } = await loadLoaders();
  const search = new URLSearchParams(address.search);
  startQueries(page.route.id as PageName, { queries, params: page.params, search, ahead });
}

function fetchAhead(router: Router, queries: QueryClient, address: Address) {
  for (const { route } of matchRoutes(router.routes, address) ?? []) {
    if (typeof route.lazy === 'function') Promise.resolve(route.lazy()).catch(ignore);
  }
  startQueriesOf(router, queries, address, true).catch(ignore);
}

/** Links of this site that open in this tab. */
function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return null;
  return link.pathname === location.pathname ? null : link;
}

/** Returns a function that stops prefetching. */
export function startPrefetching(router: Router, queries: QueryClient): () => void {
  const ended = new AbortController();
  let resting: ReturnType<typeof setTimeout> | undefined;
  const begin = (link: HTMLAnchorElement) => {
    if (!isThrifty()) fetchAhead(router, queries, link);
  };
  const rest = ({ target }: Event) => {
    clearTimeout(resting);
    const link = linkOf(target);
    if (link) resting = setTimeout(() => begin(link), RESTING_MS);
  };
  const touch = ({ target }: Event) => {
    const link = linkOf(target);
    if (link) begin(link);
  };
  const options = { passive: true, signal: ended.signal };
  document.addEventListener('pointerover', rest, options);
  document.addEventListener('focusin', rest, options);
  document.addEventListener('touchstart', touch, options);
  // The router waits only for code: if a page's code is already loaded, it renders at once and sends its own requests.
  // The data of the first page came with its HTML.
  const stopWatching = router.subscribe(({ initialized, navigation }) => {
    if (initialized && navigation.location) startQueriesOf(router, queries, navigation.location, false).catch(ignore);
  });
  const stopWaiting = isThrifty() ? ignore : whenIdle(() => void loadLoaders().catch(ignore));
  return () => {
    clearTimeout(resting);
    stopWaiting();
    stopWatching();
    ended.abort();
  };
}
