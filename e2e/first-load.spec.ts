// Requests of a first visit, and prefetching.
import type { Page, Request } from '@playwright/test';
import { drawn, expect, test } from './support/test';

async function publicPages(url: string) {
  const treks = await fetch(`${url}/api/treks/getall`).then((answer) => answer.json());
  const blogs = await fetch(`${url}/api/blogs`).then((answer) => answer.json());
  const trek = `/package/${treks.data.treks[0]._id}`;
  const blog = `/blog/${blogs.data.blogs[0]._id}`;
  return { trek, blog, all: ['/', '/packages', trek, '/custom-trek', '/blogs', blog, '/terms', '/privacy', '/login'] };
}

const pathOf = (request: Request) => new URL(request.url()).pathname;

/** Resolves when the page of a trek has all its data. `networkidle` has passed before a link inside the app is followed. */
const trekLoaded = (page: Page, id: string) =>
  Promise.all(
    ['', '/closures', '/departures'].map((part) =>
      page.waitForEvent('requestfinished', (request) => pathOf(request) === `/api/treks/${id}${part}`),
    ),
  );

/** Layout shifts are buffered: a later observer receives earlier ones too. */
const shiftsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += shift.value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
      }),
  );

test('HOME-01 PKG-02 TREK-01 a page preloads the scripts and fonts that it needs, and nothing shifts', {
  tag: '@phone',
}, async ({ browser, server, viewport }) => {
  const { all } = await publicPages(server.url);
  for (const path of all) {
    const visit = await browser.newContext({ viewport });
    const page = await visit.newPage();
    const asked: Request[] = [];
    page.on('request', (request) => asked.push(request));
    const answer = await page.goto(server.url + path);
    await drawn(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Requests so far. Scripts that load when the page is idle come after its first picture.
    const scripts = asked.filter((one) => one.resourceType() === 'script').map(pathOf);
    const html = `${await answer?.text()} ${answer?.headers().link ?? ''}`;
    const painted = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    const own = Number(await painted.jsonValue());
    const before = await page.evaluate(
      (until) =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          // The font of one word in the footer may load late.
          .filter(
            (one) => one.startTime < until && /\.(?:js|woff2)$/.test(one.name) && !/mukta-chautari/.test(one.name),
          )
          .map((one) => new URL(one.name).pathname),
      own,
    );
    expect(scripts.length, path).toBeGreaterThan(2);
    // Scripts do not delay readable content.
    const early = await page.evaluate(() => {
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const own = files.filter(({ name }) => /\/assets\/(?!theme-).*\.js$/.test(name));
      // If the pictures take longer, the scripts start 2.5 s after the document is ready (theme-first.js).
      const until = Math.min(visit?.loadEventStart ?? 0, (visit?.domContentLoadedEventStart ?? 0) + 2_500);
      return own.filter(({ startTime }) => startTime < until).map(({ name }) => name);
    });
    if (path !== '/login') expect(early, path).toEqual([]);
    expect(
      before.filter((name) => !html.includes(name)),
      path,
    ).toEqual([]);
    await page.evaluate(() => document.fonts.ready);
    await page.waitForLoadState('networkidle');
    expect(await shiftsOf(page), path).toBeLessThan(0.01);
    await visit.close();
  }
});

test('HOME-01 PKG-02 TREK-01 the first view of a public page makes no API calls', async ({ page, server }) => {
  const { all, blog } = await publicPages(server.url);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (pathOf(request).startsWith('/api/')) calls.push(pathOf(request));
  });
  for (const path of all) {
    calls.length = 0;
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    // The call of an article counts its reader; exchange rates are not part of the first view.
    const known = path === blog ? [`/api/blogs/${blog.split('/').at(-1)}`] : [];
    expect(
      calls.filter((call) => !known.includes(call) && call !== '/api/exchange-rate'),
      path,
    ).toEqual([]);
  }
});

test('TREK-01 hovering, touching or focusing a link prefetches its page', {
  tag: '@phone',
}, async ({ page, hasTouch }) => {
  await page.goto('/packages');
  const link = page.locator('main a[href^="/package/"]').first();
  const id = (await link.getAttribute('href'))?.split(/[/?#]/)[2] as string;
  await page.waitForLoadState('networkidle');
  const call = page.waitForRequest((request) => pathOf(request) === `/api/treks/${id}`);
  const script = page.waitForRequest((request) => /\/assets\/PackagePage-.*\.js$/.test(request.url()));
  await link.scrollIntoViewIfNeeded();
  if (hasTouch) await link.dispatchEvent('touchstart');
  else await link.hover();
  await Promise.all([call, script]);
  expect(new URL(page.url()).pathname).toBe('/packages');

  const other = page.locator(`main a[href^="/package/"]:not([href*="${id}"])`).first();
  const next = (await other.getAttribute('href'))?.split(/[/?#]/)[2] as string;
  const focused = page.waitForRequest((request) => pathOf(request) === `/api/treks/${next}`);
  await other.focus();
  await focused;
});

test('TREK-01 nothing is prefetched when the browser saves data', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await page.goto('/packages');
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(pathOf(request)));
  const link = page.locator('main a[href^="/package/"]').first();
  await link.hover();
  await link.focus();
  const trek = (await link.getAttribute('href'))?.split(/[/?#]/)[2] as string;
  expect(asked.filter((path) => path.startsWith('/api/treks'))).toEqual([]);
  const loaded = trekLoaded(page, trek);
  await link.click();
  await page.waitForURL(/\/package\//);
  await loaded;
  // Requested once, for the page itself.
  expect(asked.filter((path) => path === `/api/treks/${trek}`)).toHaveLength(1);
});

test('PKG-02 going back restores the scroll position without an API call', async ({ page }) => {
  await page.goto('/packages');
  const link = page.locator('main a[href^="/package/"]').last();
  const id = (await link.getAttribute('href'))?.split(/[/?#]/)[2] as string;
  await link.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => scrollY);
  expect(left).toBeGreaterThan(0);
  const loaded = trekLoaded(page, id);
  await link.click();
  await expect(page).toHaveURL(/\/package\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await loaded;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(pathOf(request)));
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
  expect(asked.filter((path) => path.startsWith('/api/treks'))).toEqual([]);
});

test('TREK-01 every public page can be restored from the back/forward cache', async ({ page, server }) => {
  await page.addInitScript(() => {
    const add = window.addEventListener;
    window.addEventListener = function listen(this: Window, ...call: Parameters<typeof add>) {
      if (/unload/.test(call[0])) document.documentElement.dataset.unload = call[0];
      add.apply(this, call);
    } as typeof add;
  });
  const { all } = await publicPages(server.url);
  for (const path of all.filter((one) => one !== '/login')) {
    const answer = await page.goto(path);
    expect(answer?.headers()['cache-control'], path).toBe('no-cache');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.locator('html').getAttribute('data-unload'), path).toBe(null);
  }
});
