// Measures the server under far more load than it can take: what the admitted and the refused requests get, the memory,
// and how soon the server is itself again. Everything runs on the loopback interface and within fixed times. Fails if
// a promise of docs/operations.md is broken.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startDemoServer } from '../scripts/demo-server.mjs';

const [program] = process.argv.slice(2);
const seconds = Number(process.env.OVERLOAD_SECONDS ?? 15);
const loginSeconds = Number(process.env.OVERLOAD_LOGIN_SECONDS ?? seconds);
/** Comma-separated parts to run. */
const parts = (process.env.OVERLOAD_PARTS ?? 'load,slow,clock').split(',');
const CROWD = 250;
const SLOW_CLIENTS = 300;
/** Clients that read nothing: more of them fill gigabytes of buffers of the system. */
const DEAF_CLIENTS = 50;
/** A client that is refused comes back this soon, in milliseconds: sooner than `Retry-After` allows. */
const IMPATIENCE = 500;
const MAX_ADMITTED_MS = 1000;
const MAX_MEMORY_MB = 250;
const MAX_RECOVERY_MS = 5000;
const TRAVELLER = { email: 'maya@chautari.example', password: 'trail-maya-2026' };

const folder = mkdtempSync(join(tmpdir(), 'chautari-overload-'));
const { server, url } = await startDemoServer(program, folder, {
  CHAUTARI_LIMIT_WRONG_LOGINS: 'off',
  CHAUTARI_LIMIT_WRONG_LOGINS_OF_CLIENT: 'off',
  CHAUTARI_LIMIT_WRONG_LOGINS_OF_EMAIL: 'off',
  CHAUTARI_LIMIT_SUBSCRIPTIONS_OF_CLIENT: 'off',
  CHAUTARI_IDLE_TIMEOUT_SECONDS: '5',
  // No mail per subscription: the files of the outbox are not what is measured.
  CHAUTARI_LIMIT_NEWSLETTER_MAILS: '1/1d',
  ...(process.env.OVERLOAD_DATABASE_URL && { CHAUTARI_DATABASE_URL: process.env.OVERLOAD_DATABASE_URL }),
});
const broken = [];

function send(agent, { method = 'GET', path, body, headers = {} }, to = url) {
  const text = body && JSON.stringify(body);
  const began = performance.now();
  return new Promise((done) => {
    const given = text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const call = request(to + path, { method, agent, headers: { ...headers, ...given } }, (answer) => {
      answer.resume();
      const finish = (status) =>
        done({ status, took: performance.now() - began, headers: answer.headers, at: performance.now() });
      answer.on('end', () => finish(answer.statusCode));
      answer.on('error', () => finish(0));
    });
    call.on('error', (error) => done({ status: 0, took: performance.now() - began, error, headers: {} }));
    call.setTimeout(60_000, () => call.destroy());
    call.end(text);
  });
}

/** Resident memory of the server in MB. */
function memory() {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024;
}

const percentile = (figures, part) =>
  figures.toSorted((a, b) => a - b)[Math.ceil((figures.length - 1) * part)] ?? Number.NaN;
/** A dash where nothing was measured. */
const ms = (figure) => (Number.isNaN(figure) ? '–' : `${figure.toFixed(0)} ms`);

/** Runs `crowd` clients for `time` seconds, each with its next request as soon as the last has a response. */
async function load(name, crowd, time, next) {
  const agent = new Agent({ keepAlive: true, maxSockets: crowd });
  const probe = new Agent({ keepAlive: true, maxSockets: 1 });
  const until = performance.now() + time * 1000;
  const answers = [];
  const [health, cheap] = [[], []];
  let peak = 0;
  const client = async (number) => {
    for (let round = 0; performance.now() < until; round++) {
      const answer = await send(agent, next(number, round));
      answers.push(answer);
      if (answer.status === 503) await pause(IMPATIENCE);
    }
  };
  const watch = async () => {
    while (performance.now() < until) {
      health.push(await send(probe, { path: '/healthz' }));
      cheap.push(await send(probe, { path: '/api/treks/getall' }));
      peak = Math.max(peak, memory());
      await pause(50);
    }
  };
  const began = performance.now();
  await Promise.all([watch(), ...Array.from({ length: crowd }, (_, number) => client(number))]);
  const took = (performance.now() - began) / 1000;
  agent.destroy();
  const admitted = answers.filter(({ status }) => status >= 200 && status < 500);
  const refused = answers.filter(({ status }) => status === 503);
  const others = answers.filter((answer) => !admitted.includes(answer) && !refused.includes(answer));
  const times = admitted.map((answer) => answer.took);
  const row = {
    name,
    perSecond: admitted.length / took,
    median: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    refused: refused.length,
    refusedP99: percentile(
      refused.map((answer) => answer.took),
      0.99,
    ),
    others: others.length,
    healthP99: percentile(
      health.map((answer) => answer.took),
      0.99,
    ),
    cheapP99: percentile(
      cheap.map((answer) => answer.took),
      0.99,
    ),
    peak,
  };
  const promise = (kept, what) => kept || broken.push(`${name}: ${what}`);
  promise(times.length > 0, 'nobody was admitted');
  promise(row.p99 < MAX_ADMITTED_MS, `p99 of the admitted is ${ms(row.p99)}`);
  promise(
    refused.every(({ headers }) => headers['retry-after']),
    '503 without Retry-After',
  );
  promise(others.length === 0, `other answers: ${[...new Set(others.map(({ status, error }) => error ?? status))]}`);
  promise(
    health.every(({ status }) => status === 200),
    '/healthz failed',
  );
  promise(
    cheap.every(({ status }) => status === 200),
    'a cached list failed',
  );
  promise(peak < MAX_MEMORY_MB, `${peak.toFixed(0)} MB`);
  return row;
}

/** Milliseconds until `one` succeeds three times in a row within `limit`, and the memory after five seconds. */
async function recovery(name, one, limit) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const began = performance.now();
  let well = 0;
  while (well < 3 && performance.now() - began < 60_000) {
    const { status, took } = await send(agent, one);
    well = status === 200 && took < limit ? well + 1 : 0;
  }
  const took = performance.now() - began;
  if (took > MAX_RECOVERY_MS) broken.push(`${name}: itself again only after ${ms(took)}`);
  await pause(Math.max(0, MAX_RECOVERY_MS - took));
  agent.destroy();
  return { took, after: memory() };
}

/** Connections that the server holds open. */
function connections() {
  const folder = `/proc/${server.pid}/fd`;
  const isSocket = (file) => {
    try {
      return readlinkSync(join(folder, file)).startsWith('socket:');
    } catch {
      return false;
    }
  };
  return readdirSync(folder).filter(isSocket).length;
}

/** Clients that send a byte now and then, or read nothing: when the server has closed all of their connections. */
async function slowClients(kind, first, drip) {
  const { hostname, port } = new URL(url);
  const before = connections();
  const number = drip ? SLOW_CLIENTS : DEAF_CLIENTS;
  const sockets = Array.from({ length: number }, () => {
    const socket = connect(Number(port), hostname, () => socket.write(first));
    socket.on('error', () => {});
    if (drip) socket.resume();
    else socket.pause();
    return socket;
  });
  const dripping = setInterval(() => {
    for (const socket of sockets) if (drip && !socket.destroyed) socket.write(drip);
  }, 500);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const others = [];
  const began = performance.now();
  let closedAfter = Number.NaN;
  await pause(1000);
  while (performance.now() - began < 60_000) {
    others.push(await send(agent, { path: '/api/treks/getall' }));
    others.push(await send(agent, { path: '/api/bookings/my-bookings', headers: session }));
    await pause(100);
    if (connections() <= before + 5) {
      closedAfter = performance.now() - began;
      break;
    }
  }
  clearInterval(dripping);
  if (Number.isNaN(closedAfter)) broken.push(`${kind}: ${connections() - before} are still connected`);
  for (const socket of sockets) socket.destroy();
  agent.destroy();
  const times = others.map(({ took }) => took);
  if (others.some(({ status }) => status !== 200)) broken.push(`${kind}: others were refused`);
  return { kind: `${number}: ${kind}`, closedAfter, p99: percentile(times, 0.99) };
}

/**
 * A server of its own whose clock jumps a year ahead and back while it runs: never a 500, a new login works at once,
 * and what was stored before is still there. Needs libfaketime.
 */
async function jumpClock() {
  const library = [
    '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
    '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
  ].find(existsSync);
  if (!library) return 'not measured: libfaketime is missing';
  const data = mkdtempSync(join(tmpdir(), 'chautari-clock-'));
  const clock = join(data, 'clock');
  writeFileSync(clock, '+0');
  const other = await startDemoServer(program, join(data, 'data'), {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    // A change of the time of day does not move the monotonic clock.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const problems = [];
  const ask = async (what, one, expected) => {
    const answer = await send(agent, one, other.url);
    if (!expected.includes(answer.status)) problems.push(`${what}: ${one.path} is ${answer.status}`);
    return answer;
  };
  const login = { method: 'POST', path: '/api/auth/login', body: TRAVELLER };
  let old = {};
  try {
    for (const [what, offset] of [
      ['now', '+0'],
      ['a year ahead', '+365d'],
      ['back again', '+0'],
      ['a day back', '-1d'],
    ]) {
      writeFileSync(clock, offset);
      await pause(300);
      for (const path of ['/healthz', '/readyz', '/', '/api/treks/getall', '/sitemap.xml']) {
        await ask(what, { path }, [200]);
      }
      await ask(what, { path: '/api/users/me', headers: old }, [200, 401]);
      const { headers } = await ask(what, login, [200]);
      const own = { authorization: `Bearer ${headers['x-access-token']}` };
      await ask(what, { path: '/api/bookings/my-bookings', headers: own }, [200]);
      const email = `clock-${offset.replace('+', '')}-${problems.length}@example.com`;
      await ask(what, { method: 'POST', path: '/api/newsletter/subscribe', body: { email } }, [200]);
      old = own;
      await pause(2500);
    }
    if (other.server.exitCode !== null) problems.push('the server ended');
  } finally {
    agent.destroy();
    const ended = new Promise((done) => other.server.once('exit', done));
    other.server.kill('SIGTERM');
    await ended;
  }
  const checked = spawnSync(program, ['ledger', 'check'], {
    env: { ...process.env, CHAUTARI_DATA_DIR: join(data, 'data'), CHAUTARI_EXCHANGE_RATE_URL: 'off' },
    encoding: 'utf8',
  });
  if (checked.status !== 0) problems.push(`ledger check: ${checked.stdout}${checked.stderr}`);
  rmSync(data, { recursive: true, force: true });
  broken.push(...problems.map((problem) => `clock: ${problem}`));
  return problems.length === 0 ? 'no failed request, and the ledger is right' : `${problems.length} problems`;
}

let session = {};
try {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const login = { method: 'POST', path: '/api/auth/login', body: TRAVELLER };
  const idle = memory();
  const alone = [];
  for (let round = 0; round < 10; round++) alone.push(await send(agent, login));
  session = { authorization: `Bearer ${alone[0].headers['x-access-token']}` };
  const trek = await (await fetch(`${url}/api/treks/getall`)).json();
  const [{ _id: trekId, routes }] = trek.data.treks;
  const quote = { trekId, routeDetails: { routeId: routes[0]._id }, totalGuests: 2 };

  const rows = [];
  const recoveries = [];
  const measure = async (name, crowd, time, next, one, limit) => {
    if (!parts.includes('load')) return;
    rows.push(await load(name, crowd, time, next));
    recoveries.push({ name, ...(await recovery(name, one, limit)) });
  };
  const loginMs = percentile(
    alone.map(({ took }) => took),
    0.5,
  );
  await measure(`${CROWD} logins at once`, CROWD, loginSeconds, () => login, login, 3 * loginMs + 50);
  const reads = [
    { path: '/api/bookings/my-bookings', headers: session },
    { path: '/api/users/me', headers: session },
    { method: 'POST', path: '/api/bookings/quote', body: quote, headers: session },
  ];
  await measure(`${CROWD} travellers read`, CROWD, seconds, (_, round) => reads[round % reads.length], reads[1], 200);
  const subscribe = (number, round) => ({
    method: 'POST',
    path: '/api/newsletter/subscribe',
    body: { email: `reader-${number}-${round}@example.com` },
  });
  await measure(`${CROWD} clients write`, CROWD, seconds, subscribe, subscribe('last', 0), 200);
  await measure(
    `${4 * CROWD} clients, all kinds`,
    4 * CROWD,
    seconds,
    (number, round) => [login, subscribe(`all-${number}`, round), ...reads][number % 5],
    reads[0],
    200,
  );

  const slow = [];
  if (parts.includes('slow')) {
    slow.push(await slowClients('headers byte by byte', 'GET /api/treks/getall HTTP/1.1\r\nhost: x\r\nx: ', 'y'));
    const post =
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{';
    slow.push(await slowClients('bodies byte by byte', post, ' '));
    // More than the buffers of the system hold.
    const [script] = (await (await fetch(url)).text()).match(/\/assets\/[^"]+\.js/);
    const many = `GET ${script} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(200);
    slow.push(await slowClients('responses that nobody reads', many, null));
  }

  const clock = parts.includes('clock') ? await jumpClock() : 'not measured';

  const figure = (row) =>
    `| ${row.name} | ${row.perSecond.toFixed(0)} | ${ms(row.median)} | ${ms(row.p99)} | ${row.refused} | ${ms(row.refusedP99)} | ${row.others} | ${ms(row.healthP99)} | ${ms(row.cheapP99)} | ${row.peak.toFixed(0)} MB |`;
  const table = [
    `# Overload (${cpus().length} cores with the load on the same machine, ${seconds} s each, logins ${loginSeconds} s)`,
    '',
    `Idle: ${idle.toFixed(0)} MB; one login alone: ${ms(loginMs)}.`,
    '',
    '| load | admitted a second | median | 99 % | refused (503) | 99 % of the refused | failed | /healthz 99 % | cached list 99 % | memory |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map(figure),
    '',
    '| after | itself again after | memory after 5 s |',
    '| --- | ---: | ---: |',
    ...recoveries.map(({ name, took, after }) => `| ${name} | ${ms(took)} | ${after.toFixed(0)} MB |`),
    '',
    `| slow clients (\`idle_timeout_seconds\` 5) | all cut off after | others 99 % |`,
    '| --- | ---: | ---: |',
    ...slow.map(({ kind, closedAfter, p99 }) => `| ${kind} | ${(closedAfter / 1000).toFixed(1)} s | ${ms(p99)} |`),
    '',
    `A clock that jumps a year ahead and back: ${clock}.`,
    '',
  ].join('\n');
  mkdirSync('bench/results', { recursive: true });
  writeFileSync('bench/results/overload.md', table);
  process.stdout.write(table);
  for (const promise of broken) process.stdout.write(`broken: ${promise}\n`);
  process.exitCode = broken.length > 0 ? 1 : 0;
} finally {
  const ended = new Promise((done) => server.once('exit', done));
  server.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
