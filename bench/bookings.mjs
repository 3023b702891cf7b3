// How long the desk's calls take at 100,000 bookings: the real program with generated data, on SQLite, or on the empty
// PostgreSQL database that BENCH_DATABASE_URL names. BENCH_SERVER_URL measures a server that runs already.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoServer } from '../scripts/demo-server.mjs';

const [serverProgram, fillProgram] = process.argv.slice(2);
const BOOKINGS = Number(process.env.BENCH_BOOKINGS ?? 100_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const MAX_MS = 100;
const ADMIN = { email: 'admin@chautari.example', password: 'mountain-admin-2026' };
const CALLS = [
  ['first page', '/api/bookings?limit=25'],
  ['page 2,000', '/api/bookings?limit=25&page=2000'],
  ['by amount', '/api/bookings?limit=25&sort=amount'],
  ['completed, by guest', '/api/bookings?limit=25&status=Completed&sort=guest'],
  ['a year of start dates', '/api/bookings?limit=25&from=2026-01-01&to=2026-12-31'],
  ['unpaid', '/api/bookings?limit=25&view=unpaid'],
  ['leaving this week', '/api/bookings?limit=25&view=leaving-this-week'],
  ['refunds', '/api/bookings?limit=25&view=refunds'],
  ['search a common name', '/api/bookings?limit=25&search=sherpa'],
  ['search one address', '/api/bookings?limit=25&search=traveller.500%40many.example'],
  ['search nothing has', '/api/bookings?limit=25&search=nobodyhasthis'],
  ['overview', '/api/overview'],
  ['treks at the desk', '/api/treks/manage'],
  ['subscribers, searched', '/api/newsletter/subscribers?search=500'],
  ['metrics', '/metrics'],
];

const median = (figures) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)];

async function logIn(url) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const token = answer.headers.get('x-access-token');
  if (!token) throw new Error(`no login: ${answer.status}`);
  return { authorization: `Bearer ${token}` };
}

/** Milliseconds and bytes of one call, its body read. */
async function call(url, headers) {
  const began = performance.now();
  const answer = await fetch(url, { headers });
  const body = await answer.arrayBuffer().catch((error) => error);
  const failed = !answer.ok || body instanceof Error;
  return { ms: performance.now() - began, bytes: body.byteLength ?? 0, failed: failed && `failed (${answer.status})` };
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
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.env.BENCH_SERVER_URL) print(await measure(process.env.BENCH_SERVER_URL));
else await measureOwnServer();
