// Checks the habits of CONTRIBUTING.md that no compiler keeps: which way imports go, names, what must not be committed, file sizes.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const self = 'scripts/check-tree.mjs';
const longest = 300;
const generated = new Set(['web/src/api/schema.d.ts', 'contract/openapi.json']);
const faults = [];
const long = [];

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  .split('\n')
  .filter((file) => file && existsSync(join(root, file)));

function fault(file, text, at, message) {
  const line = text.slice(0, at).split('\n').length;
  faults.push(`${file}:${line}: ${message}`);
}

/** Who may import whom in web/src: pages → features → ui, lib, api; a feature only the three that serve all. */
const shared = new Set(['session', 'currency', 'map']);
function layer(path) {
  const [, , kind, name] = path.split('/'); // web/src/features/booking/pricing.ts
  return { kind: kind?.includes('.') ? 'root' : kind, name };
}
function webImportFault(from, to) {
  const source = layer(from);
  const target = layer(to);
  if (['ui', 'lib', 'api'].includes(source.kind) && ['features', 'pages'].includes(target.kind)) {
    return `${source.kind}/ must not know ${target.kind}/`;
  }
  if (source.kind === 'features' && target.kind === 'pages') return 'a feature must not know a page';
  if (source.kind === 'features' && target.kind === 'features' && source.name !== target.name && !shared.has(target.name)) {
    return `features do not meet: the page passes data from ${target.name} to ${source.name}`;
  }
  return null;
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
  for (const found of text.matchAll(/\b(?:TODO|FIXME|XXX)\b/g)) fault(file, text, found.index, 'left as to do');
  for (const found of text.matchAll(/#\[ignore|\b(?:it|test|describe)\.(?:skip|only|fixme)\b/g)) {
    fault(file, text, found.index, 'a test that is switched off');
  }
  const lines = text.split('\n').length - 1;
  if (lines > longest) long.push(`${file}: ${lines} lines`);

  if (file.startsWith('web/src/') && !file.endsWith('.test.ts') && !file.endsWith('.test.tsx')) {
    for (const found of text.matchAll(/(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+|@\/[^'"]+)['"]/g)) {
      const target = found[1].startsWith('@/')
        ? `web/src/${found[1].slice(2)}`
        : posix.join(dirname(file), found[1]);
      const message = webImportFault(file, target);
      if (message) fault(file, text, found.index, message);
    }
  }
  // The server's ports know no feature, and a handler's file is named after its story, so it never reaches for SeaORM (no such dependency).
  if (file.startsWith('crates/server/src/ports/')) {
    for (const found of text.matchAll(/\bcrate::(?:account|trek|booking|blog|router|worker)\b/g)) {
      fault(file, text, found.index, 'a port must not know a feature');
    }
  }
}

for (const line of long) console.warn(`long   ${line} (over ${longest}: look for a second subject in it)`);
for (const line of faults) console.error(`fault  ${line}`);
console.log(`${files.length} files, ${faults.length} faults, ${long.length} over ${longest} lines; ${basename(self)}`);
process.exit(faults.length ? 1 : 0);
