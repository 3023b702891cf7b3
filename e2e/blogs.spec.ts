// Articles: the list, the dialog over it with its own URL, missing pictures, and failing servers.
import type { Locator, Page } from '@playwright/test';
import { violationsOf } from './support/accessibility';
import { must } from './support/api';
import { openHomeSearch } from './support/journey';
import type { Server } from './support/server';
import { expect, test } from './support/test';

// biome-ignore lint/suspicious/noExplicitAny: the article as the server answers it.
type Article = any;

async function articles(server: Server): Promise<Article[]> {
  return (await must(server, 'GET', '/api/blogs?sortBy=createdAt&order=desc')).data.blogs;
}

const dialogOf = (page: Page, article: Article) => page.getByRole('dialog', { name: article.title });
const cardOf = (page: Page, article: Article) => page.getByRole('main').getByRole('link', { name: article.title });
const holdsFocus = (dialog: Locator) => dialog.evaluate((node) => node.contains(document.activeElement));
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

const imagesOf = (article: Article): string[] => [
  ...new Set([article.thumbnail, article.banner, ...article.images].filter(Boolean)),
];

test('BLOG-11..16 BLOG-19 a card opens its article with its pictures and text, and the page behind does not scroll', {
  tag: '@phone',
}, async ({ page, server }) => {
  const article = (await articles(server)).find((one) => imagesOf(one).length > 1);
  await page.goto('/blogs');
  await cardOf(page, article).click();
  const dialog = dialogOf(page, article);
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(`/blogs?article=${article._id}`);
  for (const text of [article.description, article.content[0], article.content.at(-1)]) {
    await expect(dialog.getByText(text).first()).toBeVisible();
  }
  for (const tag of article.tags) await expect(dialog.getByRole('listitem').getByText(tag)).toBeVisible();
  const published = new Date(article.publishedOn).toLocaleDateString('en-US', {
    month: 'short',
    day: '2-digit',
    year: 'numeric',
    timeZone: 'Asia/Kathmandu',
  });
  await expect(dialog.getByText(published, { exact: true })).toBeVisible();
  await expect(dialog.getByText(/^\d[\d,]* views?$/)).toBeVisible();

  // Shows every picture in order, then the first again, by arrow and by dot.
  const wanted = imagesOf(article);
  const shown = dialog.locator('[aria-roledescription=slide]:not([inert]) img');
  for (const source of wanted) {
    await expect(shown).toHaveAttribute('src', source);
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await dialog.getByRole('button', { name: 'Next slide' }).click();
  }
  await expect(shown).toHaveAttribute('src', wanted[0] ?? '');
  await dialog.getByRole('button', { name: 'Previous slide' }).click();
  await expect(shown).toHaveAttribute('src', wanted.at(-1) ?? '');
  await expect(dialog.getByRole('button', { name: /^Slide \d+$/ })).toHaveCount(wanted.length);
  await dialog.getByRole('button', { name: 'Slide 2' }).click();
  await expect(shown).toHaveAttribute('src', wanted[1] ?? '');

  // The page behind does not scroll.
  const before = await scrolled(page);
  await page.mouse.move(8, 8);
  await page.mouse.wheel(0, 900);
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
  expect(await scrolled(page)).toBe(before);

  // A reopened article starts at the first picture.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await cardOf(page, article).click();
  await expect(shown).toHaveAttribute('src', wanted[0] ?? '');

  await dialog.getByRole('link', { name: 'Open full page' }).click();
  await expect(page).toHaveURL(`/blog/${article._id}`);
  await expect(page.getByRole('heading', { level: 1, name: article.title })).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeVisible();
});

test('BLOG-17 BLOG-18 button, backdrop, Escape and back close the article; the focus stays inside and returns', async ({
  page,
  server,
}) => {
  const [, , , , article] = await articles(server);
  await page.goto('/blogs');
  const card = cardOf(page, article);
  const dialog = dialogOf(page, article);
  await card.scrollIntoViewIfNeeded();
  const place = await scrolled(page);
  const ways: Record<string, () => Promise<unknown>> = {
    button: () => dialog.getByRole('button', { name: 'Close' }).click(),
    backdrop: async () => {
      // The dialog takes the focus and, in a timer of the same moment, begins to listen for clicks outside.
      await expect.poll(() => holdsFocus(dialog)).toBe(true);
      await page.evaluate(() => new Promise((ended) => setTimeout(ended)));
      await page.mouse.click(20, 450);
    },
    escape: async () => {
      // A second Escape must not leave the list.
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    },
    back: () => page.goBack(),
  };
  for (const [name, close] of Object.entries(ways)) {
    await card.click();
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog, name).toBeHidden();
    await expect(page, name).toHaveURL('/blogs');
    await expect(card, name).toBeFocused();
    expect(await scrolled(page), name).toBe(place);
  }

  await card.press('Enter');
  await expect(dialog.getByText(article.content[0])).toBeVisible();
  for (let step = 0; step < 25; step += 1) {
    await page.keyboard.press(step % 5 === 4 ? 'Shift+Tab' : 'Tab');
    expect(await holdsFocus(dialog)).toBe(true);
  }
  await page.goBack();
  await page.goForward();
  await expect(dialog).toBeVisible();
});

test('BLOG-11 BLOG-15 BLOG-17 its URL opens it in a new tab and after a reload, with the page of the list; closing returns to that page', async ({
  page,
  server,
}) => {
  const [article] = await articles(server);
  await page.goto(`/blogs?page=2&article=${article._id}`);
  await expect(dialogOf(page, article).getByText(article.content[0])).toBeVisible();
  await page.reload();
  await expect(dialogOf(page, article).getByText(article.content[0])).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/blogs?page=2');
  await expect(cardOf(page, article)).toBeFocused();
});

test('BLOG-21 a middle click and a new tab open the full page of the article', async ({ page, server, context }) => {
  const [article] = await articles(server);
  await page.goto('/blogs');
  const opened = context.waitForEvent('page');
  await cardOf(page, article).click({ modifiers: ['ControlOrMeta'] });
  const tab = await opened;
  await expect(tab).toHaveURL(new RegExp(`/blog/${article._id}$`));
  await expect(tab.getByRole('heading', { level: 1, name: article.title })).toBeVisible();
});

test('BLOG-20 BLOG-24 BLOG-26 loading, failed and unknown articles are shown as such, and a failed one can be retried', async ({
  page,
  server,
}) => {
  const [article] = await articles(server);
  const call = `**/api/blogs/${article._id}`;
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(call, async (route) => {
    await held;
    await route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Service Unavailable</h1>' });
  });
  await page.goto('/blogs');
  await cardOf(page, article).click();
  const dialog = dialogOf(page, article);
  await expect(dialog.getByText('Loading the article')).toBeAttached();
  answer();
  await expect(dialog.getByText('Failed to load blog details. Please try again.')).toBeVisible();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(1);
  await page.unroute(call);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText(article.content[0])).toBeVisible();

  for (const id of ['019a0000-0000-7000-8000-000000000000', 'not-an-id', '..', '<b>x</b>', 'x'.repeat(5000)]) {
    await page.goto(`/blogs?article=${encodeURIComponent(id)}`);
    await expect(page.getByRole('dialog').getByText('No blog details available.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/blogs');
    await expect(page.getByRole('article')).not.toHaveCount(0);
  }
});

test('BLOG-15 the dialog passes an accessibility check, light and dark, and fits a phone', {
  tag: '@phone',
}, async ({ page, server }) => {
  const [article] = await articles(server);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`/blogs?article=${article._id}`);
    await expect(dialogOf(page, article).getByText(article.content[0])).toBeVisible();
    await page.waitForLoadState('networkidle');
    // The dialog hides the page and its main heading from assistive technology.
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider, colorScheme).toBeLessThanOrEqual(0);
    const violations = await violationsOf(page, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] });
    expect(
      violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]),
      colorScheme,
    ).toEqual([]);
  }
});

test('BLOG-07 BLOG-12 TREK-02 TREK-10 pictures that do not load show a drawing, never a broken image', async ({
  page,
  server,
}) => {
  const [article] = await articles(server);
  const trek = (await must(server, 'GET', '/api/treks/getall')).data.treks[0];
  await page.route('**/pictures/**', (route) => route.abort());
  for (const path of [
    '/',
    '/packages',
    `/package/${trek._id}`,
    '/blogs',
    `/blogs?article=${article._id}`,
    `/blog/${article._id}`,
  ]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading').first()).toBeVisible();
    const broken = () =>
      page.evaluate(
        () =>
          [...document.images].filter(
            (image) => image.src.includes('/pictures/') && image.complete && !image.naturalWidth,
          ).length,
      );
    await expect.poll(broken, path).toBe(0);
  }
});

test('PKG-12 PKG-18 HOME-09 five thousand letters and markup in the URL and in the fields are shown as text', {
  tag: '@phone',
}, async ({ page }) => {
  const hostile = ['x'.repeat(5000), '<img src=x onerror="document.title=1"><script>document.title=2</script>'];
  for (const text of hostile) {
    await page.goto(`/packages?destination=${encodeURIComponent(text)}`);
    await expect(page.getByText('No packages found')).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(text);
    await expect(page).toHaveTitle(/Packages/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.goto('/');
    await openHomeSearch(page);
    await page.getByRole('combobox', { name: 'Destination' }).fill(text);
    await expect(page.getByText('No destinations found')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
});

test('BLOG-03 PKG-09 pages past the end show the last one', async ({ page, server }) => {
  const count = (await articles(server)).length;
  await page.goto('/blogs?page=999999');
  await expect(page.getByRole('article')).toHaveCount(count % 6 || 6);
  await page.goto('/packages?page=999999');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
});
