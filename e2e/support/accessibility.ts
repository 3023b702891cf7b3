// What every page must hold for people who zoom, listen, use a phone, a keyboard or an unsteady hand, or read at night.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { smallTargets } from './targets';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Looked at by reporter.ts, which prints a table of all runs. */
export const FINDINGS = 'axe';

/**
 * Looked at too early, a page is none that anyone sees: a colour half way to the next one, a line in the stand-in
 * for a font that is still coming, a toast that fades. What runs for ever (a spinner) is not waited for.
 */
export async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.readyState === 'complete' &&
      document.fonts.status === 'loaded' &&
      !document.querySelector('[data-sonner-toast][data-mounted="false"], [data-sonner-toast][data-removed="true"]') &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy') &&
      document
        .getAnimations()
        .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
}

export async function expectNoFindings(page: Page, where: string, onlyColours = false): Promise<void> {
  // Not target-size: it takes what lies under a bar that stays for small; smallTargets measures the whole target.
  // Without the list of what passed; and in the page itself, where there are no frames that a page beside must help with.
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await (onlyColours
    ? builder.withRules('color-contrast')
    : builder.withTags(RULES).disableRules('target-size')
  ).analyze();
  test.info().annotations.push({ type: FINDINGS, description: `${violations.length} ${where}` });
  expect(violations.map(({ id, nodes }) => `${where} ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual(
    [],
  );
}

/** Nothing is wider than the window, so that who zooms in reads without moving sideways (WCAG 1.4.10). */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(wider, `${where} is wider than the window`).toBeLessThanOrEqual(0);
}

export async function expectReadable(page: Page, where: string): Promise<void> {
  // Not by its role: an open dialog takes it from the page.
  await expect(page.locator('h1:visible'), `${where} has one main heading`).toHaveCount(1);
  await expect(page, `${where} has a title`).toHaveTitle(/\S/);
  await atRest(page);
  await expectNoSidewaysScroll(page, where);
  expect(await smallTargets(page), `${where}: what is hard to hit`).toEqual([]);
  await expectNoFindings(page, where);
}

const HEIGHTS = { 1280: 900, 390: 844 } as const;
export type Width = keyof typeof HEIGHTS;

/** The state that the page is in, on a desktop and on a phone, by day and by night; nothing is loaded again. */
export async function expectReadableEverywhere(
  page: Page,
  where: string,
  widths: Width[] = [1280, 390],
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHTS[width] });
    await page.emulateMedia({ colorScheme: 'light' });
    await expectReadable(page, `${where}, ${width} light`);
    // By night only the colours are others.
    await page.emulateMedia({ colorScheme: 'dark' });
    await atRest(page);
    await expectNoFindings(page, `${where}, ${width} dark`, true);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
