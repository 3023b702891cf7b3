// Troubles of a save in a real browser: calls that are spoilt on their way, storage without room, a session that ended.
import type { Page, Route } from '@playwright/test';
import { must } from './api';
import { readSession } from './journey';
import type { Server } from './server';

/** What becomes of a call. */
export type Fate = (route: Route) => Promise<void>;

export const reaches: Fate = (route) => route.continue();

/** The server is asked something else than the page said, and answers that. */
// biome-ignore lint/suspicious/noExplicitAny: a body is spoilt where a test knows what stands in it.
export const asks = (spoil: (body: any) => unknown): Fate => {
  return (route) => route.continue({ postData: JSON.stringify(spoil(route.request().postDataJSON())) });
};

/** An answer that the real server cannot be brought to give. */
export const answers = (status: number, body: object = { status: 'error' }): Fate => {
  return (route) => route.fulfill({ status, json: body });
};

export const isLost: Fate = (route) => route.abort('connectionfailed');

/** The server did what it was asked, and its answer came empty. */
export const comesEmpty: Fate = async (route) => {
  const answer = await route.fetch();
  await route.fulfill({ status: answer.status(), body: '' });
};

/** Calls of that method to addresses that match meet the fate that is set last; how many did. */
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

/** Local storage takes nothing more, until it is emptied again. */
export async function fillStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    let filler = '';
    for (let more = 4 * 1024 * 1024; more >= 1; more = Math.floor(more / 2)) {
      try {
        localStorage.setItem('filler', filler + 'x'.repeat(more));
        filler += 'x'.repeat(more);
      } catch {
        // No room for so many; perhaps for half of them.
      }
    }
  });
}

export const emptyStorage = (page: Page): Promise<void> => page.evaluate(() => localStorage.removeItem('filler'));

/** Ended elsewhere: this browser does not know yet. */
export async function endSession(page: Page, server: Server): Promise<void> {
  const session = await readSession(page);
  await must(server, 'POST', '/api/auth/logout', { session, body: { refreshToken: session.refreshToken } });
}
