#!/usr/bin/env bash
# with-cluster.sh COMMAND…: runs it with a replicated PostgreSQL (cluster.mjs); installs Debian's packages first.
set -euo pipefail
cd "$(dirname "$0")/../.."

missing=()
for program in patroni:patroni etcd:etcd-server haproxy:haproxy pgbouncer:pgbouncer; do
  PATH=$PATH:/usr/sbin command -v "${program%:*}" >/dev/null || missing+=("${program#*:}")
done
if [ "${#missing[@]}" != 0 ]; then
  bash scripts/apt-install.sh "${missing[@]}" || {
    echo "missing: ${missing[*]}; install these packages of Debian" >&2
    exit 1
  }
fi
bash scripts/need-postgres.sh
# The folder that a link in PATH leads to has all the programs; Patroni needs more of them than initdb.
programs=$(dirname "$(readlink -f "$(bash scripts/need-postgres.sh path)/initdb")")
CHAUTARI_CLUSTER_PLACES=$(bash scripts/test-folder.sh):$programs
export CHAUTARI_CLUSTER_PLACES
exec node scripts/peers/cluster.mjs "$@"
