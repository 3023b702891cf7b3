#!/usr/bin/env bash
# Ensures that PostgreSQL's server programs are installed. `need-postgres.sh path` prints the folder with initdb and
# postgres.
set -euo pipefail
cd "$(dirname "$0")/.."

find_programs() {
  local folder
  if command -v initdb >/dev/null; then
    dirname "$(command -v initdb)"
    return
  fi
  if command -v pg_config >/dev/null; then
    folder=$(pg_config --bindir)
    [ -x "$folder/initdb" ] && echo "$folder" && return
  fi
  # Debian installs them outside PATH in a folder per version; the newest is used.
  folder=$(printf '%s\n' /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin | sort -V | while read -r folder; do
    [ -x "$folder/initdb" ] && echo "$folder"
  done | tail -n 1)
  [ -n "$folder" ] && echo "$folder"
}

if [ "${1:-}" = path ]; then
  find_programs
  exit
fi

[ -n "${CHAUTARI_TEST_PG_URL:-}" ] && exit 0
find_programs >/dev/null && exit 0
# Debian's package would create and start a cluster on port 5432; the tests start their own.
if [ -d /etc ] && [ "$(id -u)" = 0 ] && [ ! -e /etc/postgresql-common/createcluster.conf ]; then
  mkdir -p /etc/postgresql-common
  echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
fi
bash scripts/apt-install.sh postgresql && exit 0
echo 'PostgreSQL is missing: install its server (macOS: brew install postgresql@17, Debian: apt install postgresql), or set CHAUTARI_TEST_PG_URL' >&2
exit 1
