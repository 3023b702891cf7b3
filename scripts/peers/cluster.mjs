// cluster.mjs COMMAND…: runs it with CHAUTARI_TEST_PG_URL of a replicated PostgreSQL: three nodes under Patroni, three
// etcd, HAProxy in front of the leader, PgBouncer in front of HAProxy. CHAUTARI_TEST_CLUSTER is an address of loopback
// by which the command breaks and mends nodes:
//   GET /state                              leader, members, and whether all nodes replicate
//   POST /kill/NODE, /start/NODE            kill -9 of Patroni and PostgreSQL; both again
//   POST /cut/NODE, /mend/NODE              the cable of the node is unplugged: nothing is refused, nothing answers
//   POST /freeze/NODE, /thaw/NODE           the machine of the node stands still, and goes on as if nothing was
//   POST /switchover                        patronictl switchover to a synchronous standby
//   POST /kill/pgbouncer, /kill/etcd1 …     and /start/…
// All processes listen on loopback, and end with the command.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { cableFile, ETCDS, etcdArguments, HOST, leaderFile, NODES, patroniFile, pgbouncerFile } from './cluster-files.mjs';

const USER = 'chautari';
const START_SECONDS = 120;

const [parent, programs] = process.env.CHAUTARI_CLUSTER_PLACES.split(':');
const folder = mkdtempSync(join(parent, 'chautari-cluster.'));
// PostgreSQL and PgBouncer refuse to run as root.
const isRoot = process.getuid() === 0;
const nobody = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
if (isRoot) chownSync(folder, nobody.uid, nobody.gid);
// PostgreSQL requires it of the folders of its sockets and data.
chmodSync(folder, 0o700);

/** The running processes by name. */
const running = new Map();
const cut = new Set();
const frozen = new Map();
let ending = false;

function idOf(flag) {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}

async function freePorts(count) {
  const probes = Array.from({ length: count }, () => createServer().listen(0, HOST));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const found = probes.map((probe) => probe.address().port);
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  return found;
}

async function choosePorts() {
  const free = await freePorts(2 + ETCDS.length * 2 + NODES.length * 5);
  const next = () => free.pop();
  const ports = { leader: next(), pgbouncer: next() };
  for (const name of ETCDS) ports[name] = { client: next(), peer: next() };
  for (const name of NODES) {
    ports[name] = {
      own: { postgres: next(), patroni: next() },
      cable: { postgres: next(), patroni: next(), etcd: next() },
    };
  }
  return ports;
}

const ports = await choosePorts();
const patroniFiles = {};
const commands = {
  leader: ['haproxy', '-db', '-f', leaderFile(folder, ports)],
  pgbouncer: ['pgbouncer', pgbouncerFile(folder, ports, USER)],
};
for (const name of ETCDS) commands[name] = ['etcd', ...etcdArguments(folder, name, ports)];
for (const name of NODES) {
  commands[`${name}.cable`] = ['haproxy', '-db', '-f', cableFile(folder, name, ports)];
  patroniFiles[name] = patroniFile(folder, name, ports, programs);
  commands[name] = ['patroni', patroniFiles[name]];
}

function start(name) {
  const [program, ...rest] = commands[name];
  const log = openSync(join(folder, `${name}.log`), 'a');
  const env = { ...process.env, HOME: folder, PATH: `${process.env.PATH}:/usr/sbin` };
  const child = spawn(program, rest, { cwd: folder, env, stdio: ['ignore', log, log], ...nobody });
  child.on('error', (error) => console.error(`${program}: ${error.message}`));
  running.set(name, child);
}

/** The process and all below it. */
function family(pid) {
  const parents = new Map();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]));
    } catch {
      // It has ended meanwhile.
    }
  }
  const found = [pid];
  for (const one of found) for (const [child, up] of parents) if (up === one) found.push(child);
  return found.filter((one) => parents.has(one));
}

/** The processes of a node. Patroni starts PostgreSQL in a way that PostgreSQL survives it. */
function processes(name) {
  const found = running.has(name) ? family(running.get(name).pid) : [];
  if (!NODES.includes(name)) return found;
  try {
    const [pid] = readFileSync(join(folder, name, 'postmaster.pid'), 'utf8').split('\n');
    // The file of a killed PostgreSQL stays, and its id may belong to another process.
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(folder, name))) found.push(...family(Number(pid)));
  } catch {
    // PostgreSQL is not running.
  }
  return [...new Set(found)];
}

function signal(pids, name) {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}

async function kill(name) {
  // Twice: the first time may miss a process that starts.
  for (let times = 0; times < 2; times++) {
    signal(processes(name), 'SIGKILL');
    await pause(20);
  }
  running.delete(name);
}

async function members() {
  for (const name of NODES.filter((name) => running.has(name) && !cut.has(name) && !frozen.has(name))) {
    try {
      const url = `http://${HOST}:${ports[name].own.patroni}/cluster`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(2000) });
      return (await answer.json()).members;
    } catch {
      // The next one may know.
    }
  }
  return [];
}

async function state() {
  const all = await members();
  const leader = all.find((one) => one.role === 'leader')?.name;
  const following = all.filter((one) => ['running', 'streaming'].includes(one.state) && one.role !== 'leader');
  const standby = following.find((one) => one.role === 'sync_standby')?.name;
  const isWhole = Boolean(leader && standby) && following.length === 2 && following.every((one) => one.lag === 0);
  return { leader, standby, isWhole, members: all };
}

function switchover({ leader, standby }) {
  const rest = ['switchover', '--leader', leader, '--candidate', standby, '--force'];
  const child = spawn('patronictl', ['-c', patroniFiles[leader], ...rest], { stdio: 'ignore', env: { ...process.env, LC_ALL: 'C.UTF-8' } });
  return once(child, 'exit').then(([code]) => code === 0);
}

const acts = {
  kill,
  start: async (name) => start(name),
  cut: async (name) => {
    cut.add(name);
    signal([running.get(`${name}.cable`).pid], 'SIGSTOP');
  },
  mend: async (name) => {
    cut.delete(name);
    signal([running.get(`${name}.cable`).pid], 'SIGCONT');
  },
  freeze: async (name) => {
    frozen.set(name, processes(name));
    signal(frozen.get(name), 'SIGSTOP');
  },
  thaw: async (name) => {
    signal(frozen.get(name), 'SIGCONT');
    frozen.delete(name);
  },
};

async function answer(request) {
  const [, act, name] = request.url.split('/');
  if (act === 'state') return state();
  if (act === 'switchover') return { done: await switchover(await state()) };
  if (!acts[act] || !commands[name]) return { unknown: request.url };
  await acts[act](name);
  return { done: true };
}

async function until(what, look) {
  for (const since = Date.now(); Date.now() - since < START_SECONDS * 1000; await pause(200)) {
    if (await look()) return;
  }
  throw new Error(`${what}: not within ${START_SECONDS} s`);
}

async function end() {
  if (ending) return;
  ending = true;
  for (const name of NODES) signal(processes(name), 'SIGKILL');
  for (const [, child] of running) signal([child.pid], 'SIGKILL');
  await pause(100);
  for (const name of NODES) signal(processes(name), 'SIGKILL');
  if (process.env.CHAUTARI_FAILOVER_KEEP) console.log(`the logs stay in ${folder}`);
  else rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function main() {
  // HAProxy takes every node for the leader until it has asked, so it starts while nobody answers.
  for (const name of ['leader', 'pgbouncer', ...ETCDS, ...NODES.map((name) => `${name}.cable`)]) start(name);
  // Patroni ends at its start while etcd has not agreed on its version.
  await until('etcd starts', async () => {
    const version = await fetch(`http://${HOST}:${ports.etcd1.client}/version`).catch(() => null);
    return version && !(await version.text()).includes('not_decided');
  });
  for (const name of NODES) start(name);
  await until('the cluster starts', async () => (await state()).isWhole);
  for (const sql of [`create role ${USER} login createdb`, `create database ${USER} owner ${USER}`]) {
    const rest = ['-h', HOST, '-p', String(ports.leader), '-U', 'postgres', '-c', sql];
    const run = () => spawnSync(join(programs, 'psql'), rest, { stdio: 'ignore' }).status === 0;
    await until('HAProxy finds the leader', async () => run());
  }

  const control = createHttpServer((request, response) => {
    answer(request).then(
      (body) => response.end(JSON.stringify(body)),
      (error) => response.writeHead(500).end(JSON.stringify({ error: String(error) })),
    );
  }).listen(0, HOST);
  await once(control, 'listening');
  const env = {
    ...process.env,
    CHAUTARI_TEST_PG_URL: `postgres://${USER}@${HOST}:${ports.pgbouncer}/${USER}`,
    CHAUTARI_TEST_CLUSTER: `http://${HOST}:${control.address().port}`,
  };
  const [program, ...rest] = process.argv.slice(2);
  const child = spawn(program, rest, { env, stdio: 'inherit' });
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => child.kill(name));
  const [code] = await once(child, 'exit');
  control.close();
  return code ?? 1;
}

let status = 1;
try {
  status = await main();
} catch (error) {
  console.error(error);
  for (const name of NODES) {
    try {
      console.error(readFileSync(join(folder, `${name}.log`), 'utf8').split('\n').slice(-15).join('\n'));
    } catch {
      // It has not started.
    }
  }
} finally {
  await end();
}
process.exit(status);
