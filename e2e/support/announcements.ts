// Announcements of screen readers: changes of live regions, and new alerts.
import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    said: string[];
  }
}

/** Call before the first page. Collects every announced text of a document. */
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
        // Screen readers announce a region that existed before its text.
        if (region) say(region.textContent);
        else {
          for (const node of addedNodes) {
            if (!(node instanceof Element)) continue;
            // A new alert is announced; a status that is added together with its text is not.
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
