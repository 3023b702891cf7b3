// Starts the app: styles, session, server data, routes, toasts.
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { startConnectivity } from './api/connectivity';
import { clearPersonalEntries, startOfflineCache } from './api/offline-cache';
import { makeQueryClient } from './api/query';
import { startPreferences } from './features/account/preferences';
import { startNewsletter } from './features/newsletter/newsletter';
import { currentSession, onUserLeft, startSession } from './features/session/session';
import { startSessionDrafts } from './features/session/session-drafts';
import { captureReturn } from './features/session/third-party';
import { lazyComponent } from './lib/lazy-component';
import { expectSkippedTransitions } from './lib/motion';
import { startServiceWorker } from './lib/service-worker';
import { startPrefetching } from './prefetch';
import { makeRouter } from './routes';
import './styles/main.css';

// Loaded after the first paint; earlier toasts wait for it.
const Toaster = lazyComponent(() => import('./ui/Toaster').then((file) => file.Toaster));
const queries = makeQueryClient();
// Before any request, because the URL may contain tokens.
captureReturn();
startNewsletter();
startPreferences();
startSessionDrafts();
startSession();
// Data of one user is not shown to the next; public lists are cheap to fetch again.
onUserLeft(() => queries.clear());
onUserLeft(clearPersonalEntries);
expectSkippedTransitions();
startConnectivity();
startOfflineCache(queries, () => currentSession().user?.id ?? null);

const router = makeRouter();
startPrefetching(router, queries);

function draw() {
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Toaster wanted={false} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

// Keeps the server-rendered page until the route's code is loaded, so that nothing flashes in between.
if (router.state.initialized) draw();
else {
  const wait = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    wait();
    draw();
  });
}
startServiceWorker();
