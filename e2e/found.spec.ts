// Pages for search engines and the first render of the app: content without API calls, and correct statuses.
import { expect, test } from './support/test';

interface Listed {
  _id: string;
  name: string;
  description: string;
}

test('NOTFOUND-01 an unknown trek or article is 404 with the page', async ({ page, server }) => {
  for (const path of ['/package/019a0000-0000-7000-8000-000000000000', '/blog/nope', '/nowhere']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    expect(answer?.headers()['x-robots-tag'], path).toBe('noindex');
    await expect(page.getByRole('banner')).toBeVisible();
  }
  const found = await fetch(`${server.url}/sitemap.xml`).then((answer) => answer.text());
  const addresses = [...found.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address as string);
  expect(addresses.length).toBeGreaterThan(12);
  for (const address of addresses) {
    const path = new URL(address).pathname;
    expect((await fetch(server.url + path)).status, path).toBe(200);
  }
});

test('TREK-01 TREK-03 PKG-02 HOME-01 a page renders its initial data without an API call', async ({ page, server }) => {
  const list = await fetch(`${server.url}/api/treks/getall`).then((answer) => answer.json());
  const trek = list.data.treks[0] as Listed;
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(request.method() + pathname + search);
  });
  const began = (path: string) => calls.filter((call) => call.includes(path));

  await page.goto(`/package/${trek._id}`);
  await expect(page.getByRole('heading', { level: 1, name: trek.name })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(began('/api/treks')).toEqual([]);
  expect(began('/api/config')).toEqual([]);
  await expect(page).toHaveTitle(`${trek.name} · Chautari`);

  await page.goto('/packages');
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 2, name: 'Trending treks' })).toBeVisible();
  await page.goto('/blogs');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(began('/api/treks')).toEqual([]);
  expect(began('trending')).toEqual([]);
  expect(began('page=1')).toEqual([]);
  expect(began('/api/config')).toEqual([]);
});

test('API-22 an article is visible at once and its reader is counted', async ({ page, server }) => {
  const list = await fetch(`${server.url}/api/blogs`).then((answer) => answer.json());
  const blog = list.data.blogs.at(-1) as { _id: string; title: string; views: number };
  await page.goto(`/blog/${blog._id}`);
  await expect(page.getByRole('heading', { level: 1, name: blog.title })).toBeVisible();
  const views = async () => {
    const now = await fetch(`${server.url}/api/blogs`).then((answer) => answer.json());
    return (now.data.blogs as (typeof blog)[]).find((one) => one._id === blog._id)?.views;
  };
  await expect.poll(views).toBe(blog.views + 1);
});

test('NAV-01 title, description and canonical URL change with the page', async ({ page }) => {
  await page.goto('/packages');
  // The public URL of the site, which differs from the URL of this browser.
  const canonical = page.locator('link[rel="canonical"]');
  const { origin } = new URL((await canonical.getAttribute('href')) ?? '');
  await expect(canonical).toHaveAttribute('href', `${origin}/packages`);
  const first = page.getByRole('main').getByRole('heading', { level: 3 }).first();
  const name = (await first.textContent()) ?? '';
  await first.getByRole('link').click();
  await expect(page).toHaveTitle(`${name} · Chautari`);
  await expect(canonical).toHaveAttribute('href', origin + new URL(page.url()).pathname);
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveTitle('Packages · Chautari');
  await expect(canonical).toHaveAttribute('href', `${origin}/packages`);
});
