// Configuration files of the cluster that cluster.mjs starts. What a site with several servers sets differently, and
// why, is in docs/scale.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const HOST = '127.0.0.1';
/** Names of the database nodes. */
export const NODES = ['db1', 'db2', 'db3'];
export const ETCDS = ['etcd1', 'etcd2', 'etcd3'];

function write(folder, name, text) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** Arguments of one etcd. The data are lost with the run, so they are not flushed. */
export function etcdArguments(folder, name, ports) {
  const peers = ETCDS.map((one) => `${one}=http://${HOST}:${ports[one].peer}`).join(',');
  const [client, peer] = [`http://${HOST}:${ports[name].client}`, `http://${HOST}:${ports[name].peer}`];
  return [
    ['--name', name, '--data-dir', join(folder, name), '--initial-cluster', peers],
    ['--listen-client-urls', client, '--advertise-client-urls', client],
    ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ['--logger', 'zap', '--log-level', 'warn', '--unsafe-no-fsync'],
  ].flat();
}

const defaults = `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
`;

/**
 * The network cable of one database node: its traffic goes through this process, so that stopping the process cuts the
 * node off as a broken cable would: nothing is refused, nothing answers.
 */
export function cableFile(folder, node, ports) {
  const { cable, own } = ports[node];
  const etcds = ETCDS.map((name) => `  server ${name} ${HOST}:${ports[name].client} check inter 1s`).join('\n');
  return write(
    folder,
    `${node}.cable.cfg`,
    `${defaults}
listen postgres
  bind ${HOST}:${cable.postgres}
  server node ${HOST}:${own.postgres}
listen patroni
  bind ${HOST}:${cable.patroni}
  server node ${HOST}:${own.patroni}
listen etcd
  bind ${HOST}:${cable.etcd}
${etcds}
`,
  );
}

/** Forwards to the node whose Patroni says that it is the leader, and ends the connections to a node that is not. */
export function leaderFile(folder, ports) {
  const servers = NODES.map((name) => {
    const { cable } = ports[name];
    return `  server ${name} ${HOST}:${cable.postgres} check port ${cable.patroni}`;
  });
  return write(
    folder,
    'leader.cfg',
    `${defaults}
listen leader
  bind ${HOST}:${ports.leader}
  option httpchk GET /primary
  http-check expect status 200
  timeout check 1s
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  );
}

export function pgbouncerFile(folder, ports, user) {
  const users = write(folder, 'users.txt', `"${user}" ""\n`);
  return write(
    folder,
    'pgbouncer.ini',
    `[databases]
* = host=${HOST} port=${ports.leader}
[pgbouncer]
listen_addr = ${HOST}
listen_port = ${ports.pgbouncer}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${process.env.CHAUTARI_FAILOVER_POOL_MODE ?? 'session'}
default_pool_size = 60
max_client_conn = 500
ignore_startup_parameters = extra_float_digits
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 5
tcp_keepalive = 1
`,
  );
}

/** Patroni reads YAML, of which JSON is a part. */
export function patroniFile(folder, node, ports, programs) {
  const { cable, own } = ports[node];
  const postgresql = {
    use_pg_rewind: true,
    remove_data_directory_on_diverged_timelines: true,
    parameters: {
      max_connections: 120,
      shared_buffers: '64MB',
      max_wal_size: '256MB',
      wal_keep_size: '256MB',
      hot_standby: 'on',
      wal_log_hints: 'on',
      // A standby that vanishes is missed after 5 seconds, so that a commit does not wait for it longer.
      wal_sender_timeout: '5s',
      wal_receiver_timeout: '5s',
    },
  };
  const dcs = {
    // A leader that is silent for 15 seconds has lost its place.
    ttl: 15,
    loop_wait: 3,
    retry_timeout: 5,
    maximum_lag_on_failover: 1048576,
    synchronous_mode: true,
    // Without a synchronous standby no commit is confirmed, so that every confirmed one survives its node.
    synchronous_mode_strict: true,
    postgresql,
  };
  const settings = {
    scope: 'chautari',
    name: node,
    restapi: { listen: `${HOST}:${own.patroni}`, connect_address: `${HOST}:${cable.patroni}` },
    // Without use_proxies Patroni would ask etcd for its addresses and go around the cable.
    etcd3: { hosts: [`${HOST}:${cable.etcd}`], use_proxies: true },
    bootstrap: { dcs, initdb: [{ encoding: 'UTF8' }, { locale: 'C' }] },
    postgresql: {
      listen: `${HOST}:${own.postgres}`,
      connect_address: `${HOST}:${cable.postgres}`,
      data_dir: join(folder, node),
      bin_dir: programs,
      pgpass: join(folder, `${node}.pgpass`),
      use_unix_socket: true,
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        'local all all trust',
        `host all all ${HOST}/32 trust`,
        `host replication all ${HOST}/32 trust`,
      ],
      authentication: {
        superuser: { username: 'postgres', password: 'unused' },
        replication: { username: 'replicator', password: 'unused' },
        rewind: { username: 'rewinder', password: 'unused' },
      },
    },
  };
  return write(folder, `${node}.yml`, JSON.stringify(settings, null, 2));
}
