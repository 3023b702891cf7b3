// Checks of every page for people who zoom, use a screen reader, a phone or a keyboard, or prefer dark mode.
import { expect, type Page, test } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';
import { smallTargets } from './targets';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Annotation type that reporter.ts counts in its table of all runs. */
export const FINDINGS = 'axe';

/** Toasts stay while they are hovered, so that none fades while a check reads its colours. */
async function hoverToasts(page: Page, kind: 'mousemove' | 'mouseout'): Promise<void> {
  await page.evaluate((type) => {
    document.querySelector('[data-sonner-toaster]')?.dispatchEvent(new MouseEvent(type, { bubbles: true }));
  }, kind);
}

/**
 * Waits until the page is stable: no running colour transition, no font that is still loading, no fading toast. Endless
 * animations (a spinner) are not awaited.
 */
export async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.readyState === 'complete' &&
      document.fonts.status === 'loaded' &&
      // Its rows are pale while others are loaded.
      !document.querySelector('[data-desk-table][aria-busy="true"]') &&
      !document.querySelector('[data-sonner-toast][data-mounted="false"], [data-sonner-toast][data-removed="true"]') &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy') &&
      document
        .getAnimations()
        .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
}

/** Loads axe once for each document. The pages have no frames that it would have to look into. */
export async function violationsOf(page: Page, options: RunOptions): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (given) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    // Without the list of passed rules.
    return (await run(document, { ...given, resultTypes: ['violations'] })).violations;
  }, options);
}

export async function expectNoFindings(page: Page, where: string, onlyColours = false): Promise<void> {
  await hoverToasts(page, 'mousemove');
  await atRest(page);
  // Without target-size, which measures only the part of a target that a fixed bar does not cover; smallTargets
  // measures the whole target.
  const options: RunOptions = onlyColours
    ? { runOnly: ['color-contrast'] }
    : { runOnly: RULES, rules: { 'target-size': { enabled: false } } };
  const violations = await violationsOf(page, options);
  await hoverToasts(page, 'mouseout');
  test.info().annotations.push({ type: FINDINGS, description: `${violations.length} ${where}` });
  expect(violations.map(({ id, nodes }) => `${where} ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual(
    [],
  );
}

/** Nothing is wider than the window, so that zoomed-in readers need not scroll sideways (WCAG 1.4.10). */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(wider, `${where} is wider than the window`).toBeLessThanOrEqual(0);
}

export async function expectReadable(page: Page, where: string): Promise<void> {
  // Found by its tag, because an open dialog hides the role.
  await expect(page.locator('h1:visible'), `${where} has one main heading`).toHaveCount(1);
  await expect(page, `${where} has a title`).toHaveTitle(/\S/);
  await atRest(page);
  await expectNoSidewaysScroll(page, where);
  expect(await smallTargets(page), `${where}: what is hard to hit`).toEqual([]);
  await expectNoFindings(page, where);
}

const HEIGHTS = { 1280: 900, 390: 844 } as const;
export type Width = keyof typeof HEIGHTS;

/** Checks the current state on desktop and phone, light and dark, without reloading the page. */
export async function expectReadableEverywhere(
  page: Page,
  where: string,
  widths: Width[] = [1280, 390],
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHTS[width] });
    await page.emulateMedia({ colorScheme: 'light' });
    await expectReadable(page, `${where}, ${width} light`);
    // Dark mode changes the colours only.
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoFindings(page, `${where}, ${width} dark`, true);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
