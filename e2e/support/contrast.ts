// Contrast of text on the picture behind it, which axe cannot measure.
import type { Locator, Page } from '@playwright/test';

interface Line {
  words: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Red, green, blue and opacity (0 to 1). */
  colour: number[];
  /** The contrast that WCAG 2.2 (1.4.3) requires for text of this size and weight. */
  wanted: number;
}

const HIDE =
  'main :is(h1, h2, h3, p, a, span) { color: transparent !important; transition: none !important; text-shadow: none !important }';

/**
 * The lines whose contrast is too low, each with its contrast. Ignores the palest 2 % of the background under a line,
 * such as a star or a gap between leaves.
 */
export async function paleOnPicture(page: Page, words: Locator): Promise<string[]> {
  const lines = await words.evaluateAll((elements) =>
    elements.flatMap((element): Line[] => {
      const style = getComputedStyle(element);
      const probe = document.createElement('i');
      // Whatever the notation, the computed colour has the form color(srgb 1 0.5 0 / 0.8).
      probe.style.color = `color-mix(in srgb, ${style.color}, ${style.color})`;
      document.body.append(probe);
      const [r = 0, g = 0, b = 0, a = 1] = (getComputedStyle(probe).color.match(/[\d.e-]+(?=[ )])/g) ?? []).map(Number);
      probe.remove();
      const size = Number.parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const range = document.createRange();
      range.selectNodeContents(element);
      return [...range.getClientRects()]
        .filter(({ width, height, left, right, top, bottom }) => {
          const inWindow = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
          const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          // Skips text under the header, or outside the window in a scrolled row.
          return width > 1 && height > 1 && inWindow && element.closest('article, header, section')?.contains(on);
        })
        .map(({ x, y, width, height }) => ({
          ...{ words: element.textContent?.trim() ?? '', x, y, width, height },
          ...{ colour: [r, g, b, a], wanted: large ? 3 : 4.5 },
        }));
    }),
  );
  const hidden = await page.addStyleTag({ content: HIDE });
  const png = (await page.screenshot()).toString('base64');
  await hidden.evaluate((style) => (style as HTMLElement).remove());
  const ratios = await page.evaluate(
    async ({ png, lines }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: image.width, height: image.height });
      const ground = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
      ground.drawImage(image, 0, 0);
      const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
      const light = (of: number[]) =>
        0.2126 * linear(of[0] ?? 0) + 0.7152 * linear(of[1] ?? 0) + 0.0722 * linear(of[2] ?? 0);
      const scale = image.width / innerWidth;
      return lines.map(({ x, y, width, height, colour }) => {
        const { data } = ground.getImageData(x * scale, y * scale, width * scale, height * scale);
        const alpha = colour[3] ?? 1;
        const all: number[] = [];
        for (let at = 0; at < data.length; at += 4) {
          const below = [...data.subarray(at, at + 3)].map((one) => one / 255);
          const letters = light(below.map((one, part) => (colour[part] ?? 0) * alpha + one * (1 - alpha)));
          const behind = light(below);
          all.push((Math.max(letters, behind) + 0.05) / (Math.min(letters, behind) + 0.05));
        }
        return all.sort((one, other) => one - other)[Math.floor(all.length / 50)] ?? 0;
      });
    },
    { png, lines },
  );
  if (lines.length === 0) return ['no line is in the window'];
  return lines.flatMap(({ words, colour, wanted }, at) => {
    const ratio = ratios[at] ?? 0;
    return ratio >= wanted ? [] : [`${words}: ${ratio.toFixed(2)} of ${wanted}, letters ${colour.join(' ')}`];
  });
}
