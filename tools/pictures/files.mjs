// The files of a picture: WebP and AVIF in the widths that the web app asks for (web/src/ui/copies.json), and the few pixels shown
// while it loads.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { drawPicture, frameOf } from './draw/picture.mjs';

export const PICTURES = fileURLToPath(new URL('../../demo/pictures/', import.meta.url));
/** `node demo/check.mjs` holds the files to these too. */
const MAX_BYTES = { 480: 30_000, 960: 80_000, 1600: 150_000, 2400: 155_000 };

/** How long the AVIF encoder searches, 0 to 9. */
const EFFORT = Number(process.env.EFFORT ?? 4);

/** [format, width] of every file. */
function copiesOf(name) {
  const avif = name.endsWith('-tall') ? [480, 960] : name.endsWith('/banner') ? [480, 960, 1600, 2400] : [480, 960, 1600];
  return [...[480, 960].map((width) => ['webp', width]), ...avif.map((width) => ['avif', width])];
}

/** One copy, at the best quality whose file is not too large. */
async function encode(pixels, width, isAvif) {
  const small = sharp(await sharp(pixels).resize(width, null, { kernel: 'lanczos3' }).png({ compressionLevel: 0 }).toBuffer());
  for (let quality = isAvif ? 40 : 54; ; quality -= 6) {
    const bytes = await (isAvif
      ? small.clone().avif({ quality, effort: EFFORT, chromaSubsampling: '4:2:0' })
      : small.clone().webp({ quality, effort: 6, smartSubsample: true })
    ).toBuffer();
    if (bytes.length <= MAX_BYTES[width] || quality < 20) return bytes;
  }
}

/** The picture as PNG, `width` pixels wide. */
export function render(name, scene, width) {
  const svg = Buffer.from(drawPicture(name, scene));
  return sharp(svg, { density: (72 * width) / frameOf(name).width, unlimited: true })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

export async function writeCopies(name, scene) {
  const copies = copiesOf(name);
  const pixels = await render(name, scene, name.endsWith('-tall') ? 1200 : name.endsWith('/banner') ? 2400 : 1600);
  mkdirSync(dirname(join(PICTURES, name)), { recursive: true });
  let sum = 0;
  for (const [format, width] of copies) {
    const bytes = await encode(pixels, width, format === 'avif');
    writeFileSync(join(PICTURES, `${name}-${width}.${format}`), bytes);
    sum += bytes.length;
  }
  return sum;
}

/** Writes placeholders.json anew, from the small WebP of every picture. */
export async function writePlaceholders(names) {
  const lines = [];
  for (const name of names.toSorted()) {
    const file = join(PICTURES, `${name}-480.webp`);
    if (!existsSync(file)) throw new Error(`${name} is not drawn`);
    const [width, height] = name.endsWith('-tall') ? [8, 16] : [16, 10];
    const bytes = await sharp(readFileSync(file)).resize(width, height, { fit: 'fill' }).webp({ quality: 40 }).toBuffer();
    lines.push(`  "${name}": "data:image/webp;base64,${bytes.toString('base64')}"`);
  }
  writeFileSync(join(PICTURES, 'placeholders.json'), `{\n${lines.join(',\n')}\n}\n`);
}
