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
import { currentSession, onLeave, startSession } from './features/session/session';
import { startSessionDrafts } from './features/session/session-drafts';
import { takeReturn } from './features/session/third-party';
import { lazyComponent } from './lib/lazy-component';
import { expectSkippedTransitions } from './lib/motion';
import { startServiceWorker } from './lib/service-worker';
import { startPrefetching } from './prefetch';
import { makeRouter, routes } from './routes';
import './styles/main.css';

// Nobody is told anything before the first paint; what is said meanwhile waits for it.
const Toaster = lazyComponent(() => import('./ui/Toaster').then((file) => file.Toaster));
const queries = makeQueryClient();
// Before any request: tokens may stand in the address.
takeReturn();
startNewsletter();
startPreferences();
startSessionDrafts();
startSession();
startPrefetching(routes, queries);
// What was fetched for one person is not shown to the next; the public lists are cheap to fetch again.
onLeave(() => queries.clear());
onLeave(clearPersonalEntries);
expectSkippedTransitions();
startConnectivity();
startOfflineCache(queries, () => currentSession().user?.id ?? null);

const router = makeRouter();

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

// Until the code of the page is there, what the server wrote stands: nothing flashes in between.
if (router.state.initialized) draw();
else {
  const wait = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    wait();
    draw();
  });
}
startServiceWorker();
