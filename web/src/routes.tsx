// The route table: every page of contract/routes.json under its guard (document 1 §2). The code of a page loads when
// the page is first opened.

import pages, { type Pages } from 'virtual:pages';
import patterns, { type PageName } from 'virtual:paths';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { LoggedOutOnly, RequireAdmin, RequireGuide, RequireSession } from './features/session/guards';
import { CrashPage } from './pages/CrashPage';
import { Layout } from './pages/Layout';
import { PageLoading } from './pages/PageLoading';

// The id of a route selects the first requests of its page (prefetch.ts).
const routesOf = (guarded: Pages): RouteObject[] =>
  Object.entries(guarded).map(([name, lazy]) => ({ id: name, path: patterns[name as PageName], lazy }));

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <CrashPage />,
    hydrateFallbackElement: <PageLoading />,
    children: [
      {
        // Header and footer remain when a page crashes.
        errorElement: <CrashPage inside />,
        children: [
          ...routesOf(pages.public),
          { element: <LoggedOutOnly />, children: routesOf(pages['logged-out']) },
          { element: <RequireSession />, children: routesOf(pages.session) },
          { element: <RequireAdmin />, children: routesOf(pages.admin) },
          { element: <RequireGuide />, children: routesOf(pages.guide) },
          // Not part of the release build.
          ...(import.meta.env.DEV
            ? [{ path: '/dev/ui', lazy: async () => ({ Component: (await import('./dev/UiPage')).UiPage }) }]
            : []),
        ],
      },
    ],
  },
];

export function makeRouter() {
  return createBrowserRouter(routes);
}
