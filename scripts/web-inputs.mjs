// Prints one hash over every file that the web build reads.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const left = new Set(['node_modules', 'dist', '.vite']);
const hash = createHash('sha256');

function add(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!left.has(entry.name)) add(path);
    } else if (!/\.test\.tsx?$/.test(entry.name)) {
      addFile(path);
    }
  }
}

function addFile(path) {
  hash
    .update(`${path}\0`)
    .update(readFileSync(join(root, path)))
    .update('\0');
}

add('web');
addFile('contract/routes.json');
// The style sheet contains the classes of these templates too.
add('crates/server/src/site/page/body');
process.stdout.write(`${hash.digest('hex')}\n`);
