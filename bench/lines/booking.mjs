// Bookings that are made, paid and confirmed, beside their bare SQL on a copy of the same database.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bookAndPay, logIn, makeOrder, privateOrder, send, TRAVELLER } from '../support/client.mjs';
import { atLeast, compare, median, ms, number, percentile } from '../support/figures.mjs';
import { copyDatabase, createDatabase } from '../support/postgres.mjs';
import { runBare, startServer, stop } from '../support/programs.mjs';

const CLIENTS = [1, 16];
export const NO_LIMIT = { CHAUTARI_LIMIT_BOOKINGS_OF_USER: 'off' };

/** Bookings a second of `clients` for `seconds`; the times of each are added to `took`. Client n uses urls[n % length]. */
export async function book(urls, session, order, clients, seconds, took = []) {
  const began = performance.now();
  const until = began + seconds * 1000;
  let booked = 0;
  const client = async (index) => {
    while (performance.now() < until) {
      const start = performance.now();
      await bookAndPay(urls[index % urls.length], session, order);
      took.push(performance.now() - start);
      booked++;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  return booked / ((performance.now() - began) / 1000);
}

/** Seconds until the worker has sent the emails of the bookings. */
export async function waitForJobs(url) {
  const began = performance.now();
  for (;;) {
    const text = String((await send(`${url}/metrics`)).body);
    const jobs = [...text.matchAll(/^chautari_jobs\{[^}]*state="waiting"[^}]*\} (\d+)/gm)];
    if (jobs.every(([, number]) => number === '0')) return (performance.now() - began) / 1000;
    await pause(20);
  }
}

async function* measureOn(bench, name, { server, url }, database) {
  const session = await logIn(url, TRAVELLER);
  const order = await makeOrder(url, session, await privateOrder(url));
  for (const clients of CLIENTS) {
    const took = [];
    const delays = [];
    const figures = await compare(
      bench,
      async (seconds) => {
        const perSecond = await book([url], session, order, clients, seconds, took);
        // What the worker has left would slow down the bare SQL.
        delays.push(await waitForJobs(url));
        return perSecond;
      },
      (seconds) => Number(runBare(bench.bare, ['bookings', database, String(clients), String(seconds)])),
    );
    yield {
      line: `booking → payment → confirmation, ${name}, ${clients === 1 ? '1 client' : `${clients} clients`}`,
      measured: `${number(figures.measured)}/s, p99 ${ms(percentile(took, 0.99))}, emails ${median(delays).toFixed(1)} s later`,
      limit: `bare SQL ${number(figures.limit)}/s`,
      ratio: figures.ratio,
      ...atLeast(0.5, figures.ratio),
    };
  }
  await stop(server);
}

export default async function* measureBooking(bench) {
  const folder = bench.demoFolder('booking');
  const copy = `sqlite://${join(bench.demoFolder('booking-sql'), 'chautari.db')}`;
  yield* measureOn(bench, 'SQLite', await startServer(bench.program, folder, NO_LIMIT), copy);
  if (!bench.postgres) return;
  const database = createDatabase(bench, 'booking');
  const settings = { ...NO_LIMIT, CHAUTARI_DATABASE_URL: database };
  const data = bench.newFolder('booking-postgres');
  await stop((await startServer(bench.program, data, settings)).server); // filled with demo data
  const copied = copyDatabase(bench, 'booking', 'booking_sql');
  yield* measureOn(bench, 'PostgreSQL', await startServer(bench.program, data, settings), copied);
}
