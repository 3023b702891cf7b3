// Draws the demo pictures: `node demo/draw/draw.mjs [name …]` writes demo/pictures/**.svg, always the same bytes for the same scenes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sheet, H, W } from './land.mjs';
import { scenes } from './scenes.mjs';

const LIMIT = 39_500; // bytes; a picture over it is drawn again with coarser lines
const out = join(dirname(fileURLToPath(import.meta.url)), '..', 'pictures');
const wanted = process.argv.slice(2);
let total = 0;

function draw([hour, seed, compose], name) {
  for (let tolerance = 1.2; ; tolerance += tolerance < 2 ? 0.4 : 0.8) {
    const body = compose(sheet(hour, seed, tolerance));
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}">${body}</svg>\n`;
    if (svg.length <= LIMIT) return svg;
    if (tolerance > 5) throw new Error(`${name} is too rich: ${svg.length} bytes at its coarsest; take something out`);
  }
}

for (const [folder, pictures] of Object.entries(scenes)) {
  if (wanted.length > 0 && !wanted.some((w) => folder.includes(w))) continue;
  mkdirSync(join(out, folder), { recursive: true });
  for (const [name, scene] of Object.entries(pictures)) {
    const svg = draw(scene, `${folder}/${name}`);
    total += svg.length;
    writeFileSync(join(out, folder, `${name}.svg`), svg);
  }
}
console.log(`${Math.round(total / 1024)} KiB drawn`);
