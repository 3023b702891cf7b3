// Compares the server with a bare axum handler that returns the same bytes, over this machine's loopback interface.
// Rounds alternate, so that a slowdown of the machine affects both; medians are reported.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const [serverProgram, bareProgram] = process.argv.slice(2);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const connections = 32;
const call = '/api/treks/getall';
const folder = mkdtempSync(join(tmpdir(), 'chautari-bench-'));
const running = new Set();

function start(program, args, settings = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('CHAUTARI_'));
  const child = spawn(program, args, {
    env: { ...Object.fromEntries(inherited), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const address = new Promise((found, failed) => {
    let printed = '';
    child.stdout.on('data', (text) => {
      printed += text;
      const url = /https?:\/\/[^\s/]+(?=[^\n]*\n)/.exec(printed)?.[0];
      if (url) found(url);
    });
    child.once('exit', (code) => failed(new Error(`${program} ended with ${code}`)));
  });
  return { child, address };
}

async function stop({ child }) {
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
  running.delete(child);
}

const settings = {
  CHAUTARI_LISTEN: '127.0.0.1:0',
  CHAUTARI_DATA_DIR: join(folder, 'data'),
  CHAUTARI_EXCHANGE_RATE_URL: 'off', // no request leaves the machine
};

/** Milliseconds from the start of the process to its first 200 of /readyz. */
async function startAndTime() {
  const began = performance.now();
  const server = start(serverProgram, ['serve', '--demo'], settings);
  const url = await server.address;
  while (
    !(await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await pause(1);
  return { server, url, took: performance.now() - began };
}

/** Resident memory in MB, as reported by the kernel. */
function memory(pid) {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

/** Parses wrk's output: "99%    1.23ms", "Requests/sec:  12345.67", "Non-2xx or 3xx responses: 3". */
function load(url) {
  const text = execFileSync('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', url + call], {
    encoding: 'utf8',
  });
  if (/Non-2xx|Socket errors/.test(text)) throw new Error(`requests failed:\n${text}`);
  const [, figure, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(text);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)[1]),
    p99: Number(figure) * { us: 0.001, ms: 1, s: 1000 }[unit],
  };
}

const median = (figures) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)];
const row = (cells) => `| ${cells.join(' | ')} |`;

try {
  mkdirSync(settings.CHAUTARI_DATA_DIR);
  await stop((await startAndTime()).server); // fills the database

  const readyTimes = [];
  for (let i = 0; i < 5; i++) {
    const { server, took } = await startAndTime();
    readyTimes.push(took);
    await stop(server);
  }

  const { server, url } = await startAndTime();
  const body = Buffer.from(await (await fetch(url + call)).arrayBuffer());
  await pause(3000);
  const idle = memory(server.child.pid);
  writeFileSync(join(folder, 'body.json'), body);
  const bare = start(bareProgram, [join(folder, 'body.json')]);
  const bareUrl = await bare.address;
  if (!body.equals(Buffer.from(await (await fetch(bareUrl + call)).arrayBuffer())))
    throw new Error('the two answer different bytes');

  const figures = { chautari: [], bare: [] };
  for (let i = 0; i <= rounds; i++) {
    const pair = { chautari: load(url), bare: load(bareUrl) };
    if (i === 0) continue; // warms both up
    for (const name of Object.keys(pair)) figures[name].push(pair[name]);
  }
  const after = memory(server.child.pid);
  await stop(server);
  await stop(bare);

  const of = (name, key) => median(figures[name].map((one) => one[key]));
  const ratio = of('chautari', 'perSecond') / of('bare', 'perSecond');
  const table = [
    `GET ${call}, ${(body.length / 1000).toFixed(1)} kB, ${connections} connections, median of ${rounds} × ${seconds} s, ${cpus().length} × ${cpus()[0].model}`,
    '',
    row(['', 'requests/s', 'p99']),
    row(['---', '---:', '---:']),
    ...['chautari', 'bare'].map((name) =>
      row([
        name === 'bare' ? 'bare axum handler' : 'chautari serve',
        of(name, 'perSecond').toFixed(0),
        `${of(name, 'p99').toFixed(2)} ms`,
      ]),
    ),
    row(['ratio', ratio.toFixed(2), '']),
    '',
    row(['', 'measured', 'aim']),
    row(['---', '---:', '---:']),
    row(['requests/s beside the bare handler', ratio.toFixed(2), '0.90']),
    row(['idle memory', `${idle.toFixed(1)} MB`, 'under 50 MB']),
    row(['memory after the load', `${after.toFixed(1)} MB`, '']),
    row(['ready after start on an existing database', `${median(readyTimes).toFixed(0)} ms`, 'within 200 ms']),
    '',
  ].join('\n');
  process.stdout.write(`\n${table}`);
  const results = new URL('results/', import.meta.url).pathname;
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'latest.md'), table);
} finally {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
