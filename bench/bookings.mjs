// Measures the lists, searches and exports of the desk with 100,000 bookings, 2,000 departures and 20,000 participants: the
// real server with generated data on SQLite, and on the PostgreSQL of CHAUTARI_TEST_PG_URL. Writes the query plans of all
// lists on both. Fails if a list takes 100 ms or more.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logIn, makeOrder, post, privateOrder, send, TRAVELLER } from './support/client.mjs';
import { LISTS, listsOfOne } from './support/desk-calls.mjs';
import { median, percentile } from './support/figures.mjs';
import { captureQueries, explainAll } from './support/plans.mjs';
import { createDatabase } from './support/postgres.mjs';
import { killAll, runBare, startServer, stop } from './support/programs.mjs';
import { printBoth } from './support/report.mjs';

const [program, fillBookings, fillDepartures, bare] = process.argv.slice(2);
const BOOKINGS = Number(process.env.BENCH_BOOKINGS ?? 100_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
/** Of each of the twelve treks of the demo, but the newest: 2,000 in all. */
const DEPARTURES = 166;
const DEPARTURES_OF_NEWEST = 174;
const MAX_MS = 100;
/** Concurrent admin requests while bookings are made, and the number of bookings made. */
const CROWD = 16;
const CROWD_BOOKINGS = 40;
const COSTLY = [
  '/api/bookings?limit=25&search=sherpa&status=Completed',
  '/api/bookings?limit=25&search=nobodyhasthis',
  '/api/bookings?limit=25&page=2000',
  '/api/overview',
];
const EXPORTS = [
  ['accounts of a month', `/api/reports/accounts.zip?month=${new Date().toISOString().slice(0, 7)}`],
  ['CSV of bookings', '/api/bookings/export'],
  ['CSV of participants', '/api/bookings/guests/export'],
  ['CSV of payments', '/api/bookings/payments/export'],
  ['CSV of subscribers', '/api/newsletter/subscribers/export'],
];

/** Duration in milliseconds and size in bytes of one call, including its body. */
async function call(url, headers) {
  const { status, body, ms } = await send(url, { headers });
  if (status !== 200) throw new Error(`${url}: ${status} ${body.subarray(0, 300)}`);
  return { ms, bytes: body.length };
}

/** Duration of a booking while admin clients request the most expensive lists. */
async function bookInCrowd(url, admin) {
  const headers = await logIn(url, TRAVELLER);
  const order = await makeOrder(url, headers, await privateOrder(url));
  let isOver = false;
  const ask = async (index) => {
    while (!isOver) await call(url + COSTLY[index % COSTLY.length], admin);
  };
  const crowd = Promise.all(Array.from({ length: CROWD }, (_, index) => ask(index)));
  const took = [];
  for (let made = 0; made < CROWD_BOOKINGS; made++) {
    const began = performance.now();
    await post(`${url}/api/bookings`, headers, order);
    took.push(performance.now() - began);
  }
  isOver = true;
  await crowd;
  return percentile(took, 0.95);
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
    { what: 'campaigns', ms: list.ms, limit: MAX_MS },
    { what: 'recipients of a campaign, page 200', ms: people.ms, limit: MAX_MS },
  ];
}

/** Duration in seconds and peak memory of `chautari ledger check`, if GNU time is available. */
function checkLedger(folder, database) {
  const settings = { ...process.env, CHAUTARI_DATA_DIR: folder, CHAUTARI_DATABASE_URL: database };
  const args = ['-f', '%e %M', program, 'ledger', 'check'];
  const { status, stderr, error } = spawnSync('/usr/bin/time', args, { env: settings, encoding: 'utf8' });
  if (error) return 'not measured: /usr/bin/time is missing';
  const [seconds, kilobytes] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  const figures = `${seconds.toFixed(1)} s, ${Math.round(kilobytes / 1024)} MB`;
  return status === 0 ? figures : `failed (${status}), ${figures}`;
}

const listCalls = async (url, headers) => [...LISTS, ...(await listsOfOne(url, headers))];

async function measure(url) {
  const headers = await logIn(url);
  const rows = [];
  const trending = `${url}/api/bookings/get-trending-treks`;
  rows.push({ what: 'trending, counted', ms: (await call(trending)).ms });
  const crowd = await Promise.all(Array.from({ length: 16 }, () => call(trending)));
  rows.push({ what: 'trending, 16 at once, slowest', ms: Math.max(...crowd.map(({ ms }) => ms)), limit: MAX_MS });
  for (const [what, path] of await listCalls(url, headers)) {
    const took = [];
    for (let round = 0; round < ROUNDS; round++) took.push((await call(url + path, headers)).ms);
    rows.push({ what, ms: median(took), limit: MAX_MS });
  }
  rows.push({ what: `booking, ${CROWD} requests at once, p95`, ms: await bookInCrowd(url, headers) });
  rows.push(...(await sendCampaign(url, headers)));
  for (const [what, path] of EXPORTS) {
    const { ms, bytes } = await call(url + path, headers);
    rows.push({ what, ms, note: `${(bytes / 1e6).toFixed(1)} MB` });
  }
  return rows;
}

const folder = mkdtempSync(join(tmpdir(), 'chautari-bookings-'));

/** A data folder with everything, for the server on that database. */
async function fill(name, database) {
  const data = join(folder, name);
  mkdirSync(data);
  await stop((await startServer(program, data, { CHAUTARI_DATABASE_URL: database })).server);
  process.stderr.write(`making ${BOOKINGS} bookings on ${name}\n`);
  execFileSync(fillBookings, [database, String(BOOKINGS)], { stdio: 'inherit' });
  const departures = [String(DEPARTURES), String(DEPARTURES_OF_NEWEST)];
  execFileSync(fillDepartures, ['fill', database, ...departures], { stdio: 'inherit' });
  runBare(bare, ['sql', database], readFileSync(new URL('support/participants.sql', import.meta.url), 'utf8'));
  // PostgreSQL does so by itself within some minutes.
  if (database.startsWith('postgres')) runBare(bare, ['sql', database], 'VACUUM ANALYZE');
  return data;
}

try {
  const databases = [['SQLite', `sqlite://${join(folder, 'chautari.db')}`]];
  if (process.env.CHAUTARI_TEST_PG_URL) {
    databases.push(['PostgreSQL', createDatabase({ bare, postgres: process.env.CHAUTARI_TEST_PG_URL }, 'bookings')]);
  }
  const results = [];
  let captured = [];
  for (const [name, database] of databases) {
    const data = await fill(name, database);
    const start = () => startServer(program, data, { CHAUTARI_DATABASE_URL: database });
    if (name === 'PostgreSQL' && process.env.CHAUTARI_TEST_PG_LOG)
      captured = await captureQueries(bare, database, start, listCalls);
    const { server, url } = await start();
    const rows = await measure(url);
    await stop(server);
    rows.push({ what: 'ledger check', ms: checkLedger(data, database) });
    results.push([name, rows]);
  }
  printBoth('bookings', `${BOOKINGS} bookings, medians of ${ROUNDS}`, results, explainAll(bare, databases, captured));
} finally {
  killAll();
  rmSync(folder, { recursive: true, force: true });
}
