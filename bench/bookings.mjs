// Measures the admin API calls with 100,000 bookings: the real server with generated data, on SQLite, or on the empty
// PostgreSQL database of BENCH_DATABASE_URL. BENCH_SERVER_URL measures a running server instead.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoServer } from '../scripts/demo-server.mjs';

const [serverProgram, fillProgram] = process.argv.slice(2);
const BOOKINGS = Number(process.env.BENCH_BOOKINGS ?? 100_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const MAX_MS = 100;
const ADMIN = { email: 'admin@chautari.example', password: 'mountain-admin-2026' };
const TRAVELLER = { email: 'maya@chautari.example', password: 'trail-maya-2026' };
/** Concurrent admin requests while bookings are made, and the number of bookings made. */
const CROWD = 16;
const CROWD_BOOKINGS = 40;
const COSTLY = [
  '/api/bookings?limit=25&search=sherpa&status=Completed',
  '/api/bookings?limit=25&search=nobodyhasthis',
  '/api/bookings?limit=25&page=2000',
  '/api/overview',
];
const CALLS = [
  ['first page', '/api/bookings?limit=25'],
  ['page 2,000', '/api/bookings?limit=25&page=2000'],
  ['by amount', '/api/bookings?limit=25&sort=amount'],
  ['completed, by guest', '/api/bookings?limit=25&status=Completed&sort=guest'],
  ['a year of start dates', '/api/bookings?limit=25&from=2026-01-01&to=2026-12-31'],
  ['unpaid', '/api/bookings?limit=25&view=unpaid'],
  ['leaving this week', '/api/bookings?limit=25&view=leaving-this-week'],
  ['by tag', '/api/bookings?limit=25&tag=vip'],
  ['refunds', '/api/bookings?limit=25&view=refunds'],
  ['search a common name', '/api/bookings?limit=25&search=sherpa'],
  ['search a common name, completed', '/api/bookings?limit=25&search=sherpa&status=Completed'],
  ['search what all have', '/api/bookings?limit=25&search=example'],
  ['search one letter', '/api/bookings?limit=25&search=a'],
  ['search the notes, page 40', '/api/bookings?limit=25&page=40&search=vegetarian'],
  ['search a reference', '/api/bookings?limit=25&search=KD-51234'],
  ['search a phone number', '/api/bookings?limit=25&search=%2B977+9812-34'],
  ['search one address', '/api/bookings?limit=25&search=traveller.500%40many.example'],
  ['search nothing has', '/api/bookings?limit=25&search=nobodyhasthis'],
  ['overview', '/api/overview'],
  ['today', '/api/today'],
  ['today, months', '/api/today/months'],
  ['balances', '/api/balances?limit=25'],
  ['balances, overdue', '/api/balances?limit=25&state=overdue'],
  ['calendar of a month by trek', `/api/calendar?${calendarMonth()}`],
  ['calendar of a month by guide', `/api/calendar?${calendarMonth()}&by=guide`],
  ['enquiries', '/api/enquiries?limit=25'],
  ['enquiries that wait', '/api/enquiries?limit=25&state=Waiting'],
  ['enquiries, searched', '/api/enquiries?limit=25&search=sherpa'],
  ['treks at the desk', '/api/treks/manage'],
  ['subscribers, searched', '/api/newsletter/subscribers?search=500'],
  ['audit log', '/api/audit?limit=25'],
  ['audit log, page 2,000', '/api/audit?limit=25&page=2000'],
  ['audit log, search nothing has', '/api/audit?limit=25&search=nobodyhasthis'],
  ['metrics', '/metrics'],
];

/** The month after next, in which the most private bookings run. */
function calendarMonth() {
  const now = new Date();
  const day = (months, date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, date));
  const [from, to] = [day(2, 1), day(3, 0)].map((one) => one.toISOString().slice(0, 10));
  return new URLSearchParams({ from, to });
}

const median = (figures) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)];

async function logIn(url, who = ADMIN) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  });
  const token = answer.headers.get('x-access-token');
  if (!token) throw new Error(`no login: ${answer.status}`);
  return { authorization: `Bearer ${token}` };
}

/** Duration in milliseconds and size in bytes of one call, including its body. */
async function call(url, headers) {
  const began = performance.now();
  const answer = await fetch(url, { headers });
  const body = await answer.arrayBuffer().catch((error) => error);
  const failed = !answer.ok || body instanceof Error;
  return { ms: performance.now() - began, bytes: body.byteLength ?? 0, failed: failed && `failed (${answer.status})` };
}

async function post(url, headers, body) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).data;
}

/** Duration of a booking while admin clients request the most expensive lists. */
async function bookInCrowd(url, admin) {
  const headers = await logIn(url, TRAVELLER);
  const { data } = await (await fetch(`${url}/api/treks/getall`)).json();
  const [trek] = data.treks;
  const order = { trekId: trek._id, routeDetails: { routeId: trek.routes[0]._id }, totalGuests: 1 };
  const { priceBreakdown } = await post(`${url}/api/bookings/quote`, headers, order);
  const day = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
  const guest = { name: 'Maya Gurung', age: 31, gender: 'Female', phoneNumber: '+977 980-1234567' };
  const body = {
    ...order,
    bookingDetails: { startDate: day, totalGuests: 1 },
    guestDetails: { primaryGuest: guest, additionalGuests: [] },
    payment: { finalAmount: priceBreakdown.total },
  };
  let isOver = false;
  const ask = async (index) => {
    while (!isOver) await call(url + COSTLY[index % COSTLY.length], admin);
  };
  const crowd = Promise.all(Array.from({ length: CROWD }, (_, index) => ask(index)));
  const took = [];
  for (let made = 0; made < CROWD_BOOKINGS; made++) {
    const began = performance.now();
    await post(`${url}/api/bookings`, headers, body);
    took.push(performance.now() - began);
  }
  isOver = true;
  await crowd;
  return took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.95) - 1];
}

/** An email to all subscribers: the call that stores its recipients, and its lists afterwards. */
async function sendCampaign(url, headers) {
  const draft = { subject: 'The passes are open', body: 'Come and walk.', audience: { kind: 'subscribers' } };
  const { campaign } = await post(`${url}/api/campaigns`, headers, draft);
  const one = `${url}/api/campaigns/${campaign._id}`;
  const began = performance.now();
  const sent = await post(`${one}/send`, headers, { version: campaign.version });
  const ms = performance.now() - began;
  const { recipients } = sent.campaign;
  const list = await call(`${url}/api/campaigns?limit=25`, headers);
  const people = await call(`${one}/recipients?limit=25&page=200`, headers);
  return [
    { what: `send an email to ${recipients.open + recipients.sent} subscribers`, ms },
    { what: 'campaigns', ms: list.failed || list.ms, limit: MAX_MS },
    { what: 'recipients of a campaign, page 200', ms: people.failed || people.ms, limit: MAX_MS },
  ];
}

/** Duration in seconds and peak memory of `chautari ledger check`, if GNU time is available. */
function checkLedger(folder, database) {
  const settings = { ...process.env, CHAUTARI_DATA_DIR: folder, CHAUTARI_DATABASE_URL: database };
  const args = ['-f', '%e %M', serverProgram, 'ledger', 'check'];
  const { status, stderr, error } = spawnSync('/usr/bin/time', args, { env: settings, encoding: 'utf8' });
  if (error) return 'not measured: /usr/bin/time is missing';
  const [seconds, kilobytes] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  const figures = `${seconds.toFixed(1)} s, ${Math.round(kilobytes / 1024)} MB`;
  return status === 0 ? figures : `failed (${status}), ${figures}`;
}

async function measure(url) {
  const headers = await logIn(url);
  const rows = [];
  const trending = `${url}/api/bookings/get-trending-treks`;
  rows.push({ what: 'trending, counted', ms: (await call(trending)).ms });
  const crowd = await Promise.all(Array.from({ length: 16 }, () => call(trending)));
  rows.push({ what: 'trending, 16 at once, slowest', ms: Math.max(...crowd.map(({ ms }) => ms)), limit: MAX_MS });
  for (const [what, path] of CALLS) {
    const answers = [];
    for (let round = 0; round < ROUNDS; round++) answers.push(await call(url + path, headers));
    const failed = answers.find((answer) => answer.failed)?.failed;
    rows.push({ what, ms: failed || median(answers.map(({ ms }) => ms)), limit: MAX_MS });
  }
  rows.push({ what: `booking, ${CROWD} requests at once, p95`, ms: await bookInCrowd(url, headers) });
  rows.push(...(await sendCampaign(url, headers)));
  const accounts = `/api/reports/accounts.zip?month=${new Date().toISOString().slice(0, 7)}`;
  const { ms, bytes, failed } = await call(url + accounts, headers);
  rows.push({ what: `accounts of a month, ${(bytes / 1e6).toFixed(1)} MB`, ms: failed || ms });
  for (const what of ['bookings', 'bookings/guests', 'bookings/payments', 'newsletter/subscribers']) {
    const { ms, bytes, failed } = await call(`${url}/api/${what}/export`, headers);
    rows.push({ what: `CSV of ${what}, ${(bytes / 1e6).toFixed(1)} MB`, ms: failed || ms });
  }
  return rows;
}

function print(rows) {
  for (const { what, ms, limit } of rows) {
    const figure = typeof ms === 'number' ? `${ms.toFixed(0)} ms` : ms;
    const verdict = limit === undefined ? '' : ms <= limit ? 'ok' : `over ${limit} ms`;
    process.stdout.write(`${what.padEnd(44)}${figure.padStart(14)}  ${verdict}\n`);
  }
}

async function measureOwnServer() {
  const folder = mkdtempSync(join(tmpdir(), 'chautari-bookings-'));
  const database = process.env.BENCH_DATABASE_URL ?? `sqlite://${join(folder, 'chautari.db')}`;
  const start = () => startDemoServer(serverProgram, folder, { CHAUTARI_DATABASE_URL: database });
  const stop = async (server) => {
    const ended = new Promise((done) => server.once('exit', done));
    server.kill('SIGTERM');
    await ended;
  };
  try {
    await stop((await start()).server);
    process.stderr.write(`making ${BOOKINGS} bookings\n`);
    execFileSync(fillProgram, [database, String(BOOKINGS)], { stdio: 'inherit' });
    const { server, url } = await start();
    print(await measure(url).finally(() => stop(server)));
    print([{ what: 'ledger check', ms: checkLedger(folder, database) }]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.env.BENCH_SERVER_URL) print(await measure(process.env.BENCH_SERVER_URL));
else await measureOwnServer();
