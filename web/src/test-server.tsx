// For tests: a fake server, and pages of the real route table that use it.
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { makeQueryClient } from './api/query';
import type { TrekSummary, User } from './api/types';
import { startPreferences } from './features/account/preferences';
import { startNewsletter } from './features/newsletter/newsletter';
import { startSession } from './features/session/session';
import { config, makeTrek, maya } from './fixtures';
import { toast } from './lib/toast';
import { routes } from './routes';
import { Toaster } from './ui/Toaster';

export { config, maya } from './fixtures';

type Reply = Response | Promise<Response> | (() => Response | Promise<Response>);
type Answer = Reply | ((request: Request) => Response | Promise<Response>);

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

/**
 * Responses by 'METHOD /path'; an array holds those of consecutive calls. A call without a response is a network error.
 */
export function serve(answers: Record<string, Answer | Answer[]>) {
  const calls: Request[] = [];
  const fetch = vi.fn(async (request: Request) => {
    calls.push(request.clone());
    const key = `${request.method} ${new URL(request.url).pathname}`;
    const entry = answers[key];
    const answer = Array.isArray(entry) ? (entry.length > 1 ? entry.shift() : entry[0]) : entry;
    if (answer === undefined) throw new TypeError(`Failed to fetch ${key}`);
    const reply = await (typeof answer === 'function' ? answer(request) : answer);
    return reply.clone();
  });
  vi.stubGlobal('fetch', fetch);
  return {
    calls,
    to: (key: string) => calls.filter((one) => `${one.method} ${new URL(one.url).pathname}` === key),
  };
}

/**
 * A fake of the object storage behind signed upload URLs. Responds to each PUT with the next status (the last one
 * repeats), or holds it until `go` is called. `sent` lists the uploads.
 */
export function serveStore(...statuses: (number | 'held')[]) {
  const sent: { url: string; headers: Record<string, string>; file: File }[] = [];
  const held: (() => void)[] = [];
  class Store {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    status = 0;
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    private url = '';
    private headers: Record<string, string> = {};
    open(_method: string, url: string) {
      this.url = url;
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name.toLowerCase()] = value;
    }
    abort() {
      this.onabort?.();
    }
    send(file: File) {
      sent.push({ url: this.url, headers: this.headers, file });
      const status = statuses.length > 1 ? statuses.shift() : statuses[0];
      this.upload.onprogress?.({ loaded: file.size / 2, total: file.size });
      const end = (code: number) => {
        this.status = code;
        if (code === 0) this.onerror?.();
        else this.onload?.();
      };
      if (status === 'held') held.push(() => end(200));
      else queueMicrotask(() => end(status ?? 200));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Store);
  return { sent, go: () => held.splice(0).map((one) => one()) };
}

/** The trek of the fixtures in the shape of lists. */
export function trek(name: string, more: Partial<TrekSummary> = {}): TrekSummary {
  const { version: _, included: __, notIncluded: ___, ...common } = makeTrek();
  return {
    ...common,
    _id: `019a0000-0000-7000-8000-${[...name]
      .map((one) => one.charCodeAt(0).toString(16))
      .join('')
      .padEnd(12, '0')
      .slice(0, 12)}`,
    name,
    description: `${name}, day by day.`,
    images: { bannerImage: '/pictures/banner.svg', secondaryImages: [] },
    routes: [route(1000)],
    paymentDetails: {
      ...common.paymentDetails,
      charges: { gst: 18, serviceFee: 5, insurancePerPerson: 50, bookingFee: 20 },
    },
    bestSeasons: ['Oct'],
    highestPoint: 5545,
    profile: [1400, 5545, 1400],
    ...more,
  };
}

export function route(pricePerHead: number, more: Partial<TrekSummary['routes'][number]> = {}) {
  return {
    _id: `019a0000-0000-7000-9000-${String(Math.round(pricePerHead * 100)).padStart(12, '0')}`,
    name: 'Standard',
    description: '',
    pricePerHead,
    numberOfDays: 12,
    numberOfNights: 11,
    isVisible: true,
    ...more,
  };
}

export const answers = {
  'GET /api/config': json(200, { status: 'success', data: config }),
  'GET /api/treks/getall': json(200, { status: 'success', data: { treks: [trek('Everest'), trek('Langtang')] } }),
  'GET /api/bookings/get-trending-treks': json(200, { status: 'success', data: { treks: [] } }),
  'GET /api/achievement/': json(200, { status: 'success', data: [] }),
  'GET /api/agency-events': json(200, { status: 'success', data: { events: [], unseen: 0 } }),
  'GET /api/blogs': json(200, { status: 'success', data: { blogs: [], total: 0 } }),
} satisfies Record<string, Answer>;

/** Signs a user in: stores the user and the tokens in local storage. */
export function signedIn(user: User = maya) {
  localStorage.setItem('user', JSON.stringify(user));
  localStorage.setItem('accessToken', 'access-1');
  localStorage.setItem('refreshToken', 'refresh-1');
  return { 'GET /api/auth/verifyUser': json(200, { status: 'success', user }) };
}

const closers: (() => void)[] = [];

export function openPage(path: string) {
  closers.push(startNewsletter(), startPreferences(), startSession());
  const queries = makeQueryClient();
  // Retries would only make tests slower.
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const page = render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  closers.push(() => queries.clear());
  return { ...page, router, queries, address: () => router.state.location.pathname + router.state.location.search };
}

export function closePages() {
  for (const close of closers.splice(0)) close();
  toast.dismiss();
}
