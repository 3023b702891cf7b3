// Starts the programs that are measured, and ends all of them at the end.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { spawnDemoServer, startDemoServer } from '../../scripts/demo-server.mjs';

const running = new Set();

async function keep(starting) {
  const started = await starting;
  running.add(started.server);
  return started;
}

/** Resolves when the server is ready. */
export const startServer = (...args) => keep(startDemoServer(...args));

/** Resolves when the server prints its address. */
export const spawnServer = (...args) => keep(spawnDemoServer(...args));

/** The bare handler, which answers every request with the bytes of `file`. */
export const startBare = (bare, file, type, coding) => startHandler(bare, ['handler', file, type, coding]);

/** The same body from Express and SQLite, compressed for each request; `file` has it without a coding. */
export const startExpress = (express, file, type) => startHandler(process.execPath, [express, file, type]);

/** Resolves when the program prints its address. */
async function startHandler(program, args) {
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(server);
  const url = await new Promise((found, failed) => {
    server.stdout.once('data', (text) => found(String(text).trim()));
    server.once('exit', (code) => failed(new Error(`${args[0]} ended with ${code}`)));
  });
  return { server, url };
}

export async function stop(server) {
  const ended = new Promise((done) => server.once('exit', done));
  server.kill('SIGTERM');
  await ended;
  running.delete(server);
}

export function killAll() {
  for (const server of running) server.kill('SIGKILL');
}

/** Output of a subcommand of the bare program. */
export const runBare = (bare, args, input = '') =>
  execFileSync(bare, args, { input, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'inherit'] });

/** Memory of a process in MB: resident, and its proportional share of pages that it has in common with others. */
export function memory({ pid }) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const of = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)[1]) / 1024;
  return { rss: of('Rss'), pss: of('Pss') };
}
