#!/usr/bin/env bash
# Builds the release server, the data generators and the bare program, then measures the desk with 100,000 bookings on both
# databases. CHAUTARI_BIN names an existing server binary.
set -euo pipefail
cd "$(dirname "$0")/.."

examples=$(bash scripts/bench-build.sh many_bookings many_departures)
CHAUTARI_TEST_PG_DURABLE=1 exec bash scripts/with-postgres.sh node bench/bookings.mjs \
  "${CHAUTARI_BIN:-target/release/chautari}" "$examples/many_bookings" "$examples/many_departures" target/bench/release/bare
