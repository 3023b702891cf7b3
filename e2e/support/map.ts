// Maps in tests: a server with map tiles, waiting for the rendered map, and the share of a colour.
import { expect, type Locator, type Page } from '@playwright/test';
import { Server } from './server';
import { test as base } from './test';
import { TileService } from './tiles';

export const test = base.extend<object, { tiles: TileService; elsewhere: Server }>({
  tiles: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const tiles = await TileService.start();
      await use(tiles);
      await tiles.stop();
    },
    { scope: 'worker' },
  ],
  /** A server with map tiles; the server of the other tests has none. */
  elsewhere: [
    async ({ rates, tiles }, use) => {
      const server = await Server.start({
        CHAUTARI_EXCHANGE_RATE_URL: rates.url,
        CHAUTARI_MAP_TILES: tiles.setting,
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

export const land = { light: '#eaeedd', dark: '#24332f' };

export async function drawn(map: Locator): Promise<Locator> {
  // The placeholder of a map is replaced when its code has loaded.
  await expect(() => map.scrollIntoViewIfNeeded()).toPass();
  await expect(map).toHaveAttribute('data-map-drawn', 'true', { timeout: 30_000 });
  return map;
}

export async function packagesMap(page: Page, origin = ''): Promise<Locator> {
  await page.goto(`${origin}/packages?view=map`);
  return drawn(page.getByRole('region', { name: 'Map of the treks', exact: true }));
}

/** The position once it no longer changes: pins move while a map animates to its new bounds. */
export async function boxAtRest(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null;
  let before = '';
  await expect
    .poll(async () => {
      const seen = before;
      box = await part.boundingBox();
      before = JSON.stringify(box);
      return box !== null && before === seen;
    })
    .toBe(true);
  if (!box) throw new Error('it is not on the page');
  return box;
}

/** The share of the visible map with this colour, from 0 to 1. */
export async function share(map: Locator, colour: string): Promise<number> {
  const picture = (await map.screenshot()).toString('base64');
  return map.page().evaluate(
    async ({ picture, colour }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('no canvas');
      pen.drawImage(image, 0, 0);
      const { data } = pen.getImageData(0, 0, image.width, image.height);
      const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
      let found = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (wanted.every((part, index) => Math.abs(part - (data[at + index] ?? 0)) <= 6)) found += 1;
      }
      return found / (data.length / 4);
    },
    { picture, colour },
  );
}
