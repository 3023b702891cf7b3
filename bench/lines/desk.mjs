// Lists of the desk, and bookings, at 10³, 10⁵ and 10⁶ bookings on SQLite. The limit of each is the same call at 10³.
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bookAndPay, logIn, makeOrder, privateOrder, send, TRAVELLER } from '../support/client.mjs';
import { LISTS } from '../support/desk-calls.mjs';
import { below, median, ms, percentile } from '../support/figures.mjs';
import { runBare, startServer, stop } from '../support/programs.mjs';
import { NO_LIMIT } from './booking.mjs';

const FEWEST = 1000;
const MANY = 100_000;
/** Copies of each of the many. */
const COPIES = 10;
const MAX_LIST_MS = 100;
const MAX_GROWTH = 1.3;
/** Calls of each list, and the time after which fewer calls than that are enough. */
const CALLS = 200;
const MIN_CALLS = 20;
const MAX_CALLS_MS = 4000;
/** Bookings are made in turn at each size: the speed of the disk changes within seconds. A first turn warms up. */
const TURNS = 10;
const BOOKINGS_A_TURN = 50;
const SHOWN = [
  'first page',
  'by amount',
  'unpaid',
  'search a common name',
  'search a reference',
  'overview',
  'today',
  'balances',
  'departures of a month',
  'calendar of a month by trek',
  'enquiries',
  'payments of a day',
];

const power = (bookings) => `10${'⁰¹²³⁴⁵⁶⁷⁸⁹'[Math.round(Math.log10(bookings))]}`;

/** The data folder of a site with that many bookings; made at its first use. */
export function folderOf(bench, bookings) {
  const name = `bookings-${bookings}`;
  if (existsSync(join(bench.folder, name))) return join(bench.folder, name);
  process.stderr.write(`making ${bookings} bookings\n`);
  const began = performance.now();
  const folder = bench.demoFolder(name, bookings > MANY ? folderOf(bench, MANY) : undefined);
  const database = `sqlite://${join(folder, 'chautari.db')}`;
  if (bookings > MANY) runBare(bench.bare, ['multiply', database, String(bookings / MANY)]);
  else execFileSync(bench.examples.bookings, [database, String(bookings)], { stdio: 'inherit' });
  execFileSync('sync'); // not while the lists are measured
  process.stderr.write(`made in ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
  return folder;
}

const figuresOf = (took) => ({ median: median(took), p99: percentile(took, 0.99) });

async function timeOf(call) {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

async function timeEach(call) {
  const took = [];
  const began = performance.now();
  while (took.length < CALLS && (took.length < MIN_CALLS || performance.now() - began < MAX_CALLS_MS)) {
    took.push(await timeOf(call));
  }
  return figuresOf(took);
}

/** Median and p99 of each list at one size. */
async function measureLists(bench, bookings) {
  const { server, url } = await startServer(bench.program, folderOf(bench, bookings), NO_LIMIT);
  const admin = await logIn(url);
  const figures = new Map();
  for (const [what, path] of LISTS.filter(([what]) => SHOWN.includes(what))) {
    const call = async () => {
      const { status } = await send(url + path, { headers: admin });
      if (status !== 200) throw new Error(`${path}: ${status}`);
    };
    try {
      await call();
      figures.set(`desk: ${what}`, await timeEach(call));
    } catch (error) {
      // Other lists are measured all the same; this one misses its aim.
      process.stderr.write(`${error.message}\n`);
      figures.set(`desk: ${what}`, { median: Number.NaN, p99: Number.NaN });
    }
  }
  await stop(server);
  return figures;
}

/** Median and p99 of a booking with its payment, by size: each size has its server, and one of them works at a time. */
async function measureBookings(bench, sizes) {
  const sites = [];
  for (const bookings of sizes) {
    const { server, url } = await startServer(bench.program, folderOf(bench, bookings), NO_LIMIT);
    const session = await logIn(url, TRAVELLER);
    const order = await makeOrder(url, session, await privateOrder(url));
    sites.push({ bookings, server, book: () => bookAndPay(url, session, order), took: [] });
  }
  for (let turn = 0; turn <= TURNS; turn++) {
    for (const { book, took } of sites) {
      for (let call = 0; call < BOOKINGS_A_TURN; call++) {
        const time = await timeOf(book);
        if (turn > 0) took.push(time);
      }
    }
  }
  for (const { server } of sites) await stop(server);
  return new Map(sites.map(({ bookings, took }) => [bookings, figuresOf(took)]));
}

export default async function* measureDesk(bench) {
  const many = Math.min(MANY, bench.most);
  const sizes = [...new Set([FEWEST, many, bench.most > MANY ? MANY * COPIES : many])];
  const lists = new Map();
  for (const bookings of sizes) lists.set(bookings, await measureLists(bench, bookings));
  const bookingsOf = await measureBookings(bench, sizes);
  for (const bookings of sizes.slice(2)) rmSync(folderOf(bench, bookings), { recursive: true }); // some gigabytes

  const row = (line, bookings, figure, limit, verdict) => ({
    line: `${line}, ${power(bookings)} bookings`,
    measured: `${ms(figure.median)}, p99 ${ms(figure.p99)}`,
    limit: `${power(FEWEST)} bookings ${ms(limit.median)}, p99 ${ms(limit.p99)}`,
    ratio: figure.p99 / limit.p99,
    ...verdict(figure.p99 / limit.p99, figure),
  });
  const growth = (ratio) => below(MAX_GROWTH, ratio);
  for (const line of lists.get(FEWEST).keys()) {
    for (const bookings of sizes.slice(1)) {
      const aim = bookings > MANY ? growth : (_, figure) => below(MAX_LIST_MS, figure.p99, 'ms');
      yield row(line, bookings, lists.get(bookings).get(line), lists.get(FEWEST).get(line), aim);
    }
  }
  for (const bookings of sizes.slice(1)) {
    const aim = bookings > MANY ? growth : () => ({});
    yield row('booking → payment → confirmation', bookings, bookingsOf.get(bookings), bookingsOf.get(FEWEST), aim);
  }
}
