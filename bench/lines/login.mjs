// Logins beside the password hashes that the cores can compute, and quotes beside a bare handler that parses the same
// JSON and sends the same body.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { logIn, privateOrder, send, TRAVELLER } from '../support/client.mjs';
import { compare, number } from '../support/figures.mjs';
import { runBare, startBare, startServer, stop } from '../support/programs.mjs';
import { load, writePost } from '../support/wrk.mjs';

const NO_LIMITS = {
  // Successful logins do not count for the rate limits, but concurrent ones count until they have succeeded.
  CHAUTARI_LIMIT_WRONG_LOGINS: 'off',
  CHAUTARI_LIMIT_WRONG_LOGINS_OF_CLIENT: 'off',
  CHAUTARI_LIMIT_WRONG_LOGINS_OF_EMAIL: 'off',
};

export async function* measureLogin(bench) {
  const { server, url } = await startServer(bench.program, bench.demoFolder('login'), NO_LIMITS);
  const threads = cpus().length;
  const script = writePost(bench.folder, 'login', TRAVELLER);
  const figures = await compare(
    bench,
    (seconds) => load(`${url}/api/auth/login`, { seconds, connections: 2 * threads, script }),
    (seconds) => Number(runBare(bench.bare, ['hashes', String(threads), String(seconds)])),
  );
  await stop(server);
  yield {
    line: `login, ${2 * threads} clients`,
    measured: `${number(figures.measured)}/s`,
    limit: `argon2id on ${threads} threads ${number(figures.limit)}/s`,
    ratio: figures.ratio,
  };
}

export async function* measureQuote(bench) {
  const { server, url } = await startServer(bench.program, bench.demoFolder('quote'));
  const headers = await logIn(url, TRAVELLER);
  const order = { ...(await privateOrder(url)), totalGuests: 2 };
  const answer = await send(`${url}/api/bookings/quote`, { method: 'POST', headers, body: order });
  if (answer.status !== 200) throw new Error(`quote: ${answer.status} ${answer.body}`);
  const file = join(bench.folder, 'body');
  writeFileSync(file, answer.body);
  const bare = await startBare(bench.bare, file, answer.headers['content-type'], 'identity');
  const script = writePost(bench.folder, 'quote', order);
  const figures = await compare(
    bench,
    (seconds) => load(`${url}/api/bookings/quote`, { seconds, headers, script }),
    (seconds) => load(`${bare.url}/api/bookings/quote`, { seconds, headers, script }),
  );
  await stop(bare.server);
  await stop(server);
  yield {
    line: `quote, signed in, ${(answer.body.length / 1000).toFixed(1)} kB`,
    measured: `${number(figures.measured)}/s`,
    limit: `bare handler that parses JSON ${number(figures.limit)}/s`,
    ratio: figures.ratio,
  };
}
