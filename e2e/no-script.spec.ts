// The public pages as the server renders them: readable without scripts, and rendered again by the app without layout
// shifts.
import { expect, test } from './support/test';

interface Listed {
  _id: string;
  name: string;
  description: string;
  location: string;
}

async function trekOf(url: string): Promise<Listed> {
  return (await fetch(`${url}/api/treks/getall`).then((answer) => answer.json())).data.treks[0];
}

for (const width of [390, 1280]) {
  test.describe(`without scripts, ${width} wide`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width, height: 844 } });

    test(`TREK-01 TREK-17 a trek is shown with its price, its altitudes and every day`, async ({ page, server }) => {
      const trek = await trekOf(server.url);
      const whole = (await fetch(`${server.url}/api/treks/${trek._id}`).then((answer) => answer.json())).data.trek;
      await page.goto(`/package/${trek._id}`);
      await expect(page.getByRole('heading', { level: 1, name: trek.name })).toBeVisible();
      await expect(page.getByText(trek.location).first()).toBeVisible();
      await expect(page.getByText(/\$[\d,.]+ per person incl\. taxes & fees/).first()).toBeVisible();
      await expect(page.getByText(/^[\d,]+\sm$/).first()).toBeVisible();
      const days = page.locator('#itinerary details');
      await expect(days).toHaveCount(
        whole.routes.reduce((least: typeof whole, route: typeof whole) =>
          route.pricePerHead < least.pricePerHead ? route : least,
        ).numberOfDays,
      );
      await days.first().locator('summary').click();
      await expect(days.first().getByText('Night:')).toBeVisible();
      const banner = page.locator('main header img');
      await expect(banner).toBeVisible();
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
      ).toBe(true);
      // Styled by the app, not by the defaults of the browser.
      expect(
        await page.getByRole('heading', { level: 1 }).evaluate((heading) => getComputedStyle(heading).fontFamily),
      ).toContain('Bricolage');
    });

    test('HOME-01 PKG-02 home and the list link to the treks', async ({ page, server }) => {
      const list = await fetch(`${server.url}/api/treks/getall`).then((answer) => answer.json());
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 2, name: 'Trending treks' })).toBeVisible();
      await page.goto('/packages');
      await expect(page.getByRole('main').getByRole('article')).toHaveCount(list.data.treks.length);
      await page.getByRole('link', { name: list.data.treks.at(-1).name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: list.data.treks.at(-1).name })).toBeVisible();
    });

    test('BLOG-01 articles are listed and readable to the end', async ({ page, server }) => {
      const list = await fetch(`${server.url}/api/blogs`).then((answer) => answer.json());
      const blog = list.data.blogs[0] as { _id: string; title: string; content: string[] };
      await page.goto('/blogs');
      await page.getByRole('link', { name: blog.title, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: blog.title })).toBeVisible();
      await expect(page.getByText(blog.content.at(-1) as string)).toBeVisible();
    });

    test('a page that needs scripts says so and links to readable pages', async ({ page }) => {
      await page.goto('/login');
      await expect(page.getByRole('heading', { name: 'This page needs JavaScript' })).toBeVisible();
      await page.getByRole('link', { name: 'All packages' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible();
      await page.goto('/custom-trek');
      await expect(page.getByRole('main').getByRole('link', { name: /@/ })).toBeVisible();
    });
  });
}

test('TREK-01 the page of the server stays until the app has loaded, and nothing shifts then', async ({
  page,
  server,
}) => {
  const trek = await trekOf(server.url);
  // Delays the script of the page, as on a slow connection.
  let release = () => {};
  const held = new Promise<void>((go) => {
    release = go;
  });
  await page.route(/\/assets\/PackagePage-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/package/${trek._id}`, { waitUntil: 'commit' });
  const heading = page.getByRole('heading', { level: 1, name: trek.name });
  const overview = page.getByRole('heading', { level: 2, name: 'Overview' });
  await expect(overview).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reserve' })).toHaveCount(0);
  await page.waitForFunction(
    () =>
      document.fonts.check('1em "Instrument Sans Variable"') &&
      document.fonts.check('1em "Bricolage Grotesque Variable"') &&
      document.styleSheets.length > 0,
  );
  const before = [await heading.boundingBox(), await overview.boundingBox()];
  release();
  await expect(page.getByRole('button', { name: 'Reserve' })).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  expect([await heading.boundingBox(), await overview.boundingBox()]).toEqual(before);
});
