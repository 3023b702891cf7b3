// Checks rules of CONTRIBUTING.md that no compiler or linter covers: file names, content that must not be committed, the
// direction of imports between the server's modules, and file sizes. Biome checks imports in web/, cargo between crates.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCircles } from './module-circles.mjs';

const root = new URL('..', import.meta.url).pathname;
const self = 'scripts/check-tree.mjs';
const MAX_LINES = 300;
const generated = new Set(['web/src/api/schema.d.ts', 'contract/openapi.json']);
/** Top-level modules of the server. Each may import those after it in this list, but none before it. */
const MODULES = ['cli', 'router', 'jobs', 'site', 'features', 'http', 'platform'];
const moduleOf = (file) => MODULES.find((module) => new RegExp(`^crates/server/src/${module}(?:/|\\.rs$)`).test(file));
/** What a distributed PostgreSQL or a connection pooler does not have: see docs/scale.md. */
const NOT_PORTABLE = /\bpg_(?:try_)?advisory\w*|\bpg_notify\b|\bPgListener\b|["'`;\s](?:LISTEN|NOTIFY) \w|\b(?:BIG|SMALL)?SERIAL\b|\bnextval\b|\.auto_increment\(\)|\bSKIP LOCKED\b/gi;
/** The file of each transaction, by its name, which labels a metric. */
const transactions = new Map();
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
    faults.push(`${file}: the name does not describe the content`);
  }
  if (!/\.(?:rs|tsx?|jsx?|mjs|sh|toml|json|md|ya?ml|css|html|sql)$|(?:^|\/)(?:Makefile|run)$/.test(file)) continue;
  const text = readFileSync(join(root, file), 'utf8');

  for (const found of text.matchAll(/(?<![.\w~$}])\/(?:home|Users|root|work|farm)\/[\w.-]+/g)) {
    if (file !== self) fault(file, text, found.index, `a path of a developer's machine: ${found[0]}`);
  }
  for (const found of text.matchAll(/^(?:<{7} |>{7} |={7}$)/gm)) fault(file, text, found.index, 'a merge conflict');

  if (!/\.(?:rs|tsx?|mjs)$/.test(file) || file === self || generated.has(file)) continue;
  for (const found of text.matchAll(/\b(?:TODO|FIXME)\b|\/\/ *XXX\b/g)) fault(file, text, found.index, 'an unfinished task');
  for (const found of text.matchAll(/#\[ignore|\b(?:it|test|describe)\.(?:skip|only|fixme)\b/g)) {
    fault(file, text, found.index, 'a disabled test');
  }
  if (file.startsWith('crates/store/src/tables/')) {
    const at = text.search(/#\[(?:cfg\(test\)|test\]|tokio::test)/);
    if (at >= 0) fault(file, text, at, 'a test that never runs: those of tables are in crates/store/tests/it');
  }
  const lines = text.split('\n').length - 1;
  if (lines > MAX_LINES) long.push(`${file}: ${lines} lines`);

  if (/^crates\/[^/]+\/src\/.*\.rs$/.test(file)) {
    const code = text.replace(/\/\/.*/g, '');
    const sql = file.startsWith('crates/store/') ? code : '';
    for (const found of sql.matchAll(NOT_PORTABLE)) {
      fault(file, code, found.index, `not in every PostgreSQL: ${found[0].trim()}`);
    }
    for (const found of code.matchAll(/\bdb\s*\.begin\(\)/g)) {
      fault(file, code, found.index, 'use in_transaction, which is run again after a conflict');
    }
    for (const found of code.matchAll(/\.in_transaction\(\s*"([^"]*)"/g)) {
      const other = transactions.get(found[1]);
      if (other) fault(file, code, found.index, `the name of a transaction in ${other}`);
      transactions.set(found[1], file);
    }
  }

  const module = moduleOf(file);
  if (module !== undefined) {
    for (const found of text.matchAll(/\bcrate::(\w+)/g)) {
      const used = MODULES.indexOf(found[1]);
      if (used >= 0 && used < MODULES.indexOf(module)) {
        fault(file, text, found.index, `${module} must not import ${found[1]}`);
      }
    }
  }
}

const rustFiles = files.filter((file) => /^crates\/server\/src\/.*\.rs$/.test(file));
for (const circle of findCircles(root, rustFiles)) faults.push(`circular imports: ${circle.join(', ')}`);

for (const line of long) console.warn(`long   ${line} (over ${MAX_LINES}: consider splitting it)`);
for (const line of faults) console.error(`fault  ${line}`);
console.log(`${files.length} files, ${faults.length} faults, ${long.length} over ${MAX_LINES} lines`);
process.exit(faults.length ? 1 : 0);
