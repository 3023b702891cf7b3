// Checks that every file named in the docs exists: Markdown links, and paths in backticks that start with a folder of
// this repository. `{a,b}` names several files. Skips docs/ledger.md and the requirement documents, which name no
// files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const docs = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true })
    .filter((name) => name.endsWith('.md') && name !== 'ledger.md')
    .map((name) => join('docs', name)),
];
const OURS = /`((?:crates|web|e2e|docs|scripts|contract|demo|bench|packaging|tools|\.ci|\.github|\.devcontainer)\/[\w./{},-]+)`/g;
const LINK = /\]\(([^)#:\s]+)(?:#[^)]*)?\)/g;
/** Built, not committed. */
const BUILT = /^(?:web\/dist|e2e\/test-results|bench\/results)/;
/** "File names without a folder are in `folder`." */
const HOME = /File names\s+without a folder are in\s+`([^`]+)`/;
const BARE = /`([\w-]+\.(?:rs|tsx?|mjs))`/g;

/** `a/{b,c}.rs` expands to two paths. */
function expand(path) {
  const braces = /^(.*)\{([^}]+)\}(.*)$/.exec(path);
  return braces ? braces[2].split(',').flatMap((one) => expand(`${braces[1]}${one}${braces[3]}`)) : [path];
}

let faults = 0;
let checked = 0;
for (const doc of docs) {
  const text = readFileSync(join(root, doc), 'utf8');
  const home = HOME.exec(text)?.[1];
  const named = [
    ...[...text.matchAll(OURS)].flatMap(([, path]) => expand(path)),
    ...[...text.matchAll(LINK)].map(([, path]) => join(dirname(doc), path)),
    ...(home ? [...text.matchAll(BARE)].map(([, name]) => join(home, name)) : []),
  ];
  for (const path of new Set(named)) {
    checked += 1;
    // A folder or module may be named without its extension.
    if (BUILT.test(path) || [path, `${path}.rs`].some((one) => existsSync(join(root, one)))) continue;
    console.error(`fault  ${doc}: ${path} does not exist`);
    faults += 1;
  }
}
console.log(`${docs.length} documents name ${checked} files, ${faults} of them missing`);
process.exit(faults ? 1 : 0);
