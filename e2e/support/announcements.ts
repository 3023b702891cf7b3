// What a screen reader says by itself: texts that come into a live region, and alerts that come with theirs.
import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    said: string[];
  }
}

/** Before the first page: every text that is announced from then on is kept, over the pages of one document. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.said = [];
    const LIVE = '[role=status], [role=log], [aria-live=polite], [aria-live=assertive], [role=alert]';
    const say = (text: string | null) => {
      const words = text?.replace(/\s+/g, ' ').trim();
      if (words && words !== window.said.at(-1)) window.said.push(words);
    };
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const place = target instanceof Element ? target : target.parentElement;
        const region = place?.closest(LIVE);
        // A region that stood there before its text: that is what screen readers follow.
        if (region) say(region.textContent);
        else {
          for (const node of addedNodes) {
            if (!(node instanceof Element)) continue;
            // An alert is said when it comes; a status that comes with its words is not.
            const alerts = node.matches('[role=alert]') ? [node] : node.querySelectorAll('[role=alert]');
            for (const alert of alerts) say(alert.textContent);
          }
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

export async function expectSaid(page: Page, words: RegExp): Promise<void> {
  await expect
    .poll(async () => (await page.evaluate(() => window.said)).join('\n'), 'what was announced')
    .toMatch(words);
}
