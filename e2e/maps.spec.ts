// The map of packages and that of a trek's end: without tiles, and with a tile service that serves, refuses and hangs.
import { expectReadable } from './support/accessibility';
import { bookingsOf, carrySession, login, treks } from './support/api';
import { drawn, land, packagesMap, share, test } from './support/map';
import { demo, Server } from './support/server';
import { expect } from './support/test';
import { type Kind, tileColours } from './support/tiles';

test('MAP-01 MAP-02 MAP-03 the packages map draws Nepal without tiles, and each trek as a line with a pin at its summit', {
  tag: '@phone',
}, async ({ page, server }) => {
  const messages: string[] = [];
  page.on('console', (message) => message.type() === 'error' && messages.push(message.text()));
  const map = await packagesMap(page);
  // Nepal is wide and the map of a phone nearly square: fitted to all treks, Nepal covers a quarter of it (measured
  // 0.24), and nearly half of the wide map of a desktop (0.44).
  const least = (page.viewportSize()?.width ?? 0) < 768 ? 0.2 : 0.3;
  await expect.poll(() => share(map, land.light)).toBeGreaterThan(least);

  const offered = await treks(server);
  // Everest, Langtang, Manaslu, Annapurna, Mustang and Rara are far apart; all of them end in Kathmandu or Pokhara.
  const pins = map.getByRole('button', { name: /, highest point |^\d+ treks: / });
  await expect.poll(() => pins.count()).toBeGreaterThanOrEqual(4);
  // Every pin is within the fitted frame.
  const frame = await map.boundingBox();
  for (const pin of await pins.all()) {
    const box = await pin.boundingBox();
    const along = ((box?.x ?? 0) + (box?.width ?? 0) / 2 - (frame?.x ?? 0)) / (frame?.width ?? 1);
    expect(Math.min(along, 1 - along)).toBeGreaterThan(0.05);
  }
  // The routes, in the colour of walking.
  await expect.poll(() => share(map, '#b4233c')).toBeGreaterThan(0.001);
  const list = page.getByRole('list', { name: 'Treks on the map' });
  await expect(list.getByRole('listitem')).toHaveCount(offered.length);
  await expect(list.getByText('Ends in Kathmandu').first()).toBeVisible();

  await map.getByRole('button', { name: 'Show all of Nepal' }).click();
  await expect(map).toHaveAttribute('data-map-centre', '28.3949,84.1240');
  await expect(map).toHaveAttribute('data-map-zoom', '5.00');
  await map.getByRole('button', { name: 'Zoom in' }).click();
  await expect(map).toHaveAttribute('data-map-zoom', '6.00');
  await map.getByRole('button', { name: 'Zoom out' }).click();
  await expect(map).toHaveAttribute('data-map-zoom', '5.00');
  expect(messages).toEqual([]);
});

test('a pin opens a card with name, price and link, and list and pins highlight each other', async ({ page }) => {
  const map = await packagesMap(page);
  const pin = map.getByRole('button', { name: /^\d+ treks: .*Everest Base Camp/ });
  await pin.focus();
  await page.keyboard.press('Enter');
  const card = map.getByRole('dialog', { name: /Everest Base Camp/ });
  await expect(card).toContainText(/Kala Patthar, 5,545\sm/);
  await expect(card).toContainText(/from \$\d/);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(pin).toBeFocused();

  await page
    .getByRole('textbox', { name: 'Search' })
    .or(page.getByRole('searchbox', { name: 'Search' }))
    .last()
    .fill('rara');
  const single = map.getByRole('button', { name: /^Rara Lake, highest point / });
  await single.hover();
  const line = page.getByRole('list', { name: 'Treks on the map' }).getByRole('listitem');
  await expect(line).toHaveAttribute('data-hovered', 'true');
  await single.click();
  await map.getByRole('dialog').getByRole('link', { name: 'Rara Lake' }).click();
  await expect(page).toHaveURL(/\/package\//);
});

test('PKG-08 MAP-05 the map is the third view, and says when there is nothing to show', async ({ page }) => {
  await page.goto('/packages');
  await page.getByRole('radio', { name: 'Map' }).click();
  await expect(page).toHaveURL('/packages?view=map');
  await page.goto('/packages?view=map&destination=atlantis');
  await expect(page.getByText('No trek destinations available to display')).toBeVisible();
});

test('MAP-04 MAP-07 the map type switches between roadmap, satellite, terrain and hybrid, each with its tiles', async ({
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
  test(`MAP-07 tiles that ${manner} show the embedded map after one request`, async ({ page, elsewhere, tiles }) => {
    tiles.manner = manner;
    tiles.asked.length = 0;
    const map = await packagesMap(page, elsewhere.url);
    await expect.poll(() => tiles.asked.length).toBe(1);
    await page.waitForTimeout(1000);
    await expect.poll(() => share(map, land.light)).toBeGreaterThan(0.3);
    await expect(map).toHaveAttribute('data-map-tiles', 'own');
    await expect(map.getByRole('alert')).toHaveCount(0);
    expect(tiles.asked).toHaveLength(1);
    tiles.manner = 'serve';
  });
}

test('tiles that stop loading fall back to the embedded map', async ({ page, elsewhere, tiles }) => {
  tiles.manner = 'serve';
  const map = await packagesMap(page, elsewhere.url);
  await expect(map).toHaveAttribute('data-map-tiles', 'roadmap');
  tiles.manner = 'fail';
  await map.getByRole('button', { name: 'Show all of Nepal' }).click();
  await expect(map).toHaveAttribute('data-map-tiles', 'own');
  await expect.poll(() => share(map, land.light)).toBeGreaterThan(0.05);
  tiles.manner = 'serve';
});

test('MAP-06 a map key that is refused shows the error panel; a valid one shows the tiles', async ({
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
    const map = page.getByRole('region', { name: 'Map of the treks', exact: true });
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
    await expect(map).toContainText('Google Maps · Map data ©2026 Our Tests');
    expect(tiles.asked.filter((one) => one.startsWith('POST /v1/createSession?key=our-key'))).toHaveLength(1);
    expect(tiles.asked.some((one) => /GET \/v1\/2dtiles\/\d+\/\d+\/\d+\?session=a-session&key=our-key/.test(one))).toBe(
      true,
    );
  } finally {
    await server.stop();
  }
});

test('if the agency requires consent, no tile loads before the visitor agrees, and the browser stores the consent', async ({
  page,
  rates,
  tiles,
}) => {
  const server = await Server.start({
    CHAUTARI_EXCHANGE_RATE_URL: rates.url,
    CHAUTARI_MAP_TILES: tiles.setting,
    CHAUTARI_MAP_CONSENT: 'ask',
  });
  try {
    tiles.manner = 'serve';
    tiles.asked.length = 0;
    const map = await packagesMap(page, server.url);
    await expect.poll(() => share(map, land.light)).toBeGreaterThan(0.3);
    await expect(map).toContainText(`Loads images from ${new URL(tiles.url).host}`);
    expect(tiles.asked).toEqual([]);
    await map.getByRole('button', { name: 'Load detailed map' }).click();
    await expect(map).toHaveAttribute('data-map-tiles', 'roadmap');
    await page.reload();
    await drawn(map);
    await expect(map).toHaveAttribute('data-map-tiles', 'roadmap');
    await expect(map.getByRole('button', { name: 'Load detailed map' })).toHaveCount(0);
  } finally {
    await server.stop();
  }
});

test('CONF-22 the success page has a map of where the trek ends', async ({ page, server }) => {
  const session = await login(server, demo.traveller);
  const paid = (await bookingsOf(server, session)).find((one) => one.payment.status === 'Confirmed');
  await carrySession(page, session);
  await page.goto(`/booking-success?booking=${paid._id}`);
  const map = await drawn(page.getByRole('region', { name: `Map of ${paid.trek.name}`, exact: true }));
  await expect.poll(() => share(map, land.light)).toBeGreaterThan(0.3);
  await expect(page.getByText(/\d+\.\d{4}° N, \d+\.\d{4}° E/)).toBeVisible();
});

test('in dark mode the map is dark and readable; pages without a map load no map code', async ({ page, server }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/packages');
  await expect(page.getByRole('radio', { name: 'Map' })).toBeVisible();
  expect(loaded.filter((url) => /engine|maplibre|land-/.test(url))).toEqual([]);
  const map = await packagesMap(page);
  await expect.poll(() => share(map, land.dark)).toBeGreaterThan(0.3);
  expect(loaded.filter((url) => !url.startsWith(server.url) && !/^(data|blob):/.test(url))).toEqual([]);
  await expectReadable(page, 'packages map by night');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => share(map, land.light)).toBeGreaterThan(0.3);
});
