// Checks the habits of CONTRIBUTING.md that no compiler or linter keeps: names, what must not be committed, which way the modules of the server know each other, file sizes.
// (Which way imports go in web/ is Biome's to check, between the crates it is cargo's.)
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCircles } from './module-circles.mjs';

const root = new URL('..', import.meta.url).pathname;
const self = 'scripts/check-tree.mjs';
const longest = 300;
const generated = new Set(['web/src/api/schema.d.ts', 'contract/openapi.json']);
/** The modules of the server's root. Each may use those behind it in this list, and none before it. */
const ROOMS = ['cli', 'router', 'jobs', 'site', 'features', 'http', 'platform'];
const roomOf = (file) => ROOMS.find((room) => new RegExp(`^crates/server/src/${room}(?:/|\\.rs$)`).test(file));
const faults = [];
const long = [];

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\n')
  .filter((file) => file && existsSync(join(root, file)));

function fault(file, text, at, message) {
  const line = text.slice(0, at).split('\n').length;
  faults.push(`${file}:${line}: ${message}`);
}

for (const file of files) {
  if (/(?:^|\/)(?:utils?|helpers?|common|services?|managers?)(?:\.\w+|\/)/i.test(file)) {
    faults.push(`${file}: a name that says nothing about what is in it`);
  }
  if (!/\.(?:rs|tsx?|jsx?|mjs|sh|toml|json|md|ya?ml|css|html|sql)$|(?:^|\/)(?:Makefile|run)$/.test(file)) continue;
  const text = readFileSync(join(root, file), 'utf8');

  for (const found of text.matchAll(/(?<![.\w~$}])\/(?:home|Users|root|work|farm)\/[\w.-]+/g)) {
    if (file !== self) fault(file, text, found.index, `a path of one machine: ${found[0]}`);
  }
  for (const found of text.matchAll(/^(?:<{7} |>{7} |={7}$)/gm)) fault(file, text, found.index, 'a merge conflict');

  if (!/\.(?:rs|tsx?|mjs)$/.test(file) || file === self || generated.has(file)) continue;
  for (const found of text.matchAll(/\b(?:TODO|FIXME)\b|\/\/ *XXX\b/g)) fault(file, text, found.index, 'left as to do');
  for (const found of text.matchAll(/#\[ignore|\b(?:it|test|describe)\.(?:skip|only|fixme)\b/g)) {
    fault(file, text, found.index, 'a test that is switched off');
  }
  const lines = text.split('\n').length - 1;
  if (lines > longest) long.push(`${file}: ${lines} lines`);

  const room = roomOf(file);
  if (room !== undefined) {
    for (const found of text.matchAll(/\bcrate::(\w+)/g)) {
      const used = ROOMS.indexOf(found[1]);
      if (used >= 0 && used < ROOMS.indexOf(room)) {
        fault(file, text, found.index, `${room} must not know ${found[1]}`);
      }
    }
  }
}

const rustFiles = files.filter((file) => /^crates\/server\/src\/.*\.rs$/.test(file));
for (const circle of findCircles(root, rustFiles)) faults.push(`a circle of modules: ${circle.join(', ')}`);

for (const line of long) console.warn(`long   ${line} (over ${longest}: look for a second subject in it)`);
for (const line of faults) console.error(`fault  ${line}`);
console.log(`${files.length} files, ${faults.length} faults, ${long.length} over ${longest} lines`);
process.exit(faults.length ? 1 : 0);
