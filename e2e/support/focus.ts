// Keyboard focus: visible at every stop (WCAG 2.4.7, 1.4.11), and not covered by fixed content (2.4.11).
import { expect, type Locator, type Page } from '@playwright/test';

interface Stop {
  /** The accessible name of the element. */
  name: string;
  /** Problems of the focus; empty if there are none. */
  faults: string[];
}

/** Inspects the focused element as it is currently rendered. */
async function readStop(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const stop = document.activeElement as HTMLElement | null;
    if (!stop || stop === document.body) return { name: 'nothing', faults: ['nothing has the focus'] };
    const words = stop.getAttribute('aria-label') ?? stop.textContent?.trim().slice(0, 40);
    const name = `${stop.tagName.toLowerCase()}${stop.id && `#${stop.id}`} "${words || stop.getAttribute('name')}"`;
    // An element that a script focused (the page, a heading, a dialog) is not a control and needs no ring.
    const control = stop.tabIndex >= 0;
    const faults: string[] = [];

    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!pen) throw new Error('no canvas');
    type Colour = [number, number, number, number];
    const read = (colour: string): Colour => {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      return [...pen.getImageData(0, 0, 1, 1).data] as Colour;
    };
    const luminance = ([r, g, b]: Colour) => {
      const part = (value: number) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      };
      return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    };
    const contrast = (one: Colour, other: Colour) => {
      const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
    };
    /** The lowest contrast of a colour with the background at a point; a picture may have any colour there. */
    const contrastAt = (x: number, y: number, colour: Colour): number => {
      const over: Colour[] = [];
      let grounds: Colour[] = [read(getComputedStyle(document.documentElement).backgroundColor)];
      for (const layer of document.elementsFromPoint(x, y)) {
        const { left, right, top, bottom } = layer.getBoundingClientRect();
        // The invisible margin of a control has no colour.
        if (x < left || x > right || y < top || y > bottom) continue;
        const { backgroundColor, backgroundImage } = getComputedStyle(layer);
        if (layer.matches('img, canvas, video') || backgroundImage !== 'none') {
          grounds = [
            [0, 0, 0, 255],
            [255, 255, 255, 255],
          ];
          break;
        }
        over.push(read(backgroundColor));
        if (over.at(-1)?.[3] === 255) break;
      }
      const mixed = grounds.map((ground) =>
        over.reduceRight<Colour>((under, [r, g, b, a]) => {
          const mix = (top: number, low: number) => (top * a + low * (255 - a)) / 255;
          return [mix(r, under[0]), mix(g, under[1]), mix(b, under[2]), 255];
        }, ground),
      );
      return Math.min(...mixed.map((ground) => contrast(colour, ground)));
    };

    const box = stop.getBoundingClientRect();
    const inWindow = {
      left: Math.max(box.left, 0),
      right: Math.min(box.right, innerWidth),
      top: Math.max(box.top, 0),
      bottom: Math.min(box.bottom, innerHeight),
    };
    if (inWindow.right - inWindow.left < 1 || inWindow.bottom - inWindow.top < 1) {
      return { name, faults: ['it is out of the window'] };
    }

    // Tests nine points of the element for fixed or sticky elements that cover them.
    const stays = (layer: Element | null) => {
      for (let at = layer; at; at = at.parentElement) {
        if (at.contains(stop)) return false;
        if (/fixed|sticky/.test(getComputedStyle(at).position) || at.hasAttribute('popover')) return true;
      }
      return false;
    };
    let covered = 0;
    for (const x of [0.1, 0.5, 0.9]) {
      for (const y of [0.1, 0.5, 0.9]) {
        const hit = document.elementFromPoint(
          inWindow.left + x * (inWindow.right - inWindow.left),
          inWindow.top + y * (inWindow.bottom - inWindow.top),
        );
        if (stays(hit)) covered += 1;
      }
    }
    if (control && covered > 0) faults.push(`${covered} of 9 points of it are covered`);
    // In a text of several lines the browser scrolls the edited line into view.
    if (
      control &&
      !stop.matches('textarea') &&
      box.height <= innerHeight / 2 &&
      (box.top < -1 || box.bottom > innerHeight + 1)
    ) {
      faults.push('a part of it is out of the window');
    }

    // The ring: that of the element, of its frame (a radio button in its label), or of the boxes that represent it (a
    // code).
    const near = [
      stop,
      stop.parentElement,
      stop.parentElement?.parentElement,
      stop.parentElement?.parentElement?.parentElement,
    ];
    const frames = near.filter((one): one is HTMLElement => Boolean(one) && one !== document.body);
    const drawnFor = stop.matches('input') ? [...(frames[2]?.querySelectorAll<HTMLElement>('*') ?? [])] : [];
    const ringed = [...frames, ...drawnFor].find((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    if (!control) return { name, faults };
    if (!ringed) return { name, faults: [...faults, 'no ring is drawn around it'] };
    const style = getComputedStyle(ringed);
    const ring = read(style.outlineColor);
    const frame = ringed.getBoundingClientRect();
    const offset = Number.parseFloat(style.outlineOffset);
    // A ring within the edge is drawn on the content.
    const reach = offset < 0 ? offset - 1 : offset + Number.parseFloat(style.outlineWidth) + 1;
    const middle = { x: (frame.left + frame.right) / 2, y: (frame.top + frame.bottom) / 2 };
    const beside = [
      [frame.left - reach, middle.y],
      [frame.right + reach, middle.y],
      [middle.x, frame.top - reach],
      [middle.x, frame.bottom + reach],
    ].filter(([x = -1, y = -1]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
    // A second colour around the ring contrasts with any background.
    const colours = /(?:rgba?|oklch|oklab|color|lab)\([^)]*\)(?= 0px 0px 0px (?:[2-9]|\d\d))/g;
    const second = style.boxShadow.match(colours)?.some((colour) => contrast(ring, read(colour)) >= 3);
    // One side may be covered by a neighbour.
    const weak = beside.map(([x = 0, y = 0]) => contrastAt(x, y, ring)).filter((one) => one < 3);
    if (!second && weak.length > 1) faults.push(`its ring has a contrast of ${Math.min(...weak).toFixed(2)}`);
    return { name, faults };
  });
}

/** Asserts that the focused element has a visible ring and is not covered. */
export async function expectFocusSeen(page: Page): Promise<string> {
  let stop = await readStop(page);
  // A list that just opened or a page that just scrolled is rendered a moment later.
  await expect
    .poll(async () => {
      stop = await readStop(page);
      return stop.faults;
    }, `the focus on ${stop.name}`)
    .toEqual([]);
  return stop.name;
}

export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await expectFocusSeen(page);
}

const has = (target: Locator) => target.evaluateAll((found) => found.includes(document.activeElement as HTMLElement));

/** Presses Tab until this element is focused, checking each stop; fails after `most` stops. */
export async function tabTo(page: Page, target: Locator, { most = 60, back = false } = {}): Promise<void> {
  // Before the page has it, Tab would leave the document.
  await expect(target.first()).toBeAttached();
  const passed: string[] = [];
  for (let stops = 0; stops < most; stops++) {
    if (await has(target)) return;
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    passed.push(await expectFocusSeen(page));
  }
  if (await has(target)) return;
  throw new Error(`${target} is not within ${most} stops:\n${passed.join('\n')}`);
}

export async function tabAndType(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  // Replaces the previous text, as when a user tabs into a field.
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Selects in a native list by typing the text of the option. */
export async function tabAndChoose(page: Page, target: Locator, option: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(option);
  await expect(target.locator('option:checked')).toHaveText(option);
}

export async function tabAndPress(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Tabs through the whole page from its top until the focus leaves it. */
export async function expectEveryStopSeen(page: Page, where: string): Promise<void> {
  await page.evaluate(() => {
    window.scrollTo(0, 0);
    (document.activeElement as HTMLElement | null)?.blur();
    // The next Tab starts here.
    const start = document.createElement('span');
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
  });
  const wrong: string[] = [];
  for (let stops = 0; stops < 400; stops++) {
    await page.keyboard.press('Tab');
    const again = await page.evaluate(() => {
      const stop = document.activeElement;
      if (!stop || stop === document.body || stop.hasAttribute('data-walked')) return true;
      stop.setAttribute('data-walked', '');
      return false;
    });
    if (again) break;
    const { name, faults } = await readSettled(page);
    wrong.push(...faults.map((fault) => `${where}: ${name}: ${fault}`));
  }
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('[data-walked]')) one.removeAttribute('data-walked');
  });
  expect(wrong).toEqual([]);
}

/** A page that just scrolled is rendered a moment later; a problem that remains after some frames is real. */
async function readSettled(page: Page): Promise<Stop> {
  let stop = await readStop(page);
  for (let tries = 0; stop.faults.length > 0 && tries < 5; tries++) {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    stop = await readStop(page);
  }
  return stop;
}
