// The page behind a link is fetched when somebody is about to follow it: the pointer rests on it, the focus is on it, a
// finger has touched it. Its files come, and what it shows where asking does no harm (`prefetch` of a page's file).
import type { QueryClient } from '@tanstack/react-query';
import { type LazyRouteFunction, matchRoutes, type RouteObject } from 'react-router';

/** A pointer that only passes over stays shorter. */
const RESTING_MS = 65;

/** What a page's file may say in its route's `handle`. */
export type Prefetch = (queries: QueryClient, params: Record<string, string | undefined>) => unknown;

/** Whoever counts bytes or waits for each gets only what was asked for. */
function isThrifty(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
}

async function prefetchPage(routes: RouteObject[], queries: QueryClient, path: string) {
  for (const { route, params } of matchRoutes(routes, path) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    const page = await (route.lazy as LazyRouteFunction<RouteObject>)();
    const { prefetch } = (page.handle ?? {}) as { prefetch?: Prefetch };
    await prefetch?.(queries, params);
  }
}

/** Links of this site that open in this tab. */
function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return null;
  return link.pathname === location.pathname ? null : link;
}

/** Returns what ends it. */
export function startPrefetching(routes: RouteObject[], queries: QueryClient): () => void {
  const ended = new AbortController();
  let resting: ReturnType<typeof setTimeout> | undefined;
  const begin = (link: HTMLAnchorElement) => {
    // What could not be fetched is asked for again by the page, which has words for it.
    if (!isThrifty()) prefetchPage(routes, queries, link.pathname).catch(() => {});
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
  return () => {
    clearTimeout(resting);
    ended.abort();
  };
}
