// Starts the app: styles, session, server data, routes, toasts.
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { makeQueryClient } from './api/query';
import { startPreferences } from './features/account/preferences';
import { startNewsletter } from './features/newsletter/newsletter';
import { onLeave, startSession } from './features/session/session';
import { takeReturn } from './features/session/third-party';
import { removeStarting } from './lib/storage';
import { makeRouter } from './routes';
import './styles/main.css';
import { Toaster } from './ui/Toaster';

const queries = makeQueryClient();
// Before any request: tokens may stand in the address.
takeReturn();
startNewsletter();
startPreferences();
startSession();
// What was fetched for one person is not shown to the next; the public lists are cheap to fetch again.
onLeave(() => queries.clear());
// Names, phone numbers and addresses that were typed do not stay behind on a shared computer.
onLeave(() => removeStarting('session', 'draft:'));

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={makeRouter()} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);
