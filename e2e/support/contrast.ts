// How well words can be read on what is really behind them: axe cannot tell where that is a picture.
import type { Locator, Page } from '@playwright/test';

interface Line {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Red, green, blue of 0 to 255, and how much of the ground it covers, 0 to 1. */
  colour: [number, number, number, number];
  /** What WCAG 2.2 (1.4.3) asks for letters of this size and weight. */
  wanted: number;
}

/**
 * How far the words fall short: 1 and more is as much contrast as they need. The palest fiftieth of the ground under a line is
 * left out, a star or a gap between leaves.
 */
export async function contrastOnPicture(page: Page, words: Locator): Promise<number> {
  const lines = await words.evaluateAll((elements) =>
    elements.flatMap((element): Line[] => {
      const style = getComputedStyle(element);
      const canvas = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
      canvas.fillStyle = style.color;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, a = 255] = canvas.getImageData(0, 0, 1, 1).data;
      const size = Number.parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const range = document.createRange();
      range.selectNodeContents(element);
      return [...range.getClientRects()]
        .filter(({ width, height, bottom }) => width > 1 && height > 1 && bottom <= innerHeight)
        .map(({ x, y, width, height }) => ({
          ...{ x, y, width, height },
          colour: [r, g, b, a / 255],
          wanted: large ? 3 : 4.5,
        }));
    }),
  );
  const hidden = await page.addStyleTag({
    content: 'main :is(h1, h2, h3, p, a, span) { color: transparent !important; text-shadow: none !important }',
  });
  const png = (await page.screenshot()).toString('base64');
  await hidden.evaluate((style) => (style as HTMLElement).remove());
  return page.evaluate(
    async ({ png, lines }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height).getContext(
        '2d',
      ) as OffscreenCanvasRenderingContext2D;
      canvas.drawImage(image, 0, 0);
      const linear = (value: number) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      const light = (r: number, g: number, b: number) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
      const scale = image.width / innerWidth;
      return Math.min(
        ...lines.map(({ x, y, width, height, colour: [r, g, b, alpha], wanted }) => {
          const { data } = canvas.getImageData(x * scale, y * scale, width * scale, height * scale);
          const ratios: number[] = [];
          for (let at = 0; at < data.length; at += 4) {
            const ground = [data[at] as number, data[at + 1] as number, data[at + 2] as number] as const;
            const over = (letter: number, below: number) => letter * alpha + below * (1 - alpha);
            const letters = light(over(r, ground[0]), over(g, ground[1]), over(b, ground[2]));
            const below = light(...ground);
            ratios.push((Math.max(letters, below) + 0.05) / (Math.min(letters, below) + 0.05));
          }
          ratios.sort((one, other) => one - other);
          return (ratios[Math.floor(ratios.length / 50)] ?? 0) / wanted;
        }),
      );
    },
    { png, lines },
  );
}
