// The page of a trek: its days, its routes, its sections on a phone, and hidden routes.
import type { Page, Route } from '@playwright/test';
import { adminSession, call, must, trekNamed, treks } from './support/api';
import { dollars, escapeRegExp } from './support/format';
import { expect, test } from './support/test';

test('TREK-01 TREK-03 TREK-04 TREK-06 TREK-09 TREK-17 ITIN-01 ITIN-02 a trek is shown day by day, and the price follows the selected route', async ({
  page,
  server,
  context,
}) => {
  const trek = (await treks(server)).find((one) => one.routes.length > 1);
  if (!trek) throw new Error('the demo data has a trek with two routes');
  const whole = (await must(server, 'GET', `/api/treks/${trek._id}`)).data.trek;
  await page.goto(`/package/${trek._id}`);
  await expect(page.getByRole('heading', { level: 1, name: trek.name })).toBeVisible();

  for (const route of whole.routes) {
    await page.getByRole('radio', { name: new RegExp(`^${escapeRegExp(route.name)}`) }).check({ force: true });
    await expect(page.getByRole('complementary', { name: 'Book this trek' })).toContainText(
      dollars(route.pricePerHead * 2),
    );
    const days = page.getByRole('region', { name: 'Day by day' });
    await expect(days.getByRole('button', { name: /^Day \d+/ })).toHaveCount(route.numberOfDays);
    await page.getByRole('button', { name: 'Open all days' }).click();
    for (const day of route.dailyActivities) {
      for (const text of [day.waypoints[0].name, day.connections[0].description, day.foodDetails.dinner[0]]) {
        await expect(page.getByText(text).first()).toBeVisible();
      }
    }
    await page.getByRole('button', { name: 'Close all days' }).click();
  }

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: /share/i }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`/package/${trek._id}`);
});

/** Whether the page scrolls no more. */
const isAtRest = (page: Page) =>
  page.evaluate(async () => {
    const before = window.scrollY;
    await new Promise((done) => setTimeout(done, 200));
    return window.scrollY === before;
  });

test('on a phone the sections of a trek are one tap away, and the overview expands', { tag: '@phone' }, async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const trek = await trekNamed(server, /Everest Base Camp/);
  await page.goto(`/package/${trek._id}`);
  const text = page.locator('#overview-text');
  const folded = (await text.boundingBox())?.height ?? 0;
  await page.getByRole('button', { name: 'Read more' }).click();
  await expect.poll(async () => (await text.boundingBox())?.height ?? 0).toBeGreaterThan(folded * 2);
  const tabs = page.getByRole('navigation', { name: 'Sections of this page' });
  for (const [name, heading] of [
    ['Itinerary', 'Day by day'],
    ['Map', 'Route map'],
    ['Included', 'Included'],
    ['FAQ', 'Before you go'],
    ['Overview', 'Overview'],
  ] as const) {
    await tabs.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport();
    await expect(tabs).toBeInViewport();
    await expect(tabs.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'location');
    await expect.poll(() => isAtRest(page)).toBe(true);
  }
  const dates = tabs.getByRole('link', { name: 'Dates & price' });
  await dates.click();
  await expect(page.getByRole('heading', { name: 'Dates and prices' })).toBeInViewport();
  // Without departures the date is chosen in the panel.
  const privateTrek = await trekNamed(server, /Rara Lake/);
  await page.goto(`/package/${privateTrek._id}`);
  await dates.click();
  await expect(page.getByRole('complementary', { name: 'Book this trek' })).toBeInViewport();
});

test('a tab that is pressed while the page scrolls stays under the finger', { tag: '@phone' }, async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const trek = await trekNamed(server, /Everest Base Camp/);
  await page.goto(`/package/${trek._id}`);
  const tabs = page.getByRole('navigation', { name: 'Sections of this page' });
  // Nothing is chosen yet: after a jump its target would stay marked, and the row would stay for that reason.
  await page.locator('#itinerary').scrollIntoViewIfNeeded();
  const overview = tabs.getByRole('link', { name: 'Overview' });
  await overview.hover();
  await page.mouse.down();
  // Two frames: the section that is visible now is marked in the next one.
  await page.evaluate(async () => {
    document.querySelector('#faq')?.scrollIntoView({ behavior: 'instant' });
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  });
  await page.mouse.up();
  await expect(page.locator('#overview')).toBeFocused();
});

test('a section stays where a jump brought it, and keeps the focus, while departures load', { tag: '@phone' }, async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const trek = await trekNamed(server, /Everest Base Camp/);
  const tabs = page.getByRole('navigation', { name: 'Sections of this page' });
  for (const [name, id] of [
    ['FAQ', 'faq'],
    ['Dates & price', 'departures'],
  ] as const) {
    const held: Route[] = [];
    await page.route(`**/api/treks/${trek._id}/departures`, (route) => held.push(route));
    // From the list: the HTML of the trek page itself brings the departures along.
    await page.goto('/packages');
    await page.getByRole('link', { name: trek.name }).first().click();
    // As Safari, which does not anchor the scroll position.
    await page.evaluate(() => document.documentElement.style.setProperty('overflow-anchor', 'none'));
    await tabs.getByRole('link', { name, exact: true }).click();
    const target = page.locator(`#${id}`);
    // Pixels from where a jump puts the section, below the fixed bars.
    const distance = () =>
      target.evaluate((at) => {
        const { scrollPaddingTop } = getComputedStyle(document.documentElement);
        const { scrollMarginTop } = getComputedStyle(at);
        return (
          at.getBoundingClientRect().top - Number.parseFloat(scrollPaddingTop) - Number.parseFloat(scrollMarginTop)
        );
      });
    await expect.poll(distance).toBeCloseTo(0, 0);
    const section = page.locator('#departures');
    const waiting = await section.boundingBox();
    await Promise.all(held.map((route) => route.continue()));
    await expect(section).not.toHaveAttribute('aria-busy', 'true');
    expect((await section.boundingBox())?.height).not.toBe(waiting?.height);
    await expect.poll(distance).toBeCloseTo(0, 0);
    await expect(target).toBeFocused();
  }
});

test('TREK-13 an unknown trek shows an error instead of the page', async ({ page }) => {
  await page.goto('/package/019a0000-0000-7000-8000-000000000000');
  await expect(page.getByText('Error fetching package data')).toBeVisible();
});

test('TREK-16 ROLE-06 a hidden route is shown only to an administrator who edits', async ({ page, server }) => {
  const admin = await adminSession(server);
  let hidden: { trek: string; name: string } | undefined;
  for (const trek of await treks(server)) {
    const whole = await call(server, 'GET', `/api/treks/${trek._id}?edit=true`, { session: admin });
    const route = whole.body.data.trek.routes.find((one: { isVisible: boolean }) => !one.isVisible);
    if (route) hidden = { trek: trek._id, name: route.name };
  }
  if (!hidden) throw new Error('the demo data has a hidden route');
  const refused = await call(server, 'GET', `/api/treks/${hidden.trek}?edit=true`);
  expect(refused.status).toBe(401);
  expect(refused.body.message).toBe('You are not authorized to edit this trek.');
  const whole = await call(server, 'GET', `/api/treks/${hidden.trek}`);
  expect(JSON.stringify(whole.body)).not.toContain(hidden.name);
  await page.goto(`/package/${hidden.trek}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(hidden.name)).toHaveCount(0);
});
