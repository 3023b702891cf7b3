// Accessibility of every public page in every state, checked with axe.
import { expectReadableEverywhere } from './support/accessibility';
import { must, trekNamed } from './support/api';
import { openHomeSearch, submitHomeSearch } from './support/journey';
import { expect, test } from './support/test';
import { fates, isLost } from './support/trouble';

// Set from the first paint on, because a later change does not end running animations.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('home, the header and its menus pass an accessibility check in every state', async ({ page }) => {
  test.slow();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Trending treks' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expectReadableEverywhere(page, 'home');
  await openHomeSearch(page);
  await submitHomeSearch(page);
  await expect(page.getByText('Please select a date')).toBeVisible();
  await page.getByRole('combobox', { name: 'Destination' }).fill('la');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expectReadableEverywhere(page, 'home, mistakes and suggestions', [390]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Start date/ }).click();
  await expect(page.getByRole('dialog', { name: 'Start date' }).getByRole('grid')).toBeVisible();
  await expectReadableEverywhere(page, 'home, calendar', [390]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Find a trek' })).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectReadableEverywhere(page, 'menu of phones', [390]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('combobox', { name: 'Search treks' }).fill('ever');
  await expect(page.getByRole('option', { name: /Everest/ }).first()).toBeVisible();
  await expectReadableEverywhere(page, 'search of the header', [1280]);
  await page.getByRole('button', { name: 'User menu' }).click();
  await expect(page.getByRole('menu', { name: 'User menu' })).toBeVisible();
  await expectReadableEverywhere(page, 'user menu', [1280]);
});

test('the packages pass an accessibility check as a list, as a map, empty, loading and failed', async ({ page }) => {
  test.slow();
  await page.goto('/packages');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await expectReadableEverywhere(page, 'packages');
  await page.goto('/packages?view=map');
  await expect(page.locator('[data-map-drawn]')).toBeVisible();
  await page
    .getByRole('button', { name: /^\d+ treks: / })
    .first()
    .click();
  await expect(page.getByRole('main').getByRole('dialog')).toBeVisible();
  await expectReadableEverywhere(page, 'packages on the map', [1280]);
  await page.goto('/packages?destination=nowhere%20at%20all');
  await expect(page.getByRole('link', { name: 'Request a custom trek' })).toBeVisible();
  await expectReadableEverywhere(page, 'packages, none');
});

test('a trek passes an accessibility check with its days, pictures and panel open', async ({ page, server }) => {
  test.slow();
  const trek = await trekNamed(server, /Everest Base Camp/);
  await page.goto(`/package/${trek._id}`);
  await page.getByRole('button', { name: 'Open all days' }).click();
  await page.getByRole('heading', { name: 'Route map', exact: true }).scrollIntoViewIfNeeded();
  await expect(page.locator('[data-map-drawn]')).toBeVisible();
  await expectReadableEverywhere(page, 'trek');
  // With the days collapsed, because under the dialog they would only be checked a second time.
  await page.reload();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Check dates' }).click();
  await expect(page.getByRole('dialog', { name: 'Book this trek' })).toBeVisible();
  await expectReadableEverywhere(page, 'trek, the panel of phones', [390]);
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Pictures' }).getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectReadableEverywhere(page, 'trek, a picture');
});

test('articles, legal pages and errors pass an accessibility check', async ({ page, server }) => {
  test.slow();
  await page.goto('/blogs');
  const first = page.getByRole('main').getByRole('article').first();
  await expect(first).toBeVisible();
  await expectReadableEverywhere(page, 'blogs');
  await first.getByRole('link').click();
  await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible();
  await expectReadableEverywhere(page, 'blogs, an article');
  const { data } = await must(server, 'GET', '/api/blogs');
  const [blog] = data.blogs ?? data;
  for (const path of [
    `/blog/${blog._id}`,
    '/blog/00000000-0000-7000-8000-000000000000',
    '/package/00000000-0000-7000-8000-000000000000',
    '/custom-trek',
    '/terms',
    '/privacy',
    '/unsubscribe',
    '/booking/success',
    '/none',
  ]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expectReadableEverywhere(
      page,
      path.replace(/[0-9a-f-]{36}/, '…'),
      /terms|privacy/.test(path) ? [390] : undefined,
    );
  }
});

test('login, sign-up and recovery pass an accessibility check, with errors and the code form shown', async ({
  page,
}) => {
  test.slow();
  await page.goto('/login');
  await page.getByRole('main').getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await expectReadableEverywhere(page, 'login, mistakes');
  await page.goto('/signup');
  const go = page.getByRole('main').getByRole('button', { name: 'Continue', exact: true });
  await go.click();
  await expect(page.getByText("The passwords don't match").or(page.getByText('Enter your name')).first()).toBeVisible();
  await expectReadableEverywhere(page, 'sign-up, mistakes');
  await page.getByLabel('Username').fill('Lhamo Sherpa');
  await page.getByLabel('Email').fill(`lhamo.${Date.now()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('north-of-thorong-la');
  await page.getByLabel('Confirm password').fill('north-of-thorong-la');
  await go.click();
  const modal = page.getByRole('dialog', { name: 'Almost done..!' });
  await modal.getByRole('button', { name: 'Continue' }).click();
  await expect(modal.getByRole('alert')).toBeVisible();
  await expectReadableEverywhere(page, 'sign-up, the code');
  await page.goto('/forgot-password');
  await expectReadableEverywhere(page, 'recovery', [390]);
  await page.evaluate(() => {
    const endsAt = Date.now() + 600_000;
    sessionStorage.setItem('recovery', JSON.stringify({ email: 'pasang.lhamu.sherpa@example.org', endsAt }));
  });
  await page.goto('/forgot-password');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Please fill out all fields correctly.')).toBeVisible();
  await expectReadableEverywhere(page, 'recovery, the second step');
});

test.describe('with a server that does not respond', () => {
  test.use({ expectedErrors: [/Failed to fetch|net::ERR/] });

  test('pages that are loading and pages that failed pass an accessibility check', async ({ page }) => {
    test.slow();
    await page.goto('/terms');
    const calls = await fates(page, 'GET', /\/api\/(treks|blogs)/);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    for (const [to, link] of [
      ['/packages', pages.getByRole('link', { name: 'Packages' })],
      ['/blogs', pages.getByRole('link', { name: 'Blogs' })],
    ] as const) {
      let answer = () => {};
      const held = new Promise<void>((go) => {
        answer = go;
      });
      calls.set(async (route) => {
        await held;
        await isLost(route);
      });
      await link.click();
      await expect(page).toHaveURL(to);
      await expect(page.getByRole('main').locator('[aria-busy=true]').first()).toBeVisible();
      await expectReadableEverywhere(page, `${to}, waiting`, [390]);
      answer();
      await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible({ timeout: 60_000 });
      await expectReadableEverywhere(page, `${to}, failed`, [1280]);
    }
  });
});
