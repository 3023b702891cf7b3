// The process itself: from start to ready, memory and size of the program, beside the bare handler.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { get, logIn, send, TRAVELLER } from '../support/client.mjs';
import { below, median, ms } from '../support/figures.mjs';
import { memory, spawnServer, startBare, startServer, stop } from '../support/programs.mjs';
import { load } from '../support/wrk.mjs';

const STARTS = 9;
const MAX_READY_MS = 200;
const MAX_IDLE_MB = 50;
const MAX_PROGRAM_MB = 40;
const IDLE_SECONDS = 10;

const mb = (figure) => `${figure.toFixed(1)} MB`;

/** Milliseconds from the start of a process to its first 200 of /healthz. */
async function timeStart(start) {
  const began = performance.now();
  const { server, url } = await start();
  const isReady = () => send(`${url}/healthz`).then(({ status }) => status === 200);
  while (!(await isReady().catch(() => false))) await pause(1);
  const took = performance.now() - began;
  await stop(server);
  return took;
}

async function measureStart(startThis, startOther) {
  const both = [];
  for (let index = 0; index <= STARTS; index++) {
    const pair = { measured: await timeStart(startThis), limit: await timeStart(startOther) };
    if (index > 0) both.push(pair); // the first one reads the files from the disk
  }
  const took = median(both.map(({ measured }) => measured));
  return {
    line: 'from start to ready, demo data',
    measured: ms(took),
    limit: `bare handler ${ms(median(both.map(({ limit }) => limit)))}`,
    ...below(MAX_READY_MS, took, 'ms'),
  };
}

async function measureMemory(bench, folder, startOther) {
  const { server, url } = await startServer(bench.program, folder);
  const other = await startOther();
  await pause((bench.quick ? 1 : IDLE_SECONDS) * 1000);
  const [idle, bareIdle] = [memory(server), memory(other.server)];
  const [{ _id }] = (await get(`${url}/api/treks/getall`)).treks;
  const session = await logIn(url, TRAVELLER);
  const paths = ['/', `/package/${_id}`, '/api/treks/getall', '/api/bookings/my-bookings?limit=10'];
  const headers = { ...session, 'accept-encoding': 'br' };
  for (const path of paths) await load(url + path, { seconds: bench.seconds, headers });
  for (const path of paths) await load(other.url + path, { seconds: 1, headers });
  const [busy, bareBusy] = [memory(server), memory(other.server)];
  await stop(other.server);
  await stop(server);
  const row = (when, own, limit) => ({
    line: `memory ${when}, demo data`,
    measured: `${mb(own.rss)} (PSS ${mb(own.pss)})`,
    limit: `bare handler ${mb(limit.rss)}`,
    ratio: limit.rss / own.rss,
  });
  return [
    { ...row('when idle', idle, bareIdle), ...below(MAX_IDLE_MB, idle.rss, 'MB') },
    row('after a load of reads', busy, bareBusy),
  ];
}

/** Size of a program in MB without symbols. */
function sizeOf(bench, program) {
  const file = join(bench.folder, 'stripped');
  copyFileSync(program, file);
  execFileSync('strip', [file]);
  return statSync(file).size / 1e6;
}

/** What `make dist` has built, if it has run. */
const DIST = ['dist/chautari', 'target/dist/chautari'].map(
  (file) => new URL(`../../${file}`, import.meta.url).pathname,
);

function* measureSizes(bench) {
  const limit = `bare handler ${mb(sizeOf(bench, bench.bare))}`;
  for (const [line, program] of Object.entries({
    'program of this run, stripped': bench.program,
    'program of make dist': DIST.find((file) => existsSync(file)),
  })) {
    if (!program) continue;
    const size = sizeOf(bench, program);
    yield { line, measured: mb(size), limit, ...below(MAX_PROGRAM_MB, size, 'MB') };
  }
}

export default async function* measureProcess(bench) {
  const folder = bench.demoFolder('process');
  const file = join(bench.folder, 'nothing');
  writeFileSync(file, '{}');
  const startThis = () => spawnServer(bench.program, folder);
  const startOther = () => startBare(bench.bare, file, 'application/json', 'identity');
  yield await measureStart(startThis, startOther);
  yield* await measureMemory(bench, folder, startOther);
  yield* measureSizes(bench);
}
