// How it feels with 1,000 treks and 500 articles: the real program with generated data, driven by a real browser.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const [serverProgram, fillProgram] = process.argv.slice(2);
const { chromium } = createRequire(new URL('../e2e/', import.meta.url))('@playwright/test');
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const TREKS = 1000;
const ARTICLES = 500;
/** Pauses of the product: header, packages, home (which waits for nothing). */
const PAUSES = { header: 500, packages: 300, home: 0 };
const folder = mkdtempSync(join(tmpdir(), 'chautari-browse-'));
const rows = [];
let server;

async function start() {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('CHAUTARI_'));
  const settings = {
    CHAUTARI_LISTEN: '127.0.0.1:0',
    CHAUTARI_DATA_DIR: folder,
    CHAUTARI_EXCHANGE_RATE_URL: 'off',
    CHAUTARI_MAP_TILES: 'off',
  };
  server = spawn(serverProgram, ['serve', '--demo'], {
    env: { ...Object.fromEntries(inherited), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((found, failed) => {
    let printed = '';
    server.stdout.on('data', (text) => {
      printed += text;
      const address = /https?:\/\/[^\s/]+(?=[^\n]*\n)/.exec(printed)?.[0];
      if (address) found(address);
    });
    server.once('exit', (code) => failed(new Error(`the server ended with ${code}`)));
  });
  while (
    !(await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await pause(10);
  return url;
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

/** One call as it goes over the wire: its bytes are not unpacked. */
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

/** Runs in the page: from now until `done` holds and was painted, in ms. */
const watch = `
  window.paintedOnce = (done) => new Promise((told, failed) => {
    const began = performance.now();
    const look = () => {
      if (done()) requestAnimationFrame(() => setTimeout(() => told(performance.now()), 0));
      else if (performance.now() - began > 20000) failed(new Error('nothing came'));
      else requestAnimationFrame(look);
    };
    look();
  });
  window.typeInto = (box, text) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
    set.call(box, text);
    box.dispatchEvent(new Event('input', { bubbles: true }));
    return performance.now();
  };
`;

async function fresh(browser, url, path) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, baseURL: url });
  await context.addInitScript(watch);
  const page = await context.newPage();
  await page.goto(path);
  return { page, close: () => context.close() };
}

const card = 'ul article h3, ul article h2';

async function measurePackages(browser, url) {
  const loads = await repeat(async () => {
    const began = performance.now();
    const { page, close } = await fresh(browser, url, '/packages');
    await page.locator(card).first().waitFor();
    const took = performance.now() - began;
    await close();
    return took;
  });
  tell('/packages from nothing to its first card', loads, 2000);

  const { page, close } = await fresh(browser, url, '/packages');
  await page.locator(card).first().waitFor();
  tell(
    'a page of packages turns',
    await repeat((round) =>
      page.evaluate(
        async ([cards, next]) => {
          const first = () => document.querySelector(cards)?.textContent;
          const before = first();
          const button = document.querySelector(`main nav button[aria-label="Page ${next}"]`);
          const began = performance.now();
          button.click();
          return (await window.paintedOnce(() => first() !== before)) - began;
        },
        [card, String(round % 2 ? 1 : 2)],
      ),
    ),
    100,
  );
  const words = ['namche', 'lukla', 'pokhara', 'heritage trail', 'monastery'];
  tell(
    'search on /packages after the pause',
    await repeat((round) =>
      page.evaluate(
        async ([text, wait]) => {
          const status = () => document.querySelector('main [role=status]')?.textContent;
          const before = status();
          const box = document.querySelector('main input:not([type=number])');
          const began = window.typeInto(box, text);
          return (await window.paintedOnce(() => status() !== before)) - began - wait;
        },
        [words[round % words.length] + (round >= words.length ? ' ' : ''), PAUSES.packages],
      ),
    ),
    100,
  );
  const kept = await page.evaluate(() =>
    Object.entries(localStorage).reduce((sum, [key, value]) => sum + key.length + value.length, 0),
  );
  tell('kept in local storage', kept / 1000, 5000, 'kB');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  tell('memory of the page (JS heap)', (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6, 60, 'MB');
  await close();
}

async function measureSuggestions(browser, url, name, path, label, letters) {
  const { page, close } = await fresh(browser, url, path);
  const box = page.getByRole('combobox', { name: label }).filter({ visible: true });
  await box.click();
  await page.waitForLoadState('networkidle');
  tell(
    `suggestions of the ${name} after the pause`,
    await repeat(async (round) => {
      await box.fill('');
      await pause(PAUSES[name] + 100);
      return box.evaluate(
        async (input, [text, wait]) => {
          const list = document.getElementById(input.getAttribute('aria-controls'));
          const hit = () => !list.hidden && list.firstElementChild?.textContent.toLowerCase().includes(text);
          const began = window.typeInto(input, text);
          return (await window.paintedOnce(hit)) - began - wait;
        },
        [letters[round % letters.length], PAUSES[name]],
      );
    }),
    100,
  );
  await close();
}

async function measureMap(browser, url) {
  const { page, close } = await fresh(browser, url, '/packages?view=map');
  const map = page.locator('section[data-map-drawn=true]');
  await map.waitFor({ timeout: 60_000 });
  const pins = await map.locator('button[aria-expanded]').count();
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.longest = Math.max(window.longest, entry.duration);
    }).observe({ type: 'longtask' });
  });
  const box = await map.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const drag = async (dx, dy) => {
    await page.evaluate(() => {
      window.longest = 0;
    });
    await page.mouse.move(x + 60, y + 90);
    await page.mouse.down();
    for (let step = 1; step <= 40; step++) {
      await page.mouse.move(x + 60 + (dx * step) / 40, y + 90 + (dy * step) / 40);
      await pause(12);
    }
    await page.mouse.up();
    await pause(600); // inertia and the redraw at its end belong to it
    return page.evaluate(() => window.longest);
  };
  tell(
    `longest task while the map is dragged (${pins} pins)`,
    await repeat((round) => drag(round % 2 ? -260 : 260, round % 2 ? -90 : 90)),
    50,
  );
  const zooms = await repeat(async (round) => {
    await page.evaluate(() => {
      window.longest = 0;
    });
    await page.getByRole('button', { name: round % 2 ? 'Zoom out' : 'Zoom in' }).click();
    await pause(900);
    return page.evaluate(() => window.longest);
  });
  tell('longest task of a zoom step', zooms, undefined);
  const hovers = await repeat(async (round) => {
    await page.evaluate(() => {
      window.longest = 0;
    });
    await page
      .getByRole('list', { name: 'Treks on the map' })
      .getByRole('listitem')
      .nth(round + 1)
      .hover();
    await pause(200);
    return page.evaluate(() => window.longest);
  });
  tell('longest task when a trek of the list is pointed at', hovers, 50);
  await close();
}

async function measureBlogs(browser, url) {
  const { page, close } = await fresh(browser, url, '/blogs');
  await page.locator('main article').first().waitFor();
  tell(
    'a page of blogs turns',
    await repeat(async (round) => {
      // Who turns a page has looked at it: its neighbours have come meanwhile.
      await page.waitForLoadState('networkidle');
      return page.evaluate(
        async (next) => {
          const first = () => document.querySelector('main article h3, main article h2')?.textContent;
          const before = first();
          const button = document.querySelector(`main nav button[aria-label="Page ${next}"]`);
          const began = performance.now();
          button.click();
          return (await window.paintedOnce(() => first() && first() !== before)) - began;
        },
        String(round + 2),
      );
    }),
    100,
  );
  await close();
}

let browser;
try {
  await start();
  await stop(); // filled with the demo
  execFileSync(fillProgram, [`sqlite://${join(folder, 'chautari.db')}`, String(TREKS), String(ARTICLES)]);
  const url = await start();
  const executablePath = process.env.CHROMIUM_PATH || undefined;
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  await measureList(url);
  await measurePackages(browser, url);
  await measureSuggestions(browser, url, 'header', '/terms', 'Search treks', ['nam', 'ridge', 'trail', 'a', 'pass']);
  await measureSuggestions(browser, url, 'home', '/', 'Destination', ['nam', 'ridge', 'trail', 'a', 'pass']);
  await measureMap(browser, url);
  await measureBlogs(browser, url);
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
