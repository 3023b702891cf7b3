// Page measurements for bench/browse.mjs: time until painted, and time that the main thread was busy.
import { setTimeout as pause } from 'node:timers/promises';

/** Debounce times of the product in milliseconds: header, packages, and home, which has none. */
const PAUSES = { header: 500, packages: 300, home: 0 };

/** Runs in the page: milliseconds until `done` is true and painted. */
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
  // Waits for the app: the server-rendered page does not react to clicks yet.
  await page.waitForFunction(() => !document.querySelector('[data-written]'));
  return { page, close: () => context.close() };
}

const card = 'ul article h3, ul article h2';

export async function measurePackages({ browser, url, tell, repeat }) {
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

export async function measureSuggestions({ browser, url, tell, repeat }, name, path, label, letters) {
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

/**
 * The longest task of the page's main thread during `work`, in milliseconds of thread time, which excludes the time
 * that other programs of the machine take.
 */
async function longestTask(browser, page, work) {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const threadOf = ({ pid, tid }) => `${pid}/${tid}`;
  const mains = traceEvents.filter((event) => event.name === 'thread_name' && event.args.name === 'CrRendererMain');
  const main = new Set(mains.map(threadOf));
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && main.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('the trace has no task of the page');
  return Math.max(...tasks.map((task) => task.tdur ?? task.dur ?? 0)) / 1000;
}

export async function measureMap({ browser, url, tell, repeat }) {
  const { page, close } = await fresh(browser, url, '/packages?view=map');
  const map = page.locator('section[data-map-drawn=true]');
  await map.waitFor({ timeout: 60_000 });
  await page.waitForLoadState('networkidle');
  const pins = await map.locator('button[aria-expanded]').count();
  const box = await map.boundingBox();
  const [x, y] = [box.x + box.width / 2 + 60, box.y + box.height / 2 + 90];
  const drag = async (dx, dy) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 40; step++) {
      await page.mouse.move(x + (dx * step) / 40, y + (dy * step) / 40);
      await pause(12);
    }
    await page.mouse.up();
    await pause(600); // includes the end of the animation and its last rendering
  };
  const tasks = (work) => repeat((round) => longestTask(browser, page, () => work(round)));
  const aside = (round) => (round % 2 ? -1 : 1);
  tell(
    `longest task while the map is dragged (${pins} pins)`,
    await tasks((round) => drag(aside(round) * 260, aside(round) * 90)),
    50,
  );
  const zoom = async (round) => {
    await page.getByRole('button', { name: round % 2 ? 'Zoom out' : 'Zoom in' }).click();
    await pause(900);
  };
  tell('longest task of a zoom step', await tasks(zoom), 50);
  const lines = page.getByRole('list', { name: 'Treks on the map' }).getByRole('listitem');
  const point = async (round) => {
    await lines.nth(round + 1).hover();
    await pause(200);
  };
  tell('longest task when a trek of the list is pointed at', await tasks(point), 50);
  await close();
}

export async function measureBlogs({ browser, url, tell, repeat }) {
  const { page, close } = await fresh(browser, url, '/blogs');
  await page.locator('main article').first().waitFor();
  tell(
    'a page of blogs turns',
    await repeat(async (round) => {
      // A reader looks at a page before turning it; its neighbours have been prefetched meanwhile.
      await pause(1000);
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
