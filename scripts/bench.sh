#!/usr/bin/env bash
# bench.sh [GROUP…]: builds the release server, the data generators and the bare program, and measures the groups of
# bench/bench.mjs, by default all. CHAUTARI_BIN names an existing server binary.
set -euo pipefail
cd "$(dirname "$0")/.."

command -v wrk >/dev/null || bash scripts/apt-install.sh wrk || {
  echo 'wrk is missing: install it (Debian: apt install wrk, macOS: brew install wrk)' >&2
  exit 1
}
case " ${*:-reads} " in *" reads "*) bash scripts/npm-install.sh bench/express ;; esac
examples=$(bash scripts/bench-build.sh many_bookings many_treks)
CHAUTARI_TEST_PG_DURABLE=1 exec bash scripts/with-postgres.sh node bench/bench.mjs \
  "${CHAUTARI_BIN:-target/release/chautari}" target/bench/release/bare "$examples" "$@"
