// Lost connections: visited pages are still shown, with the time they were loaded; missing ones load when the
// connection returns.
import type { Page } from '@playwright/test';
import { demo } from './support/server';
import { expect, test } from './support/test';

test.use({
  serviceWorkers: 'allow',
  // The browser itself logs requests that fail without a connection.
  expectedErrors: [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/, /WebSocket/],
});

interface Listed {
  _id: string;
  name: string;
}

async function treksOf(url: string): Promise<[Listed, Listed]> {
  const list = await fetch(`${url}/api/treks/getall`).then((answer) => answer.json());
  return [list.data.treks[0], list.data.treks[1]];
}

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline.' });

/** Waits until the service worker is active and has cached the files of the page, so that it opens offline. */
async function kept(page: Page, picture?: string) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect
    .poll(() =>
      page.evaluate(
        async (address) => (await caches.match(address, { ignoreVary: true })) !== undefined,
        picture ?? '/index.html',
      ),
    )
    .toBe(true);
}

async function logIn(page: Page) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(demo.traveller.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.traveller.password);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

test('a visited trek is shown after an offline reload, with its pictures and the time it was loaded', async ({
  page,
  context,
  server,
}) => {
  const [trek] = await treksOf(server.url);
  await page.goto(`/package/${trek._id}`);
  await expect(page.getByRole('heading', { level: 1, name: trek.name })).toBeVisible();
  const banner = await page
    .getByRole('main')
    .getByRole('img')
    .or(page.locator('main header img'))
    .first()
    .evaluate((image) => new URL((image as HTMLImageElement).currentSrc).pathname);
  await kept(page, banner);

  await context.setOffline(true);
  await expect(bar(page)).toContainText(/Showing what was loaded at \d\d:\d\d\./);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: trek.name })).toBeVisible();
  await expect(bar(page)).toContainText(/Showing what was loaded at \d\d:\d\d\./);
  await expect(page.getByRole('heading', { level: 2, name: 'Day by day', exact: true })).toBeVisible();
  await expect
    .poll(() =>
      page
        .locator('main header img')
        .first()
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBeGreaterThan(0);

  await context.setOffline(false);
  await expect(page.getByText('You are back online.')).toBeVisible();
  await expect(bar(page)).toBeHidden();
});

test('an unvisited page says that it is offline and loads by itself when the connection returns', async ({
  page,
  context,
  server,
}) => {
  const [seen, unseen] = await treksOf(server.url);
  await page.goto(`/package/${seen._id}`);
  await expect(page.getByRole('heading', { level: 1, name: seen.name })).toBeVisible();
  await kept(page);
  await context.setOffline(true);
  await page.goto(`/package/${unseen._id}`);
  await expect(bar(page)).toContainText("You haven't opened this page before");
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: unseen.name })).toBeVisible();
});

test('visited bookings are shown offline, and deleted after logging out', async ({ page, context }) => {
  await logIn(page);
  await page.goto('/dashboard?section=my-bookings');
  const first = page.getByRole('article').first();
  await expect(first).toBeVisible();
  const name = (await first.getByRole('heading').textContent()) ?? '';
  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('article').first().getByRole('heading')).toHaveText(name);
  await expect(bar(page)).toContainText('Showing what was loaded');
  // The page of the booking was not opened before; the list contains all its data.
  await first.getByRole('link', { name: /^View booking/ }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await context.setOffline(false);
  await expect(bar(page)).toBeHidden();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
  const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => /my-bookings|"booking"/.test(key)));
  expect(left).toEqual([]);
  // The service worker caches no API responses.
  const stored = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(stored.length).toBeGreaterThan(10);
  expect(stored.filter((path) => !/^\/(?:assets|pictures|uploads)\/|^\/index\.html$/.test(path))).toEqual([]);
});

test('online the page always comes from the server, and the service worker is revalidated', async ({
  page,
  server,
}) => {
  await page.goto('/packages');
  await kept(page);
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // Text that only the server writes; a cached page does not contain it.
  await expect(page.locator('#page-data')).toBeAttached();
  await expect(page.locator('html')).not.toHaveAttribute('data-line', 'down');
  const worker = await fetch(`${server.url}/sw.js`);
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  expect(worker.headers.get('content-type')).toContain('javascript');
  expect(worker.headers.get('content-security-policy')).toContain("worker-src 'self'");
});

test('a form that is sent offline keeps its input and says so', async ({ page, context }) => {
  await page.goto('/custom-trek');
  await page.getByLabel('Destination').fill('Dolpo');
  await page.getByLabel('Name', { exact: true }).fill('Ang Dorje');
  await page.getByRole('form', { name: 'Custom trek' }).getByLabel('Email').fill('ang@trail.example');
  await kept(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: /send/i }).click();
  await expect(page.getByText('What you typed is kept in this tab. Please try again.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Destination')).toHaveValue('Dolpo');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ang Dorje');
  await context.setOffline(false);
  await page.getByRole('button', { name: /send/i }).click();
  await expect(page.getByRole('heading', { level: 1, name: "We've received your request" })).toBeVisible();
});
