// Draws the illustrations of the demo and the site. See README.md.
import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { frameOf } from './draw/picture.mjs';
import { render, writeCopies, writePlaceholders } from './files.mjs';

const HELP = `node main.mjs draw [folder | folder/name ...]   writes the files of all pictures, or of these
node main.mjs look <file.png> <width> <folder | folder/name ...>   one picture, or several on a sheet, to judge them
node main.mjs placeholders   writes demo/pictures/placeholders.json`;

// One picture at a time is fast enough, and leaves the machine to others.
sharp.concurrency(1);

/** Every scene by name, as `rara-lake/banner`; of these folders and names, if any are given. */
async function loadScenes(chosen) {
  const files = readdirSync(new URL('./scenes/', import.meta.url)).filter((file) => file.endsWith('.mjs'));
  const scenes = new Map();
  for (const folder of files.map((file) => file.slice(0, -4))) {
    const { default: all } = await import(`./scenes/${folder}.mjs`);
    for (const [key, scene] of Object.entries(all)) {
      if (chosen.length === 0 || chosen.includes(folder) || chosen.includes(`${folder}/${key}`)) scenes.set(`${folder}/${key}`, scene);
    }
  }
  if (scenes.size === 0) throw new Error(`no scene is called ${chosen.join(', ')}`);
  return scenes;
}

async function draw(chosen) {
  for (const [name, scene] of await loadScenes(chosen)) {
    const start = Date.now();
    const bytes = await writeCopies(name, scene);
    console.log(`${name}: ${bytes} bytes in ${((Date.now() - start) / 1000).toFixed(1)} s`);
  }
}

async function look(file, width, chosen) {
  const scenes = [...(await loadScenes(chosen))];
  const across = scenes.length > 1 ? 2 : 1;
  const height = Math.max(...scenes.map(([name]) => Math.round((width * frameOf(name).height) / frameOf(name).width)));
  const placed = [];
  for (const [i, [name, scene]] of scenes.entries())
    placed.push({ input: await render(name, scene, width), left: (i % across) * width, top: Math.floor(i / across) * height });
  await sharp({ create: { width: width * across, height: height * Math.ceil(scenes.length / across), channels: 3, background: '#17222b' } })
    .composite(placed)
    .png()
    .toFile(file);
}

const [verb, ...rest] = process.argv.slice(2);
if (verb === 'draw') await draw(rest);
else if (verb === 'look' && rest.length > 2) await look(rest[0], Number(rest[1]), rest.slice(2));
else if (verb === 'placeholders') await writePlaceholders([...(await loadScenes([])).keys()]);
else {
  console.error(HELP);
  process.exitCode = 1;
}
