// Writes src/styles/fonts: subsets with the characters that nearly every page needs, small enough to block rendering.
// Run it by hand after a change here or of the font packages (`node scripts/fonts.mjs`), and narrow-space.py after it;
// the output is committed. Other characters come from the files of the packages, which fonts.css declares with the
// remaining unicode ranges.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const packages = new URL('../node_modules/', import.meta.url);
const out = new URL('../src/styles/fonts/', import.meta.url);

const range = (from, to) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
/**
 * Subset of these files, as fonts.css declares it: ASCII, Latin-1, and the punctuation and symbols of texts and prices.
 */
const LATIN = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœʻʼˆ˚˜${range(0x2000, 0x206f)}€™↑↓−`;

const FONTS = [
  {
    from: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    to: 'instrument-sans.woff2',
    text: LATIN,
    variationAxes: { wght: { min: 400, max: 700 } },
  },
  {
    from: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
    to: 'bricolage-grotesque.woff2',
    text: LATIN,
    // Headings, names and large numbers: one weight (main.css) halves the file. The optical size axis stays.
    variationAxes: { wght: 640 },
  },
  {
    // The one word in the footer of every page. The complete Mukta is 100 kB.
    from: '@fontsource/mukta/files/mukta-devanagari-400-normal.woff2',
    to: 'mukta-chautari.woff2',
    text: '(चौतारी)',
  },
];

await mkdir(out, { recursive: true });
for (const { from, to, text, variationAxes } of FONTS) {
  const whole = await readFile(new URL(from, packages));
  const part = await subsetFont(whole, text, { targetFormat: 'woff2', ...(variationAxes && { variationAxes }) });
  await writeFile(new URL(to, out), part);
  await copyFile(new URL(`${from.split('/').slice(0, 2).join('/')}/LICENSE`, packages), new URL(`${to}.license`, out));
  console.log(`${to} ${part.length} bytes of ${whole.length}`);
}
