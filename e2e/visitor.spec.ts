// A visitor without an account: browse, search, read, and learn what booking requires.
import type { Page } from '@playwright/test';
import { must, trekNamed, treks } from './support/api';
import { dayFromNow } from './support/days';
import { cheapestPrice, dollars, escapeRegExp } from './support/format';
import { openHomeSearch, submitHomeSearch } from './support/journey';
import { expect, test } from './support/test';

async function menu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  // The header shows one of the two as soon as it renders.
  await expect(button.or(page.getByRole('button', { name: 'User menu' }))).toBeVisible();
  if (await button.isVisible()) await button.click();
}

test(
  'NAV-16..22 NAV-30 the header leads to home, packages and blogs, and a visitor to sign-up',
  { tag: '@phone' },
  async ({ page }, info) => {
    await page.goto('/');
    for (const [name, path, heading] of [
      ['Packages', '/packages', 'Packages'],
      ['Blogs', '/blogs', 'Blogs'],
      ['Home', '/', /Himalayan trek/],
    ] as const) {
      await menu(page);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
      // A new page closes the menu.
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
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

test('NAV-33..35 PKG-12 PKG-18 the header search is debounced, suggests by name and passes its text to the packages', {
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

test('HOME-01 HOME-09..12 the home search requires a destination from the list and a date that is not past', {
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
  // On the first of a month, yesterday is in a month that cannot be opened.
  if (await past.count()) await expect(past).toBeDisabled();
  else await expect(calendar.getByRole('button', { name: /previous month/i })).toBeDisabled();
});

test('HOME-02..04 HOME-16 ACH-02 BLOG-01..03 BLOG-21 BLOG-22 home shows popular treks, achievements and articles', async ({
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

test('PKG-02 PKG-05 PKG-06 PKG-09..11 PKG-15 PKG-16 the packages list sorts, searches, has pages of four, and shows when it was loaded', async ({
  page,
  server,
}) => {
  await page.goto('/packages');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(4);

  const byPrice = (await treks(server)).toSorted((a, b) => cheapestPrice(a) - cheapestPrice(b));
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

test('a trek has the same length and total price in search, on its card and on its page', async ({ page, server }) => {
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
    new RegExp(`${escapeRegExp(price)} per person incl\\. taxes & fees`),
  );
  await expect(page.getByRole('region', { name: 'Included', exact: true })).toContainText(whole.included[0]);
  await expect(page.getByRole('region', { name: 'Not included' })).toContainText(whole.notIncluded[0]);
  await page.goto('/');
  await openHomeSearch(page);
  await page.getByRole('combobox', { name: 'Destination' }).fill('poon');
  await expect(page.getByRole('option', { name: /Poon Hill/ })).toContainText('4–5 days');
});

test(
  'packages are filtered by length, difficulty, month and region, in the URL and on phones in a sheet',
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
