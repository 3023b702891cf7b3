// Measures departures: a trek with 400 dates, a month of 1,000 treks with 50 departures each, and one departure that 32
// buyers book at once, each beside the bare SQL that it needs on the same database. The real server with generated data
// runs on SQLite, and on the PostgreSQL of CHAUTARI_TEST_PG_URL. Writes the query plans of all lists on both.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { get, logIn, makeOrder, post, TRAVELLER } from './support/client.mjs';
import { MONTH } from './support/desk-calls.mjs';
import { median } from './support/figures.mjs';
import { captureQueries, explainAll } from './support/plans.mjs';
import { createDatabase } from './support/postgres.mjs';
import { killAll, runBare, startServer, stop } from './support/programs.mjs';
import { printBoth } from './support/report.mjs';

const [program, fillTreks, fillDepartures, bare] = process.argv.slice(2);
const TREKS = Number(process.env.BENCH_TREKS ?? 1000);
const PER_TREK = Number(process.env.BENCH_DEPARTURES ?? 50);
const LONGEST = Number(process.env.BENCH_DATES ?? 400);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const BUYERS = 32;
const HOT_CAPACITY = 1000;
const MAX_LIST_MS = 100;
/** Until the last of the buyers has seats. */
const MAX_BUYERS_MS = 1000;

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

/** The lists, each with the name of its bare SQL. */
function listsOf(trek) {
  const month = new URLSearchParams(MONTH);
  return [
    [`departures of a trek with ${LONGEST} dates`, `/api/treks/${trek}/departures`, 'trek'],
    ['departures of a month at the desk', `/api/departures?${month}`, 'month'],
    ['calendar of a month', `/api/calendar?${month}`, 'month'],
    [`${TREKS} treks, filtered by month`, `/api/treks/getall?month=${MONTH.from.slice(0, 7)}`, 'treksOfMonth'],
    [`${TREKS} treks, only guaranteed`, '/api/treks/getall?guaranteed=true', 'guaranteedTreks'],
  ];
}

/** Medians of one booking and of a round of all buyers. */
async function bookAtOnce(url, departure) {
  const headers = await logIn(url, TRAVELLER);
  const asked = { trekId: departure.trekId, departureId: departure._id };
  const route = { routeDetails: { routeId: departure.routeId } };
  const order = await makeOrder(url, headers, { ...asked, ...route }, departure.startDate);
  const each = [];
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const buy = async () => each.push(await time(() => post(`${url}/api/bookings`, headers, order)));
    rounds.push(await time(() => Promise.all(Array.from({ length: BUYERS }, buy))));
  }
  return { each: median(each), round: median(rounds), sold: each.length };
}

async function newestTrek(url) {
  const [{ _id }] = (await get(`${url}/api/treks/getall`)).treks;
  return _id;
}

async function measure(url, database) {
  const admin = await logIn(url);
  const trek = await newestTrek(url);
  const dates = `${url}/api/treks/${trek}/departures`;
  const { departures } = await get(dates);
  const hot = departures.find(({ capacity }) => capacity === HOT_CAPACITY);
  if (departures.length < LONGEST || !hot) throw new Error(`the trek has only ${departures.length} departures`);
  const lists = [];
  for (const [what, path, sql] of listsOf(trek)) {
    lists.push({ what, ms: await repeat(() => get(url + path, admin)), sql, limit: MAX_LIST_MS });
  }
  const bought = await bookAtOnce(url, hot);
  const after = (await get(dates)).departures.find(({ _id }) => _id === hot._id);
  // Every seat that is sold must be counted.
  if (hot.seatsLeft - after.seatsLeft !== bought.sold)
    throw new Error(`${bought.sold} seats were booked, but ${hot.seatsLeft - after.seatsLeft} are counted`);
  const args = ['sql', database, trek, MONTH.from, MONTH.to, hot._id, String(BUYERS)];
  const sql = JSON.parse(execFileSync(fillDepartures, args, { encoding: 'utf8' }));
  return [
    ...lists.map((row) => ({ ...row, sql: sql[row.sql] })),
    { what: `a booking while ${BUYERS} buy on one departure`, ms: bought.each, sql: sql.booking },
    { what: `${BUYERS} bookings at once, until the last`, ms: bought.round, sql: sql.bookings, limit: MAX_BUYERS_MS },
  ];
}

const folder = mkdtempSync(join(tmpdir(), 'chautari-departures-'));
try {
  const databases = [['SQLite', `sqlite://${join(folder, 'chautari.db')}`]];
  if (process.env.CHAUTARI_TEST_PG_URL) {
    databases.push(['PostgreSQL', createDatabase({ bare, postgres: process.env.CHAUTARI_TEST_PG_URL }, 'departures')]);
  }
  const results = [];
  let captured = [];
  for (const [name, database] of databases) {
    const data = join(folder, name);
    mkdirSync(data);
    const settings = { CHAUTARI_DATABASE_URL: database, CHAUTARI_LIMIT_BOOKINGS_OF_USER: 'off' };
    await stop((await startServer(program, data, settings)).server); // filled with demo data
    process.stderr.write(`making ${TREKS} treks with ${PER_TREK} departures on ${name}\n`);
    execFileSync(fillTreks, [database, String(TREKS), '0'], { stdio: 'inherit' });
    execFileSync(fillDepartures, ['fill', database, String(PER_TREK), String(LONGEST)], { stdio: 'inherit' });
    if (name === 'PostgreSQL') runBare(bare, ['sql', database], 'VACUUM ANALYZE'); // as it does by itself, later
    const start = () => startServer(program, data, settings);
    if (name === 'PostgreSQL' && process.env.CHAUTARI_TEST_PG_LOG) {
      captured = await captureQueries(bare, database, start, async (url) => listsOf(await newestTrek(url)));
    }
    const { server, url } = await start();
    results.push([name, await measure(url, database)]);
    await stop(server);
  }
  const head = `${TREKS} treks with ${PER_TREK} departures, medians of ${ROUNDS}`;
  printBoth('departures', head, results, explainAll(bare, databases, captured));
} finally {
  killAll();
  rmSync(folder, { recursive: true, force: true });
}
