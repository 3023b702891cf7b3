// Measures the duration of a keystroke in the trek editor with a route of 40 days of 8 waypoints, in a real browser
// with a running server (its URL is the first argument, default http://localhost:8080): from the key to the next
// frame. Uses the browser of e2e/. Prints the median, the 95th percentile and the maximum of each field.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../e2e/package.json', import.meta.url));
const { chromium } = require('@playwright/test');
const base = process.argv[2] ?? 'http://localhost:8080';
const days = 40;
const waypoints = 8;
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

const call = (path, init = {}) =>
  fetch(base + path, { ...init, headers: { 'content-type': 'application/json', ...init.headers } });
const login = await call('/api/auth/login', {
  method: 'POST',
  body: JSON.stringify({ email: 'admin@chautari.example', password: 'mountain-admin-2026' }),
});
const { user } = await login.json();
const [accessToken, refreshToken] = ['x-access-token', 'x-refresh-token'].map((name) => login.headers.get(name));
const { treks } = (await (await call('/api/treks/getall')).json()).data;
const id = treks[0]._id;
const authorization = `Bearer ${accessToken}`;
const { trek } = (await (await call(`/api/treks/${id}?edit=true`, { headers: { authorization } })).json()).data;

const day = (number) => ({
  waypoints: Array.from({ length: waypoints }, (_, at) => ({
    name: `Day ${number} stop ${at + 1}`,
    coordinates: { latitude: 27.7 + number / 100, longitude: 85.3 + at / 50 },
    altitude: 2000 + number * 50,
    isStartPoint: at === 0,
    isEndPoint: at === waypoints - 1,
  })),
  connections: Array.from({ length: waypoints - 1 }, (_, at) => ({
    fromWaypointIndex: at,
    toWaypointIndex: at + 1,
    transportMode: 'walking',
    description: 'A path along the river, past fields and a school.',
    duration: 60,
    distance: 3,
  })),
  accommodation: { title: 'Lodge', description: 'Twin rooms.', features: ['Stove'] },
  foodDetails: { breakfast: ['Eggs'], lunch: ['Thukpa'], dinner: ['Dal bhat'] },
});
const route = {
  ...trek.routes[0],
  numberOfDays: days,
  numberOfNights: days - 1,
  dailyActivities: Array.from({ length: days }, (_, at) => day(at + 1)),
};
// Only this browser sees the long route; the stored trek is not changed.
const long = { status: 'success', data: { trek: { ...trek, routes: [route] } } };

const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (one) => one && existsSync(one),
);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
await page.addInitScript(
  (session) => {
    for (const storage of [localStorage, sessionStorage])
      for (const [key, value] of Object.entries(session)) storage.setItem(key, value);
  },
  { user: JSON.stringify(user), accessToken, refreshToken },
);
await page.route(`**/api/treks/${id}?edit=true`, (answer) => answer.fulfill({ json: long }));
await page.goto(`${base}/package/edit/${id}`);
await page.getByRole('button', { name: /^Day 40\b/ }).waitFor();
await page.getByRole('button', { name: /^Day 20\b/ }).click();
await page.getByRole('button', { name: /^Day 21\b/ }).click();

const session = await page.context().newCDPSession(page);
await session.send('Performance.enable', { timeDomain: 'threadTicks' });
const busy = async () => {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((one) => one.name === 'TaskDuration').value * 1000;
};
/** Waits two frames, until the frame after the key is painted. */
const frames = () =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

const fields = {
  'trek name': page.getByRole('textbox', { name: 'Trek name' }),
  description: page.getByRole('textbox', { name: 'Description', exact: true }).first(),
  'waypoint name': page.locator('[data-field="routes[0].dailyActivities[19].waypoints[3].name"]'),
  latitude: page.locator('[data-field="routes[0].dailyActivities[19].waypoints[3].coordinates.latitude"]'),
  'connection description': page.locator('[data-field="routes[0].dailyActivities[19].connections[3].description"]'),
  meal: page.locator('[data-field="routes[0].dailyActivities[19].foodDetails.lunch[0]"]'),
};
console.log(`${days} days of ${waypoints} waypoints, two of them open; main thread milliseconds per key`);
let worst = 0;
for (const [name, field] of Object.entries(fields)) {
  await field.click();
  await frames();
  const times = [];
  for (const letter of letters) {
    const before = await busy();
    await page.keyboard.press(name === 'latitude' ? '1' : letter);
    await frames();
    times.push((await busy()) - before);
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1).padStart(6);
  worst = Math.max(worst, times.at(-1));
  console.log(`${name.padEnd(24)} median ${at(0.5)}  95 % ${at(0.95)}  max ${at(1)}`);
}
console.log(`maximum: ${worst.toFixed(1)} ms`);
await browser.close();
