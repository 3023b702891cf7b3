#!/usr/bin/env bash
# Builds the release server and the data generator, then measures the admin pages with 100,000 bookings. CHAUTARI_BIN
# names an existing server binary.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-tools.sh
if [ -n "${CHAUTARI_BIN:-}" ]; then
  cargo build --locked -p chautari-store --example many_bookings
  fill=target/debug/examples/many_bookings
else
  bash scripts/web-build.sh
  # Built with one command: separate builds would compile shared libraries twice, with different features.
  cargo build --release --locked -p chautari-server --bin chautari -p chautari-store --example many_bookings
  CHAUTARI_BIN=target/release/chautari
  fill=target/release/examples/many_bookings
fi
exec node bench/bookings.mjs "$CHAUTARI_BIN" "$fill"
