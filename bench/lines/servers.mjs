// One to three servers on one PostgreSQL, all on this machine: what sharing a database costs. On two cores the servers,
// the database and the load compete, so that more servers cannot be faster.
import { cpus } from 'node:os';
import { bookAndPay, logIn, makeOrder, privateOrder, TRAVELLER } from '../support/client.mjs';
import { median, number } from '../support/figures.mjs';
import { createDatabase } from '../support/postgres.mjs';
import { startServer, stop } from '../support/programs.mjs';
import { load } from '../support/wrk.mjs';
import { book, NO_LIMIT, waitForJobs } from './booking.mjs';

const MOST = 3;
const CONNECTIONS = 30;
const BUYERS = 12;

/** Requests a second of the same number of connections, spread over the servers. */
async function readAt(urls, path, seconds, headers) {
  const connections = CONNECTIONS / urls.length;
  const each = await Promise.all(urls.map((url) => load(url + path, { seconds, connections, headers })));
  return each.reduce((sum, one) => sum + one, 0);
}

export default async function* measureServers(bench) {
  if (!bench.postgres) return;
  const settings = {
    ...NO_LIMIT,
    CHAUTARI_DATABASE_URL: createDatabase(bench, 'servers'),
    CHAUTARI_SECRET_KEY: 'the key that the servers of the benchmark share',
  };
  const servers = [];
  for (let index = 0; index < MOST; index++) {
    servers.push(await startServer(bench.program, bench.newFolder(`server-${index}`), settings));
  }
  const urls = servers.map(({ url }) => url);
  const session = await logIn(urls[0], TRAVELLER);
  const order = await makeOrder(urls[0], session, await privateOrder(urls[0]));
  for (let booked = 0; booked < 3; booked++) await bookAndPay(urls[booked % MOST], session, order);
  const kinds = {
    'cached trek list': (of, seconds) => readAt(of, '/api/treks/getall', seconds, {}),
    'my bookings, from the database': (of, seconds) =>
      readAt(of, '/api/bookings/my-bookings?limit=10', seconds, session),
    'booking → payment → confirmation': async (of, seconds) => {
      const perSecond = await book(of, session, order, BUYERS, seconds);
      await waitForJobs(urls[0]);
      return perSecond;
    },
  };
  for (const [kind, measure] of Object.entries(kinds)) {
    const rounds = [];
    for (let round = 0; round < bench.pairs; round++) {
      const figures = [];
      for (let used = 1; used <= MOST; used++) figures.push(await measure(urls.slice(0, used), bench.seconds));
      rounds.push(figures);
    }
    const of = (index) => median(rounds.map((figures) => figures[index]));
    for (let used = 2; used <= MOST; used++) {
      yield {
        line: `${used} servers on PostgreSQL, ${cpus().length} cores: ${kind}`,
        measured: `${number(of(used - 1))}/s`,
        limit: `1 server ${number(of(0))}/s`,
        ratio: median(rounds.map((figures) => figures[used - 1] / figures[0])),
      };
    }
  }
  for (const { server } of servers) await stop(server);
}
