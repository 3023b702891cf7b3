// The first requests of each page, by its name in contract/routes.json. The route starts them when a visitor follows a
// link, while the code of the page is still loading. Pages whose first request changes something (a payment intent) or
// depends on the session send their requests themselves.

import type { PageName } from 'virtual:paths';
import type { QueryClient } from '@tanstack/react-query';
import { treksQuery } from './api/query';
import { achievementsQuery } from './features/achievements/achievements';
import { blogQuery, blogsPageQuery, latestBlogsQuery, readPage } from './features/blog/blogs';
import { trendingQuery } from './features/packages/trending';
import { trekQuery } from './features/trek/useTrek';

export interface Visit {
  queries: QueryClient;
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
  /** True for a prefetch: the visitor has not followed the link yet. */
  ahead: boolean;
}

type Loader = (visit: Visit) => unknown;

const LOADERS: { readonly [name in PageName]?: Loader } = {
  home: ({ queries }) => [
    queries.prefetchQuery(treksQuery()),
    queries.prefetchQuery(trendingQuery),
    queries.prefetchQuery(achievementsQuery),
    queries.prefetchQuery(latestBlogsQuery),
  ],
  packages: ({ queries }) => queries.prefetchQuery(treksQuery()),
  package: ({ queries, params: { id = '' } }) => queries.prefetchQuery(trekQuery(id)),
  blogs: ({ queries, search }) => queries.prefetchQuery(blogsPageQuery(readPage(search.get('page')))),
  // Not prefetched, because the request counts a reader.
  blog: ({ queries, params: { id = '' }, ahead }) => ahead || queries.prefetchQuery(blogQuery(id)),
};

/** Starts the requests of a page without waiting for them. The page shows a request that fails. */
export function startQueries(name: PageName, visit: Visit): void {
  LOADERS[name]?.(visit);
}
