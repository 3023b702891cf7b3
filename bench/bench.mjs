// The speed of the server, each line beside a limit that is measured in the same run: one table, as Markdown and JSON in
// bench/results. `node bench/bench.mjs PROGRAM BARE EXAMPLES [GROUP…]`; docs/benchmarks.md describes every line.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import measureBackup from './lines/backup.mjs';
import measureBooking from './lines/booking.mjs';
import measureDesk from './lines/desk.mjs';
import { measureLogin, measureQuote } from './lines/login.mjs';
import measureProcess from './lines/process.mjs';
import measureReads from './lines/reads.mjs';
import measureServers from './lines/servers.mjs';
import { table } from './support/figures.mjs';
import { killAll, startServer, stop } from './support/programs.mjs';

const GROUPS = {
  process: measureProcess,
  reads: measureReads,
  login: measureLogin,
  quote: measureQuote,
  booking: measureBooking,
  servers: measureServers,
  desk: measureDesk,
  backup: measureBackup,
};

const [program, bare, examples, ...asked] = process.argv.slice(2);
const groups = asked.length > 0 ? asked : Object.keys(GROUPS);
const unknown = groups.find((group) => !GROUPS[group]);
if (unknown) {
  process.stderr.write(`unknown group ${unknown}: there are ${Object.keys(GROUPS).join(', ')}\n`);
  process.exit(2);
}

const quick = process.env.BENCH_QUICK === '1';
const folder = mkdtempSync(join(tmpdir(), 'chautari-bench-'));
const bench = {
  program,
  bare,
  express: new URL('express/server.mjs', import.meta.url).pathname,
  examples: { bookings: join(examples, 'many_bookings'), treks: join(examples, 'many_treks') },
  folder,
  quick,
  pairs: quick ? 1 : Number(process.env.BENCH_ROUNDS ?? 3),
  seconds: quick ? 1 : Number(process.env.BENCH_SECONDS ?? 4),
  /** The most bookings at the desk. */
  most: Number(process.env.BENCH_BOOKINGS ?? (quick ? 10_000 : 1_000_000)),
  postgres: process.env.CHAUTARI_TEST_PG_URL,
  newFolder(name) {
    mkdirSync(join(folder, name));
    return join(folder, name);
  },
  /** A copy of a data folder, by default of one with demo data. */
  demoFolder(name, from = join(folder, 'demo')) {
    cpSync(from, join(folder, name), { recursive: true });
    return join(folder, name);
  },
};

const results = new URL('results/', import.meta.url).pathname;
const disk = execFileSync('stat', ['-f', '-c', '%T', folder], { encoding: 'utf8' }).trim();
const head = `${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} × ${cpus()[0].model}, load on the same machine, \
data on ${disk}, medians of ${bench.pairs} interleaved pairs of ${bench.seconds} s`;
const rows = [];
const failures = [];
try {
  await stop((await startServer(program, bench.newFolder('demo'))).server);
  for (const group of groups) {
    process.stderr.write(`measuring ${group}\n`);
    const began = performance.now();
    try {
      for await (const row of GROUPS[group](bench)) {
        rows.push(row);
        process.stderr.write(`  ${row.line}: ${row.measured} (${row.limit ?? 'no limit'})\n`);
      }
    } catch (error) {
      failures.push(`${group}: ${error.message}`);
      process.stderr.write(`${error.stack}\n`);
      killAll();
    }
    process.stderr.write(`${group}: ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
  }
  const text = `${head}\n\n${table(rows)}`;
  process.stdout.write(`\n${text}`);
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'latest.md'), text);
  writeFileSync(join(results, 'latest.json'), `${JSON.stringify({ head, rows }, null, 2)}\n`);
} finally {
  killAll();
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) process.stderr.write(`failed: ${failure}\n`);
process.exit(failures.length > 0 ? 1 : 0);
