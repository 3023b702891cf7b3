// The three maps against the real binary: without any network, and with a tile service that serves, refuses and hangs.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectReadable } from './support/accessibility';
import { adminSession, bookingsOf, carrySession, login, must, trekNamed, treks } from './support/api';
import { demo, Server } from './support/server';
import { test as base, expect } from './support/test';
import { type Kind, TileService, tileColours } from './support/tiles';

const test = base.extend<object, { tiles: TileService; elsewhere: Server }>({
  tiles: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const tiles = await TileService.start();
      await use(tiles);
      await tiles.stop();
    },
    { scope: 'worker' },
  ],
  /** A server whose maps have tiles; that of the other tests has none. */
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

const land = { light: '#eaeedd', dark: '#24332f' };

async function drawn(map: Locator): Promise<Locator> {
  await map.scrollIntoViewIfNeeded();
  await expect(map).toHaveAttribute('data-map-drawn', 'true', { timeout: 30_000 });
  return map;
}

async function packagesMap(page: Page, origin = ''): Promise<Locator> {
  await page.goto(`${origin}/packages?view=map`);
  return drawn(page.getByRole('region', { name: 'Where the treks end', exact: true }));
}

/** How much of what is seen has a colour, from 0 to 1. */
async function share(map: Locator, colour: string): Promise<number> {
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

test('MAP-01 MAP-02 MAP-03 the packages map draws Nepal without any tiles, and pins where the treks end', {
  tag: '@phone',
}, async ({ page, server }) => {
  const messages: string[] = [];
  page.on('console', (message) => message.type() === 'error' && messages.push(message.text()));
  const map = await packagesMap(page);
  expect(await share(map, land.light)).toBeGreaterThan(0.3);

  const offered = await treks(server);
  const pins = map.getByRole('button', { name: /, ending in / });
  await expect(pins).toHaveCount(2);
  // Fitted: every pin lies within, a tenth of the span from an edge.
  const frame = await map.boundingBox();
  for (const pin of await pins.all()) {
    const box = await pin.boundingBox();
    const along = ((box?.x ?? 0) + (box?.width ?? 0) / 2 - (frame?.x ?? 0)) / (frame?.width ?? 1);
    expect(Math.min(along, 1 - along)).toBeCloseTo(1 / 12, 1);
  }
  const list = page.getByRole('list', { name: 'Treks on the map' });
  await expect(list.getByRole('listitem')).toHaveCount(offered.length);

  await map.getByRole('button', { name: 'Show all of Nepal' }).click();
  await expect(map).toHaveAttribute('data-map-centre', '28.3949,84.1240');
  await expect(map).toHaveAttribute('data-map-zoom', '5.00');
  await map.getByRole('button', { name: 'Zoom in' }).click();
  await expect(map).toHaveAttribute('data-map-zoom', '6.00');
  await map.getByRole('button', { name: 'Zoom out' }).click();
  await expect(map).toHaveAttribute('data-map-zoom', '5.00');
  expect(messages).toEqual([]);
});

test('a pin opens a card with name, price and link, and the list and the pins light each other', async ({ page }) => {
  const map = await packagesMap(page);
  const pin = map.getByRole('button', { name: /3 treks, ending in Pokhara/ });
  await pin.focus();
  await page.keyboard.press('Enter');
  const card = map.getByRole('dialog', { name: 'Pokhara' });
  await expect(card).toContainText('Annapurna Base Camp');
  await expect(card).toContainText(/from \$\d/);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(pin).toBeFocused();

  await page
    .getByRole('textbox', { name: 'Search' })
    .or(page.getByRole('searchbox', { name: 'Search' }))
    .last()
    .fill('rara');
  const single = map.getByRole('button', { name: 'Rara Lake, ending in Kathmandu' });
  await single.hover();
  const line = page.getByRole('list', { name: 'Treks on the map' }).getByRole('listitem');
  await expect(line).toHaveAttribute('data-hovered', 'true');
  await single.click();
  await map.getByRole('dialog').getByRole('link', { name: 'Rara Lake' }).click();
  await expect(page).toHaveURL(/\/package\//);
});

test('PKG-08 MAP-05 the map is the third view, and says when there is nothing to plot', async ({ page }) => {
  await page.goto('/packages');
  await page.getByRole('radio', { name: 'Map' }).click();
  await expect(page).toHaveURL('/packages?view=map');
  await page.goto('/packages?view=map&destination=atlantis');
  await expect(page.getByText('No trek destinations available to display')).toBeVisible();
});

test('MAP-04 MAP-07 the type goes round roadmap, satellite, terrain and hybrid, each with its tiles', async ({
  page,
  elsewhere,
  tiles,
}) => {
  tiles.manner = 'serve';
  const map = await packagesMap(page, elsewhere.url);
  for (const kind of ['Roadmap', 'Satellite', 'Terrain', 'Hybrid', 'Roadmap']) {
    const button = map.getByRole('button', { name: `Map type: ${kind}` });
    const word = kind.toLowerCase() as Kind;
    await expect(map).toHaveAttribute('data-map-tiles', word);
    await expect(map).toContainText(`Tiles of ${word}`);
    await expect.poll(() => share(map, tileColours[word]), { timeout: 20_000 }).toBeGreaterThan(0.6);
    await button.click();
  }
});

for (const manner of ['fail', 'hang'] as const) {
  test(`MAP-07 tiles that ${manner} leave the embedded map, and ask once`, async ({ page, elsewhere, tiles }) => {
    tiles.manner = manner;
    tiles.asked.length = 0;
    const map = await packagesMap(page, elsewhere.url);
    await expect.poll(() => tiles.asked.length).toBe(1);
    await page.waitForTimeout(1000);
    expect(await share(map, land.light)).toBeGreaterThan(0.3);
    await expect(map).toHaveAttribute('data-map-tiles', 'own');
    await expect(map.getByRole('alert')).toHaveCount(0);
    expect(tiles.asked).toHaveLength(1);
    tiles.manner = 'serve';
  });
}

test('tiles that stop coming in the middle give way to the embedded map', async ({ page, elsewhere, tiles }) => {
  tiles.manner = 'serve';
  const map = await packagesMap(page, elsewhere.url);
  await expect(map).toHaveAttribute('data-map-tiles', 'roadmap');
  tiles.manner = 'fail';
  await map.getByRole('button', { name: 'Show all of Nepal' }).click();
  await expect(map).toHaveAttribute('data-map-tiles', 'own');
  await expect.poll(() => share(map, land.light)).toBeGreaterThan(0.05);
  tiles.manner = 'serve';
});

test('MAP-06 a key that the map service refuses shows the error panel; one that it takes shows its tiles', async ({
  page,
  rates,
  tiles,
}) => {
  const server = await Server.start({
    CHAUTARI_EXCHANGE_RATE_URL: rates.url,
    CHAUTARI_MAP_TILES: `google:our-key@${tiles.url}`,
  });
  try {
    tiles.manner = 'refuse';
    await page.goto(`${server.url}/packages?view=map`);
    const map = page.getByRole('region', { name: 'Where the treks end', exact: true });
    await map.scrollIntoViewIfNeeded();
    await expect(map.getByRole('alert')).toContainText('The map could not be loaded');
    await expect(page.getByRole('list', { name: 'Treks on the map' }).getByRole('link').first()).toBeVisible();
    await expectReadable(page, 'refused map');
    await map.getByRole('button', { name: 'Show the simple map' }).click();
    await expect(map.getByRole('alert')).toHaveCount(0);
    await expect.poll(() => share(map, land.light)).toBeGreaterThan(0.3);

    tiles.manner = 'serve';
    tiles.asked.length = 0;
    await page.reload();
    await drawn(map);
    await expect(map).toHaveAttribute('data-map-tiles', 'roadmap');
    expect(tiles.asked.filter((one) => one.startsWith('POST /v1/createSession?key=our-key'))).toHaveLength(1);
    expect(tiles.asked.some((one) => /GET \/v1\/2dtiles\/\d+\/\d+\/\d+\?session=a-session&key=our-key/.test(one))).toBe(
      true,
    );
  } finally {
    await server.stop();
  }
});

test('ITIN-08 ITIN-09 ITIN-10 ITIN-12 the route map: 500px, ways in the colours of their modes, days, waypoints', async ({
  page,
  server,
}) => {
  const trek = await trekNamed(server, /Everest Base Camp/);
  await page.goto(`/package/${trek._id}`);
  const map = page.getByRole('region', { name: `Route of ${trek.name}`, exact: true });
  await drawn(map);
  expect((await map.boundingBox())?.height).toBe(500);
  // Flight and walking, dashed both.
  expect(await share(map, '#5b3f8c')).toBeGreaterThan(0.0005);
  const legend = page.getByRole('list', { name: 'Colours of the ways' });
  await expect(legend.getByRole('listitem')).toHaveText(['On foot', 'Flight']);
  for (const line of await legend.locator('line').all()) await expect(line).toHaveAttribute('stroke-dasharray', /\d/);

  // The Khumbu shares marks until one goes closer.
  await map
    .getByRole('button', { name: /places around/ })
    .first()
    .click();
  await expect.poll(async () => Number(await map.getAttribute('data-map-zoom'))).toBeGreaterThan(8.5);
  await expect.poll(() => share(map, '#b4233c')).toBeGreaterThan(0.0005);

  const days = page.getByRole('list', { name: 'The days of the route' });
  expect(trek.routes.map((route) => route.numberOfDays)).toContain(await days.getByRole('listitem').count());
  const before = await share(map, '#e39a1e');
  await days.getByRole('button').nth(1).hover();
  await expect.poll(() => share(map, '#e39a1e')).toBeGreaterThan(before);

  await map.getByRole('button', { name: 'Show all that is marked' }).click();
  await map.getByRole('button', { name: /^Kathmandu, end of day/ }).click();
  await expect(map.getByRole('dialog', { name: 'Kathmandu' })).toContainText(/Days 1, \d+/);
});

test('ITIN-11 the types of the route map are Default, Satellite, Terrain and Hybrid', async ({
  page,
  elsewhere,
  tiles,
}) => {
  tiles.manner = 'serve';
  const trek = await trekNamed(elsewhere, /Langtang/);
  await page.goto(`${elsewhere.url}/package/${trek._id}`);
  const map = await drawn(page.getByRole('region', { name: `Route of ${trek.name}`, exact: true }));
  const kinds = map.getByRole('group', { name: 'Map type' });
  await expect(kinds.getByRole('radio')).toHaveCount(4);
  for (const name of ['Satellite', 'Terrain', 'Hybrid', 'Default']) {
    await kinds.getByRole('radio', { name }).check();
    await expect(map).toHaveAttribute('data-map-tiles', name === 'Default' ? 'roadmap' : name.toLowerCase());
  }
});

test('ITIN-13 a route without coordinates has no map, and says so', async ({ page, server }) => {
  const session = await adminSession(server);
  const { _id } = await trekNamed(server, /Mardi Himal/);
  const kept = (await must(server, 'GET', `/api/treks/${_id}`)).data;
  const trek = structuredClone(kept.trek ?? kept);
  const origin = structuredClone(trek);
  for (const route of trek.routes)
    for (const day of route.dailyActivities)
      for (const waypoint of day.waypoints) waypoint.coordinates = { latitude: 0, longitude: 0 };
  delete trek.version;
  await must(server, 'PUT', `/api/treks/${_id}`, { body: trek, session });
  await page.goto(`/package/${_id}`);
  await expect(page.getByText('No route data available')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download GPX' })).toHaveCount(0);
  delete origin.version;
  await must(server, 'PUT', `/api/treks/${_id}`, { body: origin, session });
});

test('the chosen route is downloaded as GPX', async ({ page, server }) => {
  const trek = await trekNamed(server, /Ghorepani/);
  await page.goto(`/package/${trek._id}`);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download GPX' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^ghorepani-poon-hill-.*\.gpx$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('<gpx version="1.1"');
  const days = page.getByRole('list', { name: 'The days of the route' }).getByRole('listitem');
  expect(text.match(/<trkseg>/g)).toHaveLength(await days.count());
});

test('CONF-22 the success page has a map of where the trek ends', async ({ page, server }) => {
  const session = await login(server, demo.traveller);
  const paid = (await bookingsOf(server, session)).find((one) => one.payment.status === 'Confirmed');
  await carrySession(page, session);
  await page.goto(`/booking-success?booking=${paid._id}`);
  const map = await drawn(page.getByRole('region', { name: `Map of ${paid.trek.name}`, exact: true }));
  expect(await share(map, land.light)).toBeGreaterThan(0.3);
  await expect(page.getByText(/\d+\.\d{4}° N, \d+\.\d{4}° E/)).toBeVisible();
});

test('by night the map is dark, and readable; what is no map loads no map', async ({ page, server }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/packages');
  await expect(page.getByRole('radio', { name: 'Map' })).toBeVisible();
  expect(loaded.filter((url) => /engine|maplibre|land-/.test(url))).toEqual([]);
  const map = await packagesMap(page);
  expect(await share(map, land.dark)).toBeGreaterThan(0.3);
  expect(loaded.filter((url) => !url.startsWith(server.url) && !/^(data|blob):/.test(url))).toEqual([]);
  await expectReadable(page, 'packages map by night');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => share(map, land.light)).toBeGreaterThan(0.3);
});
