// Runs Lighthouse for five pages as a phone on simulated slow 4G, and compares the median of several runs with the
// limits.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startDemoServer } from '../demo-server.mjs';

const [program, tool] = process.argv.slice(2);
const tools = createRequire(pathToFileURL(join(tool, 'package.json')));
const load = (name) => import(pathToFileURL(tools.resolve(name)).href);
const { default: lighthouse } = await load('lighthouse');
const { launch } = await load('chrome-launcher');

const LIMITS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const TIMES = {
  'first-contentful-paint': 'FCP',
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'speed-index': 'SI',
};
const runs = Number(process.env.CHAUTARI_LIGHTHOUSE_RUNS ?? 3);
const folder = mkdtempSync(join(tmpdir(), 'chautari-lighthouse-'));

const read = async (url) => (await fetch(url)).json();
const median = (figures) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)];

async function measure(url, port) {
  const result = await lighthouse(url, { port, logLevel: 'error', output: 'json' });
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  return { categories, audits };
}

/** The failed audits of a category, by weight. */
function faults({ categories, audits }, category) {
  return categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
    .toSorted((a, b) => b.weight - a.weight)
    .map(
      ({ id }) => `      ${id}: ${audits[id].title}${audits[id].displayValue ? ` (${audits[id].displayValue})` : ''}`,
    );
}

const { server, url } = await startDemoServer(program, folder);
const chrome = await launch({ chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run'] });
let below = false;
try {
  const { data: treks } = await read(`${url}/api/treks/getall`);
  const { data: blogs } = await read(`${url}/api/blogs`);
  const pages = {
    home: '/',
    packages: '/packages',
    'a trek': `/package/${treks.treks[0]._id}`,
    'a blog': `/blog/${blogs.blogs[0]._id}`,
    login: '/login',
  };
  const heads = ['page', 'performance', 'accessibility', 'best practices', 'SEO', ...Object.values(TIMES), 'CLS'];
  const widths = [10, 12, 14, 15, 5, 8, 8, 8, 8, 7];
  const line = (cells) => cells.map((cell, at) => String(cell).padStart(widths[at])).join('');
  console.log(`Lighthouse, mobile, simulated slow 4G, median of ${runs}\n${line(heads)}`);
  for (const [name, path] of Object.entries(pages)) {
    const measured = [];
    for (let run = 0; run < runs; run++) measured.push(await measure(url + path, chrome.port));
    const scores = Object.keys(LIMITS).map((category) =>
      Math.round(median(measured.map(({ categories }) => categories[category].score)) * 100),
    );
    const of = (audit) => median(measured.map(({ audits }) => audits[audit].numericValue));
    const times = Object.keys(TIMES).map((audit) => `${Math.round(of(audit))} ms`);
    console.log(line([name, ...scores, ...times, of('cumulative-layout-shift').toFixed(3)]));
    for (const [at, [category, limit]] of Object.entries(LIMITS).entries()) {
      if (scores[at] >= limit) continue;
      below = true;
      console.log(`    ${category} is below ${limit}:\n${faults(measured.at(-1), category).join('\n')}`);
    }
  }
} finally {
  await chrome.kill();
  const ended = new Promise((done) => server.once('exit', done));
  server.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
process.exit(below ? 1 : 0);
