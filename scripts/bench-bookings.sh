#!/usr/bin/env bash
# Builds the optimised server and the generator of its data, then measures the desk at 100,000 bookings. CHAUTARI_BIN names a server that is built already.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-tools.sh
if [ -n "${CHAUTARI_BIN:-}" ]; then
  cargo build --locked -p chautari-store --example many_bookings
  fill=target/debug/examples/many_bookings
else
  bash scripts/web-build.sh
  # One command for both: built apart, they need the same libraries with other features, and those are built twice.
  cargo build --release --locked -p chautari-server --bin chautari -p chautari-store --example many_bookings
  CHAUTARI_BIN=target/release/chautari
  fill=target/release/examples/many_bookings
fi
exec node bench/bookings.mjs "$CHAUTARI_BIN" "$fill"
