// Measures the site with 1,000 treks and 500 articles: the real server with generated data in a real browser.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoServer } from '../scripts/demo-server.mjs';
import { measureBlogs, measureMap, measurePackages, measureSuggestions } from './browse-pages.mjs';

const [serverProgram, fillProgram] = process.argv.slice(2);
const { chromium } = createRequire(new URL('../e2e/', import.meta.url))('@playwright/test');
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const TREKS = 1000;
const ARTICLES = 500;
const folder = mkdtempSync(join(tmpdir(), 'chautari-browse-'));
const rows = [];
let server;

async function start() {
  const started = await startDemoServer(serverProgram, folder);
  server = started.server;
  return started.url;
}

async function stop() {
  const ended = new Promise((done) => server.once('exit', done));
  server.kill('SIGTERM');
  await ended;
  server = undefined;
}

const median = (figures) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)];
function tell(what, figures, limit, unit = 'ms', digits = 0) {
  const all = [figures].flat();
  const measured = median(all);
  process.stderr.write(`${what}: ${measured.toFixed(digits)} ${unit}\n`);
  rows.push({
    what,
    limit,
    unit,
    measured: measured.toFixed(digits),
    worst: Math.max(...all).toFixed(digits),
    kept: limit === undefined || measured <= limit,
  });
}

async function repeat(work) {
  const figures = [];
  for (let round = 0; round < rounds; round++) figures.push(await work(round));
  return figures;
}

/** One call with its compressed size on the wire. */
function call(url, headers = {}) {
  return new Promise((done, failed) => {
    const began = performance.now();
    get(url, { headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (part) => {
        bytes += part.length;
      });
      answer.on('end', () =>
        done({ status: answer.statusCode, headers: answer.headers, bytes, ms: performance.now() - began }),
      );
    }).on('error', failed);
  });
}

async function measureList(url) {
  const list = `${url}/api/treks/getall`;
  for (const [coding, limit] of [
    ['identity', undefined],
    ['gzip', undefined],
    ['br', 400],
  ]) {
    const { bytes } = await call(list, { 'accept-encoding': coding });
    tell(`list of ${TREKS} treks, ${coding}`, bytes / 1000, limit, 'kB');
  }
  const first = await call(list, { 'accept-encoding': 'br' });
  tell('list call, br', await repeat(async () => (await call(list, { 'accept-encoding': 'br' })).ms), 20, 'ms', 1);
  const again = { 'accept-encoding': 'br', 'if-none-match': first.headers.etag };
  const same = await repeat(async () => call(list, again));
  if (same.some((answer) => answer.status !== 304)) throw new Error('the list was sent although it had not changed');
  tell(
    'list call, unchanged (304)',
    same.map((answer) => answer.ms),
    10,
    'ms',
    1,
  );
}

let browser;
try {
  await start();
  await stop(); // filled with demo data
  execFileSync(fillProgram, [`sqlite://${join(folder, 'chautari.db')}`, String(TREKS), String(ARTICLES)]);
  const url = await start();
  const executablePath = process.env.CHROMIUM_PATH || undefined;
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  await measureList(url);
  const bench = { browser, url, tell, repeat };
  await measurePackages(bench);
  await measureSuggestions(bench, 'header', '/terms', 'Search treks', ['nam', 'ridge', 'trail', 'a', 'pass']);
  await measureSuggestions(bench, 'home', '/', 'Destination', ['nam', 'ridge', 'trail', 'a', 'pass']);
  await measureMap(bench);
  await measureBlogs(bench);
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const table = [
    `${TREKS} treks, ${ARTICLES} articles, median and worst of ${rounds}, ${cpus().length} × ${cpus()[0].model}`,
    '',
    line(['', 'measured', 'worst', 'limit']),
    line(['---', '---:', '---:', '---:']),
    ...rows.map(({ what, limit, unit, measured, worst, kept }) =>
      line([
        what,
        `${measured} ${unit}`,
        worst,
        limit === undefined ? '' : `${limit} ${unit}${kept ? '' : ' EXCEEDED'}`,
      ]),
    ),
    '',
  ].join('\n');
  process.stdout.write(`\n${table}`);
  const results = new URL('results/', import.meta.url).pathname;
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'browse.md'), table);
  process.exitCode = rows.every((row) => row.kept) ? 0 : 1;
} finally {
  await browser?.close();
  server?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
