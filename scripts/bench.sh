#!/usr/bin/env bash
# Builds the release server and the bare handler, compares them, and measures logins. CHAUTARI_BIN names an existing
# server binary.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-tools.sh
command -v wrk >/dev/null || bash scripts/apt-install.sh wrk || {
  echo 'wrk is missing: install it (Debian: apt install wrk, macOS: brew install wrk)' >&2
  exit 1
}
if [ -z "${CHAUTARI_BIN:-}" ]; then
  bash scripts/web-build.sh
  cargo build --release --locked -p chautari-server
  CHAUTARI_BIN=target/release/chautari
fi
cargo build --release --locked --manifest-path bench/bare/Cargo.toml --target-dir target/bench
node bench/bench.mjs "$CHAUTARI_BIN" target/bench/release/bare
node bench/logins.mjs "$CHAUTARI_BIN"
