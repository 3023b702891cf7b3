// The map of a route on the trek page: lines, places, days, and the GPX download.
import { readFile } from 'node:fs/promises';
import { adminSession, must, trekNamed } from './support/api';
import { boxAtRest, drawn, share, test } from './support/map';
import { expect } from './support/test';

test('ITIN-08 ITIN-09 ITIN-10 ITIN-12 the route map: 500px, lines in the colours of their modes, days, waypoints', async ({
  page,
  server,
}) => {
  const trek = await trekNamed(server, /Everest Base Camp/);
  await page.goto(`/package/${trek._id}`);
  const map = page.getByRole('region', { name: `Route of ${trek.name}`, exact: true });
  await drawn(map);
  expect((await map.boundingBox())?.height).toBe(500);
  // The first view shows the walk; a button shows the whole route with the flight.
  expect(Number(await map.getAttribute('data-map-zoom'))).toBeGreaterThan(8.5);
  expect(await share(map, '#b4233c')).toBeGreaterThan(0.0005);
  await map.getByRole('button', { name: 'Show all markers' }).click();
  await expect.poll(async () => Number(await map.getAttribute('data-map-zoom'))).toBeLessThan(8.5);
  // Both flight and walking are dashed.
  await expect.poll(() => share(map, '#5b3f8c')).toBeGreaterThan(0.0005);
  const legend = page.getByRole('list', { name: 'Map legend' });
  await expect(legend.getByRole('listitem')).toHaveText(['On foot', 'Flight', /Where you sleep on night 3$/]);
  for (const line of await legend.locator('line').all()) await expect(line).toHaveAttribute('stroke-dasharray', /\d/);

  // Markers in the Khumbu are grouped until the map is zoomed in.
  await map
    .getByRole('button', { name: /places around/ })
    .first()
    .click();
  await expect.poll(async () => Number(await map.getAttribute('data-map-zoom'))).toBeGreaterThan(8.5);
  await expect.poll(() => share(map, '#b4233c')).toBeGreaterThan(0.0005);

  const days = page.getByRole('list', { name: 'The days of the route' });
  expect(trek.routes.map((route) => route.numberOfDays)).toContain(await days.getByRole('listitem').count());
  // Totals of the day, not of its connections.
  await expect(days.getByRole('listitem').nth(1)).toContainText(/\d\sh.* on foot.*km.*m up/);
  await expect(days).toContainText('Acclimatisation day at Namche');
  // The pointer is on the line, and its day is highlighted.
  await page.mouse.move(2, 2);
  await expect(map.locator('[data-spot]')).toHaveCount(0);
  await expect.poll(() => share(map, '#e39a1e')).toBeLessThan(0.002);
  const before = await share(map, '#e39a1e');
  await days.getByRole('button').nth(1).hover();
  await expect.poll(() => share(map, '#e39a1e')).toBeGreaterThan(before);

  // A marker shows how many places it groups, or which nights are spent there.
  for (const mark of await map.getByRole('button', { name: /, nights? \d/ }).all()) {
    expect(await mark.textContent()).toMatch(/^(\d+ places|\d+(–\d+)?(, \d+(–\d+)?)*)$/);
  }
  await map.getByRole('button', { name: 'Show all markers' }).click();
  await map.getByRole('button', { name: 'Kathmandu', exact: true }).click();
  await expect(map.getByRole('dialog', { name: 'Kathmandu' })).toContainText(/Days 1, \d+/);
});

test('the altitude profile and the map show the same position', async ({ page, server }) => {
  const trek = await trekNamed(server, /Langtang/);
  await page.goto(`/package/${trek._id}`);
  const map = await drawn(page.getByRole('region', { name: `Route of ${trek.name}`, exact: true }));
  const profile = page.getByRole('figure', { name: 'Altitude profile' });
  const onMap = map.locator('[data-spot]');
  const onProfile = profile.locator('[data-spot]');
  await expect(onMap).toHaveCount(0);

  await profile.scrollIntoViewIfNeeded();
  const drawing = await boxAtRest(profile.locator('svg'));
  await page.mouse.move(drawing.x + drawing.width * 0.4, drawing.y + drawing.height / 2);
  await expect(onProfile).toHaveCount(1);
  await expect(onMap).toHaveCount(1);
  await expect(profile).toContainText(/Day \d+ · [\d,]+\sm · /);
  const chosen = page.getByRole('list', { name: 'The days of the route' }).locator('.bg-marigold-wash');
  await expect(chosen).toHaveCount(1);
  await page.mouse.move(2, 2);
  await expect(onProfile).toHaveCount(0);
  await expect(onMap).toHaveCount(0);

  // A point of the line that the marker of a night covers.
  await map.scrollIntoViewIfNeeded();
  await map
    .getByRole('button', { name: /, nights? \d/ })
    .first()
    .hover();
  await expect(onProfile).toHaveCount(1);
  await expect(onMap).toHaveCount(1);
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
