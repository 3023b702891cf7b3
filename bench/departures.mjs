// Measures departures: a trek with 400 dates, a month of 1,000 treks with 50 departures each, and one departure that 32
// buyers book at once, each beside the bare SQL that it needs on the same database. The real server with generated data
// runs on SQLite, or on the empty PostgreSQL database of BENCH_DATABASE_URL.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoServer } from '../scripts/demo-server.mjs';

const [serverProgram, treksProgram, fillProgram] = process.argv.slice(2);
const TREKS = Number(process.env.BENCH_TREKS ?? 1000);
const PER_TREK = Number(process.env.BENCH_DEPARTURES ?? 50);
const LONGEST = Number(process.env.BENCH_DATES ?? 400);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const BUYERS = 32;
const HOT_CAPACITY = 1000;
const MAX_LIST_MS = 100;
/** Until the last of the buyers has seats. */
const MAX_BUYERS_MS = 1000;
const ADMIN = { email: 'admin@chautari.example', password: 'mountain-admin-2026' };
const TRAVELLER = { email: 'maya@chautari.example', password: 'trail-maya-2026' };

const median = (figures) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)];

async function logIn(url, who) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  });
  const token = answer.headers.get('x-access-token');
  if (!token) throw new Error(`no login: ${answer.status}`);
  return { authorization: `Bearer ${token}` };
}

async function get(url, headers = {}) {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).data;
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

async function time(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function repeat(work) {
  const took = [];
  for (let round = 0; round < ROUNDS; round++) took.push(await time(work));
  return median(took);
}

/** The first and the last day of the month after next. */
function month() {
  const now = new Date();
  const day = (months, date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, date));
  return [day(2, 1), day(3, 0)].map((one) => one.toISOString().slice(0, 10));
}

/** Medians of one booking and of a round of all buyers. Every seat that is sold must be counted. */
async function bookAtOnce(url, departure) {
  const headers = await logIn(url, TRAVELLER);
  const order = { trekId: departure.trekId, departureId: departure._id, totalGuests: 1 };
  const quote = { ...order, routeDetails: { routeId: departure.routeId } };
  const { priceBreakdown } = await post(`${url}/api/bookings/quote`, headers, quote);
  const guest = { name: 'Maya Gurung', age: 31, gender: 'Female', phoneNumber: '+977 980-1234567' };
  const body = {
    ...quote,
    bookingDetails: { startDate: departure.startDate, totalGuests: 1 },
    guestDetails: { primaryGuest: guest, additionalGuests: [] },
    payment: { finalAmount: priceBreakdown.total },
  };
  const each = [];
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const buy = async () => each.push(await time(() => post(`${url}/api/bookings`, headers, body)));
    rounds.push(await time(() => Promise.all(Array.from({ length: BUYERS }, buy))));
  }
  return { each: median(each), round: median(rounds), sold: each.length };
}

async function measure(url, database) {
  const admin = await logIn(url, ADMIN);
  const [first, last] = month();
  const [newest] = (await get(`${url}/api/treks/getall`)).treks;
  const dates = `${url}/api/treks/${newest._id}/departures`;
  const { departures } = await get(dates);
  const hot = departures.find(({ capacity }) => capacity === HOT_CAPACITY);
  if (departures.length < LONGEST || !hot) throw new Error(`the trek has only ${departures.length} departures`);
  const ofTrek = await repeat(() => get(dates));
  const ofMonth = await repeat(() => get(`${url}/api/departures?from=${first}&to=${last}`, admin));
  const calendar = await repeat(() => get(`${url}/api/calendar?from=${first}&to=${last}`, admin));
  const filtered = await repeat(() => get(`${url}/api/treks/getall?month=${first.slice(0, 7)}`));
  const guaranteed = await repeat(() => get(`${url}/api/treks/getall?guaranteed=true`));
  const bought = await bookAtOnce(url, hot);
  const after = (await get(dates)).departures.find(({ _id }) => _id === hot._id);
  if (hot.seatsLeft - after.seatsLeft !== bought.sold)
    throw new Error(`${bought.sold} seats were booked, but ${hot.seatsLeft - after.seatsLeft} are counted`);
  const args = ['sql', database, newest._id, first, last, hot._id, String(BUYERS)];
  const bare = JSON.parse(execFileSync(fillProgram, args, { encoding: 'utf8' }));
  return [
    { what: `departures of a trek with ${LONGEST} dates`, ms: ofTrek, sql: bare.trek, limit: MAX_LIST_MS },
    { what: 'departures of a month at the desk', ms: ofMonth, sql: bare.month, limit: MAX_LIST_MS },
    { what: 'calendar of a month', ms: calendar, sql: bare.month, limit: MAX_LIST_MS },
    { what: `${TREKS} treks, filtered by month`, ms: filtered, sql: bare.treksOfMonth, limit: MAX_LIST_MS },
    { what: `${TREKS} treks, only guaranteed`, ms: guaranteed, sql: bare.guaranteedTreks, limit: MAX_LIST_MS },
    { what: `a booking while ${BUYERS} buy on one departure`, ms: bought.each, sql: bare.booking },
    { what: `${BUYERS} bookings at once, until the last`, ms: bought.round, sql: bare.bookings, limit: MAX_BUYERS_MS },
  ];
}

function report(rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const verdict = ({ ms, limit }) => (limit === undefined ? '' : `${limit} ms${ms <= limit ? '' : ' EXCEEDED'}`);
  const table = [
    `${TREKS} treks with ${PER_TREK} departures, medians of ${ROUNDS}, ${cpus().length} × ${cpus()[0].model}`,
    '',
    line(['', 'measured', 'bare SQL', 'limit']),
    line(['---', '---:', '---:', '---:']),
    ...rows.map((row) => line([row.what, `${row.ms.toFixed(1)} ms`, `${row.sql.toFixed(1)} ms`, verdict(row)])),
    '',
  ].join('\n');
  process.stdout.write(`\n${table}`);
  const results = new URL('results/', import.meta.url).pathname;
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'departures.md'), table);
  process.exitCode = rows.every(({ ms, limit }) => limit === undefined || ms <= limit) ? 0 : 1;
}

const folder = mkdtempSync(join(tmpdir(), 'chautari-departures-'));
const database = process.env.BENCH_DATABASE_URL ?? `sqlite://${join(folder, 'chautari.db')}`;
const settings = { CHAUTARI_DATABASE_URL: database, CHAUTARI_LIMIT_BOOKINGS_OF_USER: 'off' };
let running;

async function start() {
  const { server, url } = await startDemoServer(serverProgram, folder, settings);
  running = server;
  return url;
}

async function stop() {
  const ended = new Promise((done) => running.once('exit', done));
  running.kill('SIGTERM');
  await ended;
}

try {
  await start();
  await stop(); // filled with demo data
  process.stderr.write(`making ${TREKS} treks with ${PER_TREK} departures\n`);
  execFileSync(treksProgram, [database, String(TREKS), '0'], { stdio: 'inherit' });
  execFileSync(fillProgram, ['fill', database, String(PER_TREK), String(LONGEST)], { stdio: 'inherit' });
  report(await measure(await start(), database));
  await stop();
} finally {
  running?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
