// What a first visit downloads of the built web app, as it is sent: prints it, and fails beyond the budget.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const dist = new URL('../web/dist/', import.meta.url).pathname;
const assets = join(dist, 'assets');
const pages = JSON.parse(readFileSync(new URL('../contract/routes.json', import.meta.url), 'utf8'));
/**
 * Brotli, kB, by the names of contract/routes.json: a little above the size today, so that a library that slips into a
 * first load is seen. The aim is at most 140 on the home page and 160 on a trek's. The map is not counted: it loads when
 * it comes near the screen.
 */
const BUDGETS = {
  home: 137,
  packages: 139,
  balance: 129,
  choices: 127,
  review: 128,
  invitation: 127,
  enquiry: 125,
  proposal: 130,
  package: 155,
  editPackage: 185,
  customTrek: 148,
  blogs: 131,
  blog: 129,
  bookingSuccess: 138,
  login: 148,
  signup: 152,
  forgotPassword: 152,
  booking: 172,
  checkout: 165,
  confirmation: 136,
  dashboard: 129,
  myBooking: 140,
  admin: 143,
  calendar: 143,
  departures: 145,
  newDeparture: 161,
  departure: 147,
  departureChanges: 139,
  manifest: 129,
  guide: 126,
  privacy: 126,
};
/** Of every page that is not named above. */
const OTHER_BUDGET = 125;
/** Chunks that a page always opens with besides its own. */
const ALWAYS_OPENED = { admin: ['ManageTreksSection'], editPackage: ['TrekEditor'] };

if (!existsSync(join(dist, 'index.html'))) {
  console.log('sizes   web/dist is not built yet: not measured');
  process.exit(0);
}
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const names = readdirSync(assets);

/** A chunk and all that it imports before it runs; what it imports later with import() is not in it. */
function withImports(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  const text = readFileSync(join(assets, name), 'utf8');
  for (const [, , imported] of text.matchAll(
    /(?:^|[;}\s])(?:import|export)([^'"();]*?from)?\s*["']\.\/([^"']+\.js)["']/g,
  ))
    withImports(imported, seen);
  return seen;
}

function sent(name, coding) {
  const packed = join(assets, `${name}.${coding}`);
  if (existsSync(packed)) return readFileSync(packed).length;
  const text = readFileSync(join(assets, name));
  return (coding === 'br' ? brotliCompressSync(text) : gzipSync(text)).length;
}

const kB = (files, coding) => [...files].reduce((sum, name) => sum + sent(name, coding), 0) / 1000;
const entries = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)].map(([, name]) => name);
const styles = entries.filter((name) => name.endsWith('.css'));

let beyond = false;
for (const [name, { path, page }] of Object.entries(pages)) {
  const budget = BUDGETS[name] ?? OTHER_BUDGET;
  const own = [page, ...(ALWAYS_OPENED[name] ?? [])].map((chunk) => {
    const found = names.find((name) => new RegExp(`^${chunk}-[\\w-]+\\.js$`).test(name));
    if (!found) throw new Error(`web/dist has no chunk of ${chunk}`);
    return found;
  });
  const scripts = new Set();
  for (const name of [...entries.filter((one) => one.endsWith('.js')), ...own]) withImports(name, scripts);
  const size = kB(scripts, 'br');
  const over = size > budget;
  beyond ||= over;
  console.log(
    `sizes   ${path.padEnd(32)} ${scripts.size} scripts ${size.toFixed(1)} kB brotli (${kB(scripts, 'gz').toFixed(1)} gzip), ` +
      `budget ${budget}${over ? ' EXCEEDED' : ''}; styles ${kB(styles, 'br').toFixed(1)} kB`,
  );
}
process.exit(beyond ? 1 : 0);
