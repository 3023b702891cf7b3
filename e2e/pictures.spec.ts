// Pictures on a slow connection: placeholders, the file that each screen loads, and no double downloads.
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { atRest } from './support/accessibility';
import { type TrekFacts, treks } from './support/api';
import { paleOnPicture } from './support/contrast';
import type { Server } from './support/server';
import { expect, test } from './support/test';

const banner = (page: Page) => page.locator('header:has(h1) img');
const isPicture = (url: string) => new URL(url).pathname.startsWith('/pictures/');

/** A trek whose banner is a photo; the others have drawings. */
async function renderedTrek(server: Server): Promise<TrekFacts> {
  const trek = (await treks(server)).find((one) => one.placeholders?.[one.images.bannerImage]);
  if (!trek) throw new Error('no banner is rendered');
  return trek;
}

/** Delays the requests of pictures until the returned function is called. */
async function holdPictures(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => isPicture(url.href),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  return release;
}

/** The mean colour of each of nine parts of a rendered image. */
function colours(page: Page, address: string): Promise<number[]> {
  return page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    const [wide, high] = [240, 150];
    const canvas = Object.assign(document.createElement('canvas'), { width: wide, height: high });
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('no canvas');
    pen.drawImage(image, 0, 0, wide, high);
    const { data } = pen.getImageData(0, 0, wide, high);
    const sums = new Array(27).fill(0);
    for (let at = 0; at < data.length; at += 4) {
      const pixel = at / 4;
      const part = Math.floor((pixel % wide) / (wide / 3)) + 3 * Math.floor(pixel / wide / (high / 3));
      for (let colour = 0; colour < 3; colour += 1) sums[part * 3 + colour] += data[at + colour];
    }
    return sums.map((sum) => sum / ((wide * high) / 9));
  }, address);
}

test('a blurred placeholder is shown until the picture has loaded, and nothing shifts', async ({ page, server }) => {
  const trek = await renderedTrek(server);
  const letThrough = await holdPictures(page);
  await page.goto(`/package/${trek._id}`, { waitUntil: 'commit' });
  const picture = banner(page);
  await expect(picture).toHaveCSS('background-image', /^url\("data:image\/svg\+xml/);
  const below = await picture.evaluate((image) => getComputedStyle(image).backgroundImage.slice(5, -2));
  const before = await picture.boundingBox();
  const blurred = await colours(page, below);

  letThrough();
  await expect(picture).toHaveCSS('background-image', 'none');
  expect(await picture.boundingBox()).toEqual(before);
  const sharp = await colours(page, trek.images.bannerImage);
  const apart = sharp.map((value, index) => Math.abs(value - (blurred[index] ?? 0)));
  expect(apart.reduce((sum, one) => sum + one, 0) / apart.length).toBeLessThan(30);
});

test('a trek opened from a card first shows the picture of the card', async ({ page, server }) => {
  const trek = await renderedTrek(server);
  await page.goto(`/packages?destination=${encodeURIComponent(trek.name)}`);
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: trek.name, exact: true }) });
  await expect(card.locator('img')).toHaveJSProperty('complete', true);
  const seen = await card.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(seen).not.toBe('');
  await expect(card.locator('img')).toHaveCSS('background-image', 'none');
  const letThrough = await holdPictures(page);
  await card.getByRole('link', { name: trek.name }).click();
  await expect(banner(page)).toHaveCSS('background-image', `url("${seen}")`);
  letThrough();
  await expect(banner(page)).toHaveCSS('background-image', 'none');
});

interface Fetched {
  path: string;
  type: string;
  bytes: number;
}

/** All files of the banner that this screen loads for the page of a trek. */
async function fetched(browser: Browser, url: string, src: string, screen: BrowserContextOptions): Promise<Fetched[]> {
  const context = await browser.newContext(screen);
  const page = await context.newPage();
  const found: Promise<Fetched>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith(src)) return;
    const whole = response.body().then((body) => body.length);
    found.push(whole.then((bytes) => ({ path: pathname, type: response.headers()['content-type'] ?? '', bytes })));
  });
  await page.goto(url);
  await expect(banner(page)).toHaveJSProperty('complete', true);
  const all = await Promise.all(found);
  await context.close();
  return all;
}

for (const [name, screen, copy] of [
  ['a small telephone', { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 }, '/1600'],
  ['a telephone', { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 }, '/1600'],
  ['a tablet', { viewport: { width: 768, height: 1024 }, deviceScaleFactor: 1 }, '/960'],
  ['a laptop', { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 }, '/1600'],
  ['a laptop with a fine screen', { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2 }, '/2400'],
] as const) {
  test(`${name} fetches the banner once, as AVIF and no larger than it shows it`, async ({ browser, server }) => {
    const trek = await renderedTrek(server);
    const src = trek.images.bannerImage;
    const all = await fetched(browser, `${server.url}/package/${trek._id}`, src, screen);
    expect(all.map(({ path, type }) => [path, type])).toEqual([[`${src}${copy}`, 'image/avif']]);
    expect(all[0]?.bytes).toBeLessThanOrEqual(200_000);
  });
}

test('text on pictures is readable on every part of them, light and dark, in windows of every width', async ({
  page,
  server,
}) => {
  test.slow();
  const bright = (await treks(server)).filter(({ name }) => /Three Passes|Annapurna Base|Mardi/.test(name));
  expect(bright).toHaveLength(3);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of [360, 600, 768, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: width < 700 ? 844 : 900 });
    for (const path of ['/nowhere', '/']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
      // The colours change without loading the page again.
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await atRest(page);
        const where = `${path} ${width} ${colorScheme}`;
        expect(await paleOnPicture(page, page.locator('main h1, main h1 + p')), where).toEqual([]);
      }
    }
    const posters = page.getByRole('region', { name: 'Trending treks' }).getByRole('article');
    for (const poster of await posters.all()) {
      await poster.scrollIntoViewIfNeeded();
      await atRest(page);
      const words = poster.locator('h3, p:not(:has(span)), p span');
      expect(await paleOnPicture(page, words), `poster ${width}`).toEqual([]);
    }
    // The text is at the bottom of the banner in windows of every width.
    for (const trek of [360, 1280].includes(width) ? bright : []) {
      await page.goto(`/package/${trek._id}`);
      await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
      await atRest(page);
      const words = page.locator('header:has(h1) :is(h1, p span)');
      expect(await paleOnPicture(page, words), `${trek.name} ${width}`).toEqual([]);
    }
  }
});
