// Writes web/public/third-party-notices.txt: the licences of all third-party code in a built server. As part of the
// web app it is included in every copy of the program (/third-party-notices.txt). deny.toml checks which licences are
// allowed. `notices.mjs --check` writes nothing and fails when the committed file is stale.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const output = 'web/public/third-party-notices.txt';
/** Build tools whose own code becomes part of the bundle or style sheet. */
const IN_THE_OUTPUT = ['tailwindcss', 'vite', 'rolldown'];
/** Allowed licences of npm packages; deny.toml lists those of crates. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'OFL-1.1',
  // A dedication to the public domain.
  'Unlicense',
  'Zlib',
]);
const LICENCE_FILE = /^(?:un)?licen[cs]e|^copying|^copyright|^notice|^ofl/i;

/** Licence texts of a package. Of alternatives that include MIT, only the MIT text is used. */
function licenceTexts(folder, expression, named) {
  let names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map((entry) => entry.name)
    .sort();
  if (named && !names.includes(basename(named))) names.push(named);
  const isChoice = /\bMIT\b/.test(expression) && /\bOR\b|\//.test(expression) && !/\bAND\b/.test(expression);
  const mit = names.filter((name) => /mit/i.test(name));
  if (isChoice && mit.length) names = mit;
  return names.map((name) =>
    readFileSync(join(folder, name), 'utf8')
      .replace(/\r\n?/g, '\n')
      .replace(/[ \t]+$/gm, '')
      .replace(/^\n+|\n+$/g, ''),
  );
}

const cargo = (...args) =>
  execFileSync('cargo', [...args, '--locked'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });

/** Every crate that is linked into the server on some platform, without build scripts, macros and tests. */
function crates() {
  const tree = ['-p', 'chautari-server', '--edges', 'normal,no-proc-macro', '--target', 'all'];
  const linked = new Set(cargo('tree', ...tree, '--prefix', 'none', '--format', '{p}').match(/^\S+ v\S+/gm));
  return JSON.parse(cargo('metadata', '--format-version', '1'))
    .packages.filter(({ name, version, source }) => source && linked.has(`${name} v${version}`))
    .map(({ name, version, license, license_file, authors, repository, manifest_path }) => ({
      name: `${name} ${version}`,
      licence: license ?? 'see its text',
      authors: authors.join(', '),
      origin: repository ?? `https://crates.io/crates/${name}`,
      texts: licenceTexts(dirname(manifest_path), license ?? '', license_file),
    }));
}

const isAllowed = (expression) =>
  expression
    .replace(/[()]/g, '')
    .split(/ OR /i)
    .some((choice) => choice.split(/ AND /i).every((licence) => ALLOWED.has(licence)));

/** Every npm package that the web app imports, directly or indirectly. Type packages add nothing to the bundle. */
function npmPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'web/package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, entry]) => {
      const name = path.replace(/^.*node_modules\//, '');
      return path && !name.startsWith('@types/') && (!(entry.dev || entry.devOptional) || IN_THE_OUTPUT.includes(name));
    })
    .map(([path]) => {
      const folder = join(root, 'web', path);
      const { name, version, license, author, repository } = JSON.parse(readFileSync(join(folder, 'package.json')));
      if (!isAllowed(license ?? '')) throw new Error(`${name} ${version} is under ${license}, which is not allowed`);
      const origin = typeof repository === 'string' ? repository : repository?.url;
      return {
        name: `${name} ${version}`,
        licence: license,
        authors: typeof author === 'string' ? author : (author?.name ?? ''),
        origin: origin?.replace(/^git\+|\.git$/g, '') ?? `https://www.npmjs.com/package/${name}`,
        texts: licenceTexts(folder, license),
      };
    });
}

/** Third-party files in this repository, with their licence beside them, and the data of the embedded map. */
function files() {
  const tracked = execFileSync('git', ['ls-files', 'web/src', 'crates'], { cwd: root, encoding: 'utf8' }).split('\n');
  return tracked
    .filter((file) => /\.license$|\.LICENSE\.txt$|\/OFL[\w-]*\.txt$|\/basemap\/README\.md$/.test(file))
    .map((file) => ({
      name: file,
      texts: [readFileSync(join(root, file), 'utf8').trim()],
    }));
}

function section(title, packages) {
  const sorted = packages.sort((a, b) => (a.name < b.name ? -1 : 1));
  const byText = new Map();
  for (const { name, texts } of sorted) for (const text of texts) byText.set(text, [...(byText.get(text) ?? []), name]);
  const lines = sorted.map(({ name, licence, origin, authors, texts }) =>
    [
      licence ? `${name}: ${licence}` : name,
      origin,
      texts.length ? '' : `no licence text in the package; authors: ${authors || 'not named'}`,
    ]
      .filter(Boolean)
      .join(', '),
  );
  const blocks = [...byText].map(([text, names]) => `${'-'.repeat(80)}\n${names.join(', ')}\n\n${text}\n`);
  return `${'='.repeat(80)}\n${title}\n${'='.repeat(80)}\n\n${lines.join('\n')}\n\n${blocks.join('\n')}`;
}

const fresh = `Third-party notices

This program contains the software, fonts and data listed here. Each part is under its own licence.
Written by scripts/notices.mjs.

${section('Fonts and data', files())}
${section('Web app', npmPackages())}
${section('Server', crates())}`;

if (process.argv[2] !== '--check') writeFileSync(join(root, output), fresh);
else if (readFileSync(join(root, output), 'utf8') !== fresh) {
  console.error(`${output} is stale: run node scripts/notices.mjs and commit it`);
  process.exit(1);
}
