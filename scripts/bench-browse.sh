#!/usr/bin/env bash
# Builds the release server and the data generator, then measures in a browser. CHAUTARI_BIN names an existing server
# binary.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-tools.sh
bash scripts/need-chromium.sh
bash scripts/npm-install.sh e2e
profile=()
fill=target/debug/examples/many_treks
if [ -z "${CHAUTARI_BIN:-}" ]; then
  bash scripts/web-build.sh
  cargo build --release --locked -p chautari-server
  CHAUTARI_BIN=target/release/chautari
  profile=(--release)
  fill=target/release/examples/many_treks
fi
cargo build "${profile[@]}" --locked -p chautari-store --example many_treks
CHROMIUM_PATH=$(bash scripts/need-chromium.sh path)
export CHROMIUM_PATH
exec node bench/browse.mjs "$CHAUTARI_BIN" "$fill"
