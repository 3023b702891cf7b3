// Large text, wide spacing, narrow windows, reduced motion and forced colours: all content stays readable.
import type { Locator, Page } from '@playwright/test';
import { atRest, expectNoSidewaysScroll } from './support/accessibility';
import { adminSession, carrySession, signUp, trekNamed } from './support/api';
import { expectEveryStopSeen } from './support/focus';
import { bookingPanel, continueToPayment, fillParty, payNow, reserve } from './support/journey';
import { expect, test } from './support/test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Texts that are cut off and cannot be scrolled into view; an intended ellipsis is allowed. */
async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('main *, header *, footer *')) {
      const own = [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (!own || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const style = getComputedStyle(element);
      if (style.clipPath !== 'none' || element.closest('.maplibregl-map, [role=region][aria-label^=Map]')) continue;
      const range = document.createRange();
      range.selectNodeContents(own);
      const words = range.getBoundingClientRect();
      for (let box: HTMLElement | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp, position, clipPath } = getComputedStyle(box);
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || clipPath !== 'none') break;
        if (/auto|scroll/.test(overflowX) || /auto|scroll/.test(overflowY) || position === 'fixed') break;
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const clips = /hidden|clip/;
        const lost =
          (clips.test(overflowX) && (words.left < left - 2 || words.right > right + 2)) ||
          (clips.test(overflowY) && (words.top < top - 2 || words.bottom > bottom + 2));
        if (lost) {
          cut.push(`<${element.tagName.toLowerCase()}> ${element.textContent?.trim().slice(0, 50)}`);
          break;
        }
      }
      if (words.right > innerWidth + 2 && !element.closest('[class*=overflow]')) {
        cut.push(`<${element.tagName.toLowerCase()}> ${element.textContent?.trim().slice(0, 50)} (beside the window)`);
      }
    }
    return cut;
  });
}

async function setFontSize(page: Page, standard: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
  await devtools.detach();
}

const MANNERS: Record<string, (page: Page) => Promise<unknown>> = {
  'in a window of 320 px': (page) => page.setViewportSize({ width: 320, height: 640 }),
  'with text twice as large': async (page) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    // The font size in the settings of the browser, which also moves the breakpoints, as zoom does.
    await setFontSize(page, 32);
  },
  'with wide spaces in text': async (page) => {
    await setFontSize(page, 16);
    // The values of WCAG 1.4.12.
    await page.addStyleTag({
      content: `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
        p { margin-block-end: 2em !important }`,
    });
  },
};

async function expectReadableInEveryManner(page: Page, where: string): Promise<void> {
  for (const [manner, set] of Object.entries(MANNERS)) {
    await set(page);
    await atRest(page);
    await expectNoSidewaysScroll(page, `${where} ${manner}`);
    // Parts of the desk are rendered anew in the frame after a resize.
    await expect.poll(() => cutTexts(page), `${where} ${manner}: what is cut off`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

test('public pages and forms lose nothing at 320 px, with text twice as large and with wide spacing', async ({
  page,
  server,
}) => {
  test.slow();
  const trek = await trekNamed(server, /Annapurna Circuit/);
  for (const path of [
    '/',
    '/packages',
    `/package/${trek._id}`,
    '/blogs',
    '/custom-trek',
    '/login',
    '/signup',
    '/none',
  ]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expectReadableInEveryManner(page, path);
  }
  await carrySession(page, await signUp(server, 'Pemba Wide'));
  await reserve(page, server, /Poon Hill/, 5);
  await expectReadableInEveryManner(page, 'guest forms');
  await page.goto('/dashboard?section=security');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectReadableInEveryManner(page, 'security');
});

test('the desk loses nothing at 320 px, with text twice as large and with wide spacing', async ({ page, server }) => {
  test.slow();
  await carrySession(page, await adminSession(server));
  for (const section of ['manage-treks', 'all-bookings', 'add-new-trek', 'create-blog', 'audit-log']) {
    await page.goto(`/admin?section=${section}`);
    await page.waitForLoadState('networkidle');
    await expectReadableInEveryManner(page, section);
  }
});

test('the keyboard focus is never covered by a fixed bar, on a desktop and on a phone', async ({ page, server }) => {
  test.slow();
  const trek = await trekNamed(server, /Mardi Himal/);
  for (const [width, height] of [
    [1280, 900],
    [390, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of [`/package/${trek._id}`, '/packages?view=map', '/custom-trek']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await expectEveryStopSeen(page, `${path} ${width}`);
    }
  }
  await carrySession(page, await signUp(server, 'Pemba Bar'));
  await reserve(page, server, /Mardi Himal/, 2);
  await expectEveryStopSeen(page, 'guest forms 390');
  await fillParty(page, 2);
  await continueToPayment(page).click();
  await expect(payNow(page)).toBeVisible();
  await expectEveryStopSeen(page, 'payment 390');
  await carrySession(page, await adminSession(server));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/package/edit/${trek._id}`);
  await expect(page.getByRole('heading', { level: 1, name: `Edit ${trek.name}` })).toBeVisible();
  await expectEveryStopSeen(page, 'the editor');
});

test('in forced colours selections, switches and buttons are recognisable', async ({ page, server }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const trek = await trekNamed(server, /Mardi Himal/);
  await page.goto(`/package/${trek._id}`);
  const panel = await bookingPanel(page);
  const ground = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);
  const money = panel.locator('label', { has: page.getByRole('radio') });
  expect(await ground(money.nth(0))).not.toBe(await ground(money.nth(1)));
  const track = panel.getByRole('switch', { name: 'Meals' }).locator('..');
  const on = await ground(track);
  await panel.getByRole('switch', { name: 'Meals' }).uncheck();
  await expect.poll(() => ground(track)).not.toBe(on);
  for (const drawn of [track, panel.getByRole('button', { name: 'Reserve' })])
    await expect(drawn).toHaveCSS('border-top-width', '1px');
});

test('with reduced motion nothing is animated', async ({ page, server }) => {
  const trek = await trekNamed(server, /Annapurna Circuit/);
  for (const path of ['/', '/packages', `/package/${trek._id}`, '/login']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const moving = await page.evaluate(() => {
      const seconds = (list: string) =>
        Math.max(...list.split(',').map((one) => Number.parseFloat(one) * (one.includes('ms') ? 1 : 1000)));
      return [...document.querySelectorAll('*')].flatMap((element) =>
        [undefined, '::before', '::after'].flatMap((part) => {
          const style = getComputedStyle(element, part);
          const long = Math.max(seconds(style.transitionDuration), seconds(style.animationDuration)) > 1;
          const moves = style.animationName !== 'none' || style.transitionProperty !== 'none';
          const smooth = style.scrollBehavior === 'smooth';
          return (long && moves) || smooth ? [`${path} ${element.tagName} ${element.className} ${part ?? ''}`] : [];
        }),
      );
    });
    expect(moving).toEqual([]);
  }
});

test('the agency name and the emails of its bookings are complete in windows of every width', async ({
  page,
  server,
}) => {
  await carrySession(page, await adminSession(server));
  await page.goto('/admin?section=all-bookings');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  for (const width of [360, 768, 1024, 1100, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const shortened = await page.evaluate(
      (mails) =>
        [...document.querySelectorAll(`header a span${mails ? ', th[scope=row] span' : ''}`)]
          .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.textContent ?? '')
          // Longer ones have their full text in the title.
          .filter((words) => words.length < 30),
      width >= 1280,
    );
    expect(shortened, `${width}`).toEqual([]);
  }
});
