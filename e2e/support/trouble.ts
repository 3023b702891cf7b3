// Failures of a save in a real browser: changed or lost calls, full storage, and an ended session.
import type { Page, Route } from '@playwright/test';
import { must } from './api';
import { readSession } from './journey';
import type { Server } from './server';

/** How a call is handled. */
export type Fate = (route: Route) => Promise<void>;

export const reaches: Fate = (route) => route.continue();

/** Changes the request; the server responds to the changed one. */
// biome-ignore lint/suspicious/noExplicitAny: a body is spoilt where a test knows what stands in it.
export const asks = (spoil: (body: any) => unknown): Fate => {
  return (route) => route.continue({ postData: JSON.stringify(spoil(route.request().postDataJSON())) });
};

/** A response that the real server cannot be made to send. */
export const answers = (status: number, body: object = { status: 'error' }): Fate => {
  return (route) => route.fulfill({ status, json: body });
};

export const isLost: Fate = (route) => route.abort('connectionfailed');

/** The server executes the call, and the response arrives empty. */
export const comesEmpty: Fate = async (route) => {
  const answer = await route.fetch();
  await route.fulfill({ status: answer.status(), body: '' });
};

/** Handles matching calls with the current fate; counts them. */
export async function fates(page: Page, method: string, address: RegExp) {
  let fate = reaches;
  let met = 0;
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    met++;
    await fate(route);
  });
  return {
    set: (next: Fate) => {
      fate = next;
      met = 0;
    },
    met: () => met,
  };
}

/** Fills local storage, until it is cleared. */
export async function fillStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    let filler = '';
    for (let more = 4 * 1024 * 1024; more >= 1; more = Math.floor(more / 2)) {
      try {
        localStorage.setItem('filler', filler + 'x'.repeat(more));
        filler += 'x'.repeat(more);
      } catch {
        // Retries with half the size.
      }
    }
  });
}

export const emptyStorage = (page: Page): Promise<void> => page.evaluate(() => localStorage.removeItem('filler'));

/** Ends the session elsewhere, unknown to this browser. */
export async function endSession(page: Page, server: Server): Promise<void> {
  const session = await readSession(page);
  await must(server, 'POST', '/api/auth/logout', { session, body: { refreshToken: session.refreshToken } });
}
