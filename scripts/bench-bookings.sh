#!/usr/bin/env bash
# Builds the optimised server and the generator of its data, then measures the desk at 100,000 bookings. CHAUTARI_BIN names a server that is built already.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-tools.sh
profile=()
fill=target/debug/examples/many_bookings
if [ -z "${CHAUTARI_BIN:-}" ]; then
  bash scripts/web-build.sh
  cargo build --release --locked -p chautari-server
  CHAUTARI_BIN=target/release/chautari
  profile=(--release)
  fill=target/release/examples/many_bookings
fi
cargo build "${profile[@]}" --locked -p chautari-store --example many_bookings
exec node bench/bookings.mjs "$CHAUTARI_BIN" "$fill"
