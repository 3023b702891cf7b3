// Draws the icons of web/public from the logo (web/src/ui/mark.json) and the colours of tokens.css. Run manually when
// either has changed: `node scripts/icons.mjs`; the output is committed.
import { readFileSync, writeFileSync } from 'node:fs';
import { openBrowser } from './browser.mjs';

const root = new URL('../', import.meta.url);
const mark = JSON.parse(readFileSync(new URL('web/src/ui/mark.json', root), 'utf8'));
const tokens = readFileSync(new URL('web/src/styles/tokens.css', root), 'utf8');
const pair = (name) => tokens.match(new RegExp(`--color-${name}: light-dark\\((#\\w+), (#\\w+)\\)`))?.slice(1) ?? [];
const [ink, inkAtNight] = pair('ink');
const [laligurans, laliguransAtNight] = pair('laligurans');
const [paper] = pair('paper');
if (!ink || !laligurans || !paper) throw new Error('tokens.css does not contain the expected colours');

const shapes = (trees, ledge) => `<path d="${mark.trees}" fill="${trees}"/><path d="${mark.ledge}" fill="${ledge}"/>`;

/** Favicon for a browser's tab bar of any colour. */
const favicon =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Two trees on a ledge</title><style>` +
  `.t{fill:${ink}}.l{fill:${laligurans}}@media (prefers-color-scheme:dark){.t{fill:${inkAtNight}}.l{fill:${laliguransAtNight}}}` +
  `</style><path class="t" d="${mark.trees}"/><path class="l" d="${mark.ledge}"/></svg>\n`;

/** Icon on a tile; the logo takes `part` of the tile's width. */
function tile(size, part, radius) {
  const edge = (32 / part - 32) / 2;
  const whole = 32 + 2 * edge;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-edge} ${-edge} ${whole} ${whole}">` +
    `<rect x="${-edge}" y="${-edge}" width="${whole}" height="${whole}" rx="${radius * whole}" fill="${ink}"/>` +
    `${shapes(paper, laliguransAtNight)}</svg>`
  );
}

const browser = await openBrowser();
async function png(size, part, radius) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${tile(size, part, radius)}`);
  const bytes = await page.screenshot({ omitBackground: true });
  await page.close();
  return bytes;
}

/** ICO file with several PNG images. */
function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  pictures.forEach(({ size, bytes }, index) => {
    const entry = 6 + 16 * index;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(bytes.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += bytes.length;
  });
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)]);
}

const write = (name, bytes) => {
  writeFileSync(new URL(`web/public/${name}`, root), bytes);
  console.log(`web/public/${name} ${bytes.length} bytes`);
};
write('favicon.svg', favicon);
const small = [];
for (const size of [16, 32, 48]) small.push({ size, bytes: await png(size, size === 16 ? 1 : 0.8, 0.18) });
write('favicon.ico', ico(small));
// iOS rounds the corners itself; a maskable icon may be cropped to a circle of 80 %.
write('apple-touch-icon.png', await png(180, 0.62, 0));
write('icon-192.png', await png(192, 0.68, 0.2));
write('icon-512.png', await png(512, 0.68, 0.2));
write('icon-maskable-512.png', await png(512, 0.52, 0));
await browser.close();
