#!/usr/bin/env bash
# Builds the release server and the data generators, then measures departures. CHAUTARI_BIN names an existing server
# binary.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-tools.sh
if [ -n "${CHAUTARI_BIN:-}" ]; then
  cargo build --locked -p chautari-store --example many_treks --example many_departures
  examples=target/debug/examples
else
  bash scripts/web-build.sh
  # Built with one command: separate builds would compile shared libraries twice, with different features.
  cargo build --release --locked -p chautari-server --bin chautari -p chautari-store \
    --example many_treks --example many_departures
  CHAUTARI_BIN=target/release/chautari
  examples=target/release/examples
fi
exec node bench/departures.mjs "$CHAUTARI_BIN" "$examples/many_treks" "$examples/many_departures"
