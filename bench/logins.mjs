// Measures how many logins per second a machine handles, and its behaviour under overload: increasing numbers of
// clients with the right password, over the loopback interface. The cost is that of argon2id.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';

const [program] = process.argv.slice(2);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const crowds = [1, 2, 8, 32, 100, 200, 400];
const folder = mkdtempSync(join(tmpdir(), 'chautari-bench-'));
const login = { email: 'bench@example.com', password: 'a password of the benchmark' };
const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('CHAUTARI_'));
const env = {
  ...Object.fromEntries(inherited),
  CHAUTARI_LISTEN: '127.0.0.1:0',
  CHAUTARI_DATA_DIR: join(folder, 'data'),
  CHAUTARI_EXCHANGE_RATE_URL: 'off',
  // Successful logins do not count for the rate limit, but concurrent ones count until they have succeeded.
  CHAUTARI_LIMIT_WRONG_LOGINS: 'off',
  CHAUTARI_LIMIT_WRONG_LOGINS_OF_CLIENT: 'off',
  CHAUTARI_LIMIT_WRONG_LOGINS_OF_EMAIL: 'off',
};

function post(address, agent) {
  const body = JSON.stringify(login);
  const began = performance.now();
  return new Promise((done) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const call = request(`${address}/api/auth/login`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => done({ status: answer.statusCode, took: performance.now() - began }));
    });
    call.on('error', () => done({ status: 0, took: performance.now() - began }));
    call.end(body);
  });
}

/**
 * `crowd` clients, each with its next login as soon as the last has a response; a rejected one retries after a
 * second.
 */
async function load(address, crowd) {
  const agent = new Agent({ keepAlive: true, maxSockets: crowd });
  const until = performance.now() + seconds * 1000;
  const answers = [];
  const client = async () => {
    while (performance.now() < until) {
      const answer = await post(address, agent);
      answers.push(answer);
      if (answer.status !== 200) await new Promise((again) => setTimeout(again, 1000));
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: crowd }, client));
  const took = (performance.now() - began) / 1000;
  agent.destroy();
  const times = answers
    .filter(({ status }) => status === 200)
    .map((answer) => answer.took)
    .sort((a, b) => a - b);
  const share = (part) => Math.round(times[Math.floor((times.length - 1) * part)] ?? 0);
  return {
    crowd,
    perSecond: (times.length / took).toFixed(1),
    median: share(0.5),
    slowest: share(0.99),
    sentAway: answers.filter(({ status }) => status === 503).length,
    failed: answers.filter(({ status }) => status !== 200 && status !== 503).length,
  };
}

let server;
try {
  const made = spawnSync(program, ['admin', 'create', '--email', login.email, '--name', 'Bench'], {
    env,
    input: `${login.password}\n`,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(made.stderr);
  server = spawn(program, ['serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((found, failed) => {
    server.stdout.once('data', (text) => found(String(text).split('\n')[0].trim()));
    server.once('exit', (code) => failed(new Error(`the server ended with ${code}`)));
  });
  const rows = [];
  for (const crowd of crowds) rows.push(await load(address, crowd));
  const table = [
    `# Logins (${cpus().length} cores, argon2id at the default cost, ${seconds} s each)`,
    '',
    '| clients at once | logins a second | median ms | 99 % ms | sent away (503) | failed |',
    '| ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map(
      (row) => `| ${row.crowd} | ${row.perSecond} | ${row.median} | ${row.slowest} | ${row.sentAway} | ${row.failed} |`,
    ),
    '',
  ].join('\n');
  mkdirSync('bench/results', { recursive: true });
  writeFileSync('bench/results/logins.md', table);
  process.stdout.write(table);
} finally {
  server?.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
