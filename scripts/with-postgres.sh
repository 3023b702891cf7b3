#!/usr/bin/env bash
# with-postgres.sh COMMAND…: runs it with CHAUTARI_TEST_PG_URL of a temporary PostgreSQL cluster, whose log is the file
# CHAUTARI_TEST_PG_LOG. With CHAUTARI_TEST_PG_DURABLE=1 it flushes to the disk, as that of an agency: for measurements.
set -euo pipefail
cd "$(dirname "$0")/.."

[ -n "${CHAUTARI_TEST_PG_URL:-}" ] && exec "$@"

programs=$(bash scripts/need-postgres.sh path) || { bash scripts/need-postgres.sh && programs=$(bash scripts/need-postgres.sh path); }
[ -n "${CHAUTARI_TEST_PG_DURABLE:-}" ] || TMPDIR=$(bash scripts/test-folder.sh)
export TMPDIR=${TMPDIR:-/tmp}
folder=$(mktemp -d "$TMPDIR/chautari-pg.XXXXXX")
postgres=

# PostgreSQL refuses to run as root, so it then runs as nobody.
as_user() {
  if [ "$(id -u)" != 0 ]; then
    "$@"
  elif command -v setpriv >/dev/null; then
    setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups "$@"
  else
    local line
    printf -v line '%q ' "$@"
    su nobody -s /bin/sh -c "$line"
  fi
}

# shellcheck disable=SC2317 # called by the trap
stop() {
  trap - EXIT INT TERM
  if [ -n "$postgres" ]; then
    as_user "$programs/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1 || true
  fi
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT TERM

[ "$(id -u)" = 0 ] && chown nobody "$folder"
cd "$folder"
as_user "$programs/initdb" -D "$folder/data" -U chautari --auth=trust --encoding=UTF8 --locale=C --no-sync >"$folder/initdb.log" 2>&1 || {
  cat "$folder/initdb.log" >&2
  exit 1
}
# Nothing in it outlives the run, so nothing is flushed or replicated. Each test has a database of its own: autovacuum would
# start a process for each of the hundreds of them.
settings='-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=300 -c autovacuum=off'
settings="$settings -c wal_level=minimal -c max_wal_senders=0 -c max_wal_size=128MB"
[ -n "${CHAUTARI_TEST_PG_DURABLE:-}" ] && settings='-c max_connections=300'
# read committed, or serializable as a distributed PostgreSQL: see docs/database.md.
settings="$settings -c default_transaction_isolation=${CHAUTARI_TEST_PG_ISOLATION:-read\\ committed}"
for _ in 1 2 3; do
  port=$(node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')
  if as_user "$programs/pg_ctl" -D "$folder/data" -l "$folder/log" -w -t 30 \
    -o "-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories=$folder $settings" start >/dev/null; then
    postgres=$port
    break
  fi
done
[ -n "$postgres" ] || { tail -n 20 "$folder/log" >&2; exit 1; }
cd "$OLDPWD"

export CHAUTARI_TEST_PG_LOG="$folder/log"
export CHAUTARI_TEST_PG_URL="postgres://chautari@127.0.0.1:$postgres/postgres"
status=0
"$@" || status=$?
exit "$status"
