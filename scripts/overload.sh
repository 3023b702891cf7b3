#!/usr/bin/env bash
# Builds the release server and measures it under far more load than it can take (bench/overload.mjs). CHAUTARI_BIN names
# an existing server binary; OVERLOAD_DATABASE_URL an empty PostgreSQL database.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-tools.sh
[ -e /usr/lib/*/faketime/libfaketimeMT.so.1 ] || bash scripts/apt-install.sh faketime ||
  echo 'faketime is missing: jumps of the clock are not measured'
if [ -z "${CHAUTARI_BIN:-}" ]; then
  bash scripts/web-build.sh
  cargo build --release --locked -p chautari-server
  CHAUTARI_BIN=target/release/chautari
fi
node bench/overload.mjs "$CHAUTARI_BIN"
