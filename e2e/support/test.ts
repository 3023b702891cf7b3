// `test` of all browser tests: each worker starts its own server, and an error on the console of a page fails the test.
import { test as base, expect, type Page } from '@playwright/test';
import { RatesService } from './rates';
import { Server } from './server';

interface OfTest {
  /** Errors that a page may show in a test that provokes them. */
  expectedErrors: RegExp[];
  noUncaughtErrors: undefined;
}

interface OfWorker {
  rates: RatesService;
  server: Server;
}

/** The HTML of the server is visible before the app has rendered it. Tests interact with the app. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[data-written]'));
}

/** Makes `goto` and `reload` wait until the app has rendered, unless the test passes an earlier moment. */
function waitForApp(page: Page): void {
  const { goto, reload } = { goto: page.goto.bind(page), reload: page.reload.bind(page) };
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (!options?.waitUntil) await drawn(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (!options?.waitUntil) await drawn(page);
    return answer;
  };
}

export const test = base.extend<OfTest, OfWorker>({
  rates: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const rates = await RatesService.start();
      await use(rates);
      await rates.stop();
    },
    { scope: 'worker' },
  ],

  server: [
    async ({ rates }, use) => {
      const server = await Server.start({ CHAUTARI_EXCHANGE_RATE_URL: rates.url });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ server }, use) => {
    await use(server.url);
  },

  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) waitForApp(page);
    await use(page);
  },

  expectedErrors: [[], { option: true }],

  noUncaughtErrors: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`));
      page.on('console', (message) => {
        // The browser itself logs a failed request. The tests check how the page shows it.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          errors.push(`${message.text()} (${message.location().url}:${message.location().lineNumber})`);
      });
      await use(undefined);
      expect(errors.filter((error) => !expectedErrors.some((known) => known.test(error)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
