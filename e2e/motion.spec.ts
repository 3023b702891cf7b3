// Animations: cards morph into pages and back, clicks during a transition count, nothing shifts, and reduced motion
// disables all of it.
import type { Page } from '@playwright/test';
import { trekNamed } from './support/api';
import { expect, test } from './support/test';

interface Passage {
  before: string[];
  after: string[];
  outcome: string;
}
declare global {
  interface Window {
    passages: Passage[];
    shifted: number;
  }
}

/** Records each view transition: the names on the page before and after it, and whether it finished. */
async function watchPassages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.passages = [];
    const names = () =>
      [...document.querySelectorAll('*')]
        .map((one) => getComputedStyle(one).viewTransitionName)
        .filter((name) => name && name !== 'none')
        .toSorted();
    const start = document.startViewTransition;
    document.startViewTransition = function (this: Document, ...call: Parameters<typeof start>) {
      const transition = start.apply(this, call);
      const passage: Passage = { before: names(), after: [], outcome: '' };
      window.passages.push(passage);
      transition.ready.then(
        () => Object.assign(passage, { after: names(), outcome: 'made' }),
        (refused) => Object.assign(passage, { outcome: String(refused) }),
      );
      return transition;
    };
  });
}

const passages = (page: Page) => page.evaluate(() => window.passages);
const subject = ['subject-picture', 'subject-title'];
const ofSubject = (names: string[] | undefined) => names?.filter((name) => name.startsWith('subject-'));
/** The browser skips a transition that it cannot draw in time; the page is shown all the same. */
const finished = (page: Page, count: number) =>
  expect.poll(async () => (await passages(page)).filter((one) => one.outcome !== '').length).toBe(count);

test('a card morphs into the page of its trek and back, with one picture and title and the focus on the page', async ({
  page,
  server,
}) => {
  const trek = await trekNamed(server, /Everest Base Camp/);
  await watchPassages(page);
  await page.goto('/packages');
  await page.getByRole('main').getByRole('link', { name: trek.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: trek.name })).toBeVisible();
  await finished(page, 1);
  expect(ofSubject((await passages(page))[0]?.before)).toEqual(subject);
  expect((await passages(page))[0]?.outcome).toBe('made');
  expect(ofSubject((await passages(page))[0]?.after)).toEqual(subject);
  await expect(page.getByRole('main')).toBeFocused();

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible();
  await finished(page, 2);
  expect(ofSubject((await passages(page))[1]?.before)).toEqual(subject);
  expect((await passages(page))[1]?.outcome).toBe('made');
  await expect(page.getByRole('main')).toBeFocused();
  // Between transitions no element has the names, so the next card can use them.
  await expect.poll(() => page.evaluate(() => document.querySelectorAll('[style*="subject-"]').length)).toBe(0);
});

test('going back during a transition causes no error and shows the previous page', async ({ page, server }) => {
  const trek = await trekNamed(server, /Everest Base Camp/);
  await page.addInitScript(() => {
    const start = document.startViewTransition;
    let isFirst = true;
    document.startViewTransition = function (this: Document, update: () => Promise<void>) {
      if (!isFirst) return start.call(this, update);
      isFirst = false;
      const transition = start.call(this, async () => {
        const left = new Promise((isLeft) => addEventListener('popstate', isLeft, { once: true }));
        history.back();
        await left;
        await update();
      });
      transition.finished.then(() => document.documentElement.classList.add('passage-is-over'));
      return transition;
    } as typeof start;
  });
  await page.goto('/packages');
  await page.getByRole('main').getByRole('link', { name: trek.name }).click();
  await expect(page.locator('html')).toHaveClass(/passage-is-over/);
  await expect(page).toHaveURL('/packages');
  await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible();
});

/** Makes transitions much longer than the time between two clicks. */
const slowly = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const style = new CSSStyleSheet();
      style.replaceSync(
        '::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 20s !important }',
      );
      document.adoptedStyleSheets.push(style);
    });
  });

test('a click right after a change of view counts: List, then Map', async ({ page }) => {
  await slowly(page);
  await page.goto('/packages');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(4);
  const [list, map] = await Promise.all(
    ['List', 'Map'].map((name) =>
      page.getByRole('group', { name: 'View' }).getByText(name, { exact: true }).boundingBox(),
    ),
  );
  if (!list || !map) throw new Error('no buttons of the views');
  // Clicks by position: Playwright's own click would wait until the target receives events.
  await page.mouse.click(list.x + list.width / 2, list.y + list.height / 2);
  await page.mouse.click(map.x + map.width / 2, map.y + map.height / 2);
  await expect(page).toHaveURL('/packages?view=map');
});

test('while a card morphs into its page the rest of the page accepts clicks', async ({ page, server }) => {
  const trek = await trekNamed(server, /Everest Base Camp/);
  await slowly(page);
  await watchPassages(page);
  await page.goto('/packages');
  await page.getByRole('main').getByRole('link', { name: trek.name }).click();
  await finished(page, 1);
  expect((await passages(page))[0]?.outcome).toBe('made');
  const blogs = await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blogs' }).boundingBox();
  if (!blogs) throw new Error('no link');
  await page.mouse.click(blogs.x + blogs.width / 2, blogs.y + blogs.height / 2);
  await expect(page).toHaveURL('/blogs');
});

test('with reduced motion nothing moves, and every link works', async ({ page, server }) => {
  const trek = await trekNamed(server, /Everest Base Camp/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchPassages(page);
  const longest = () =>
    page.evaluate(() =>
      Math.max(
        0,
        ...document.getAnimations().map((one) => Number(one.effect?.getComputedTiming().activeDuration ?? 0)),
      ),
    );
  await page.goto('/packages');
  await page.getByRole('radio', { name: 'List' }).click();
  await expect(page).toHaveURL('/packages?view=list');
  await page.getByRole('main').getByRole('link', { name: trek.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: trek.name })).toBeVisible();
  expect(await longest()).toBeLessThan(1);
  const day = page.getByRole('region', { name: 'Day by day' }).getByRole('button', { name: /^Day 1\D/ });
  await day.click();
  expect(await longest()).toBeLessThan(1);
  await expect(day).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'Open picture 1 of' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  expect(await longest()).toBeLessThan(1);
  await page.keyboard.press('Escape');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible();
  expect(await passages(page)).toEqual([]);
});

test('a browser without view transitions navigates without errors', async ({ page, server }) => {
  const trek = await trekNamed(server, /Langtang/);
  const words: string[] = [];
  page.on('console', (message) => {
    // Caused by the test itself.
    if (message.text().includes('blocked by Playwright')) return;
    if (['warning', 'error'].includes(message.type())) words.push(message.text());
  });
  await page.addInitScript(() => {
    Reflect.deleteProperty(Document.prototype, 'startViewTransition');
  });
  await page.goto('/packages?destination=langtang&view=list');
  await page.getByRole('radio', { name: 'Cards' }).click();
  await page.getByRole('main').getByRole('link', { name: trek.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: trek.name })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  expect(words).toEqual([]);
});

test('a loading trek shows its name and banner at once, and nothing shifts when the rest arrives', {
  tag: '@phone',
}, async ({ page, server }) => {
  const trek = await trekNamed(server, /Everest Base Camp/);
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) window.shifted += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let release = () => {};
  const held = new Promise<void>((go) => {
    release = go;
  });
  await page.route(`**/api/treks/${trek._id}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/packages');
  await page.getByRole('main').getByRole('link', { name: trek.name }).click();
  const title = page.getByRole('heading', { level: 1, name: trek.name });
  await expect(title).toBeVisible();
  await expect(page.getByText('Loading the trek')).toBeAttached();
  const banner = page.getByRole('article').locator('img').first();
  await expect.poll(() => banner.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  const before = await title.boundingBox();
  await page.evaluate(() => {
    window.shifted = 0;
  });
  release();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  expect(await title.boundingBox()).toEqual(before);
  expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.02);
});

test('the pictures of a trek are browsed by keys, and the focus returns to the last one seen', async ({
  page,
  server,
}) => {
  const trek = await trekNamed(server, /Langtang/);
  await page.goto(`/package/${trek._id}`);
  await page.getByRole('button', { name: 'Open picture 1 of 4' }).focus();
  await page.keyboard.press('Enter');
  const box = page.getByRole('dialog', { name: `Pictures of ${trek.name}` });
  await expect(box).toContainText('1 of 4');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(box).toContainText('3 of 4');
  await expect(box.getByRole('img', { name: `${trek.name}, 3 of 4` })).toBeInViewport();
  await page.keyboard.press('End');
  await expect(box).toContainText('4 of 4');
  await expect(box.getByRole('button', { name: 'Next picture' })).toBeHidden();
  await page.keyboard.press('Home');
  await box.getByRole('button', { name: 'Slide 2' }).click();
  await expect(box).toContainText('2 of 4');
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open picture 2 of 4' })).toBeFocused();
});
