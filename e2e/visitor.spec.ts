// What somebody without an account can do: look around, search, read, and learn what booking needs.
import type { Page } from '@playwright/test';
import { adminSession, call, must, trekNamed, treks } from './support/api';
import { dayFromNow } from './support/days';
import { openHomeSearch, submitHomeSearch } from './support/journey';
import { nprPerUsd } from './support/rates';
import { Server } from './support/server';
import { expect, test } from './support/test';

const rupees = (amount: number) =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'NPR' }).replace(/\s/g, ' ');
const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

async function menu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  // One of the two is there as soon as the header is.
  await expect(button.or(page.getByRole('button', { name: 'User menu' }))).toBeVisible();
  if (await button.isVisible()) await button.click();
}

test(
  'NAV-16..22 NAV-30 the header leads to home, packages and blogs, and a visitor to sign-up',
  { tag: '@phone' },
  async ({ page }, info) => {
    await page.goto('/');
    for (const [name, path] of [
      ['Packages', '/packages'],
      ['Blogs', '/blogs'],
      ['Home', '/'],
    ] as const) {
      await menu(page);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
    }
    await menu(page);
    if (info.project.name === 'phone') {
      await expect(page.getByRole('link', { name: 'Login', exact: true })).toHaveAttribute('href', '/login');
      await page.getByRole('link', { name: 'Sign Up', exact: true }).click();
    } else {
      await page.getByRole('button', { name: 'User menu' }).click();
      await page.getByRole('menuitem', { name: 'Sign In' }).click();
    }
    await expect(page).toHaveURL('/signup');
  },
);

test('NAV-33..35 PKG-12 PKG-18 the header search waits, suggests by name and carries the typed text to the packages', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/blogs');
  await menu(page);
  const search = page.getByRole('combobox', { name: 'Search treks' });
  await search.pressSequentially('LANGT');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.getByRole('option', { name: /Langtang/ }).click();
  await expect(page).toHaveURL('/packages?destination=LANGT');
  await expect(page.getByRole('heading', { name: /Langtang/ })).toBeVisible();

  await page.goto('/packages?destination=atlantis');
  await expect(page.getByText('No packages found')).toBeVisible();
});

test('HOME-01 HOME-09..12 the home search wants a destination from the list and a day that is not past', {
  tag: '@phone',
}, async ({ page, server }) => {
  await page.goto('/');
  await openHomeSearch(page);
  const destination = page.getByRole('combobox', { name: 'Destination' });
  await destination.click();
  await expect(page.getByRole('option')).toHaveCount(5);
  await destination.fill('atlantis');
  await expect(page.getByText('No destinations found')).toBeVisible();
  await submitHomeSearch(page);
  await expect(page.getByText('Please select a destination from the dropdown').first()).toBeVisible();

  await destination.fill('gosai');
  await page.getByRole('option', { name: /Gosaikunda/ }).click();
  await submitHomeSearch(page);
  await expect(page.getByText('Please select a date').first()).toBeVisible();

  const field = page.getByRole('button', { name: /^Start date/ });
  await field.click();
  const calendar = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('grid') })
    .last();
  const yesterday = new Date(`${await dayFromNow(server, -1)}T00:00:00Z`);
  const month = yesterday.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });
  const past = calendar.getByRole('button', { name: new RegExp(`${month} ${yesterday.getUTCDate()}\\D`) });
  // On the first of a month yesterday is on a sheet that cannot even be opened.
  if (await past.count()) await expect(past).toBeDisabled();
  else await expect(calendar.getByRole('button', { name: /previous month/i })).toBeDisabled();
});

test('HOME-02..04 HOME-16 ACH-02 BLOG-01..03 BLOG-21 BLOG-22 home shows what is booked, what the agency did and what it writes', async ({
  page,
  server,
}) => {
  const trending = (await must(server, 'GET', '/api/bookings/get-trending-treks')).data.treks.slice(0, 3);
  const { blogs } = (await must(server, 'GET', '/api/blogs')).data;
  const [figures] = (await must(server, 'GET', '/api/achievement/')).data;
  await page.goto('/');
  const cards = page.getByRole('region', { name: 'Trending treks' }).getByRole('article');
  await expect(cards).toHaveCount(3);
  for (const [place, trek] of trending.entries()) await expect(cards.nth(place)).toContainText(trek.name);

  const clients = page.getByText('travellers so far');
  await clients.scrollIntoViewIfNeeded();
  await expect(page.getByText(figures.totalClients.toLocaleString('en-US'), { exact: true }).first()).toBeVisible();

  const articles = page.getByRole('region', { name: 'From the trail' });
  await expect(articles.getByRole('article')).toHaveCount(4);
  await articles.getByRole('link', { name: 'All articles' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Blogs' })).toBeVisible();
  await expect(
    page.getByText('Explore our latest articles and travel guides to inspire your next adventure.'),
  ).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(Math.min(6, blogs.length));
  await page.getByRole('link', { name: blogs[0].title }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Open full page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: blogs[0].title })).toBeVisible();
  await expect(page.getByText(blogs[0].content.at(-1))).toBeVisible();

  await page.goto('/blog/019a0000-0000-7000-8000-000000000000');
  await expect(page.getByText('Blog not found.')).toBeVisible();
});

test('TREK-01 TREK-03 TREK-04 TREK-06 TREK-09 TREK-17 ITIN-01 ITIN-02 a trek is told day by day, and the price follows the picked route', async ({
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
    await page.getByRole('radio', { name: new RegExp(`^${escaped(route.name)}`) }).check({ force: true });
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

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

test('PKG-02 PKG-05 PKG-06 PKG-09..11 PKG-15 PKG-16 the packages list sorts, searches, pages by four, and tells how old it is', async ({
  page,
  server,
}) => {
  await page.goto('/packages');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(4);

  const byPrice = (await treks(server)).toSorted((a, b) => cheapest(a) - cheapest(b));
  await page.getByRole('combobox', { name: 'Price' }).selectOption({ label: 'Low to high' });
  await expect(cards.first()).toContainText(byPrice[0]?.name ?? '');
  await page.getByRole('combobox', { name: 'Price' }).selectOption({ label: 'High to low' });
  await expect(cards.first()).toContainText(byPrice.at(-1)?.name ?? '');

  const pages = page.getByRole('navigation', { name: 'Pages of packages' });
  await expect(pages.getByRole('button', { name: /^Page \d+$/ })).toHaveCount(3);
  await pages.getByRole('button', { name: 'Page 3' }).click();
  await expect(pages.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page');
  await expect(cards).toHaveCount(4);
  await expect(cards.last()).toContainText(byPrice[0]?.name ?? '');

  await page.getByRole('button', { name: /refresh/i }).click();
  await expect(page.getByText(/just now/)).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search' }).fill('poon');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('Poon Hill');
  await page.reload();
  await expect(cards).toHaveCount(1);
});

const cheapest = (trek: { routes: { pricePerHead: number }[] }) =>
  Math.min(...trek.routes.map((route) => route.pricePerHead));

test('a trek has one length and one price with everything in search, on its card and on its page', async ({
  page,
  server,
}) => {
  const trek = await trekNamed(server, /Poon Hill/);
  const whole = (await must(server, 'GET', `/api/treks/${trek._id}`)).data.trek;
  const cheap = whole.routes.toSorted(
    (a: { pricePerHead: number }, b: { pricePerHead: number }) => a.pricePerHead - b.pricePerHead,
  )[0];
  const alone = await must(server, 'POST', '/api/bookings/quote', {
    body: { trekId: trek._id, routeDetails: { routeId: cheap._id }, totalGuests: 1 },
  });
  const price = dollars(alone.data.priceBreakdown.total).replace('.00', '');
  await page.goto('/packages?destination=poon');
  await expect(page.getByRole('article')).toContainText('4–5 days');
  await expect(page.getByRole('article')).toContainText(`${price}per person incl. taxes & fees`);
  await page.goto(`/package/${trek._id}`);
  await expect(page.getByRole('article').locator('header')).toContainText('4–5 days');
  await expect(page.getByRole('radio', { name: /^Four days/ })).toHaveAccessibleName(
    new RegExp(`${escaped(price)} per person incl\\. taxes & fees`),
  );
  await expect(page.getByRole('region', { name: 'Included', exact: true })).toContainText(whole.included[0]);
  await expect(page.getByRole('region', { name: 'Not included' })).toContainText(whole.notIncluded[0]);
  await page.goto('/');
  await openHomeSearch(page);
  await page.getByRole('combobox', { name: 'Destination' }).fill('poon');
  await expect(page.getByRole('option', { name: /Poon Hill/ })).toContainText('4–5 days');
});

test(
  'packages are narrowed by length, difficulty, month and region, in the address and on phones in a sheet',
  {
    tag: '@phone',
  },
  async ({ page }, info) => {
    await page.goto('/packages?month=Oct');
    const cards = page.getByRole('main').getByRole('article');
    await expect(cards).toHaveCount(4);
    if (info.project.name === 'phone') await page.getByRole('button', { name: 'Filters (1)' }).click();
    const fields =
      info.project.name === 'phone' ? page.getByRole('dialog', { name: 'Filters' }) : page.getByRole('main');
    await fields.getByRole('combobox', { name: 'Region' }).selectOption('Langtang');
    await expect(page).toHaveURL('/packages?month=Oct&region=Langtang');
    await expect(fields.getByRole('option', { name: /^6–9 days \(\d\)$/ })).toBeAttached();
    await fields.getByRole('combobox', { name: 'Difficulty' }).selectOption('Easy');
    if (info.project.name === 'phone') await fields.getByRole('button', { name: 'No packages found' }).click();
    await expect(page.getByText('No packages found').last()).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/packages');
    await expect(cards).toHaveCount(4);
  },
);

test('on a phone the sections of a trek are one tap away, and the overview unfolds', { tag: '@phone' }, async ({
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
  }
  await tabs.getByRole('link', { name: 'Dates & price' }).click();
  await expect(page.getByRole('complementary', { name: 'Book this trek' })).toBeInViewport();
});

test('CURR-01 CURR-02 CURR-05 the toggle shows every price in rupees by the rate of the day, and the browser remembers it', async ({
  page,
  server,
}) => {
  const trek = await trekNamed(server, /Poon Hill/);
  await page.goto('/packages?destination=poon');
  await expect(page.getByRole('article')).toContainText(dollars(cheapest(trek)).replace('.00', ''));
  await page.getByRole('radio', { name: 'NPR' }).first().check({ force: true });
  const inRupees = rupees(cheapest(trek) * nprPerUsd);
  const short = inRupees.replace('.00', '');
  await expect(page.getByRole('article')).toContainText(short);
  await page.reload();
  await expect(page.getByRole('article')).toContainText(short);
});

test('CURR-03 CURR-04 without a rate the default one is used, and the page says so', async ({ page }) => {
  // Nobody listens on port 9: the server has no rate to give.
  const alone = await Server.start({ CHAUTARI_EXCHANGE_RATE_URL: 'http://127.0.0.1:9/' });
  try {
    const trek = await trekNamed(alone, /Poon Hill/);
    await page.goto(`${alone.url}/packages?destination=poon`);
    await page.getByRole('radio', { name: 'NPR' }).first().check({ force: true });
    await expect(page.getByText('Unable to fetch exchange rate. Using default conversion.')).toBeVisible();
    await expect(page.getByRole('article')).toContainText(rupees(cheapest(trek) * 132.95).replace('.00', ''));
  } finally {
    await alone.stop();
  }
});

test('TREK-13 a trek that is not there shows the error in place of the page', async ({ page }) => {
  await page.goto('/package/019a0000-0000-7000-8000-000000000000');
  await expect(page.getByText('Error fetching package data')).toBeVisible();
});

test('TREK-16 ROLE-06 a hidden route is shown to nobody but an administrator who edits', async ({ page, server }) => {
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

test('NAV-10..13 ROLE-11 booking pages lead a visitor to login, and back after it', async ({ page }) => {
  for (const path of [
    '/booking',
    '/checkout',
    '/dashboard',
    '/booking/confirmation/019a0000-0000-7000-8000-000000000000',
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
  }
});

test('NOTFOUND-01 NOTFOUND-02 any other path is not found and leads to the packages', async ({ page }) => {
  const answer = await page.goto('/no/such/path');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('404: Page Not Found')).toBeVisible();
  await page.getByRole('link', { name: 'Discover Packages' }).click();
  await expect(page).toHaveURL('/packages');
});

test('CONF-23 CONF-24 the success page without a booking asks to go back', async ({ page }) => {
  await page.goto('/booking-success');
  await expect(page.getByText('Please go back and select a trek to book')).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Go back' }).or(page.getByRole('link', { name: 'Go back' })),
  ).toBeVisible();
});
