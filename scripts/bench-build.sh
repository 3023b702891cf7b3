#!/usr/bin/env bash
# bench-build.sh EXAMPLE…: builds what the benchmarks need, namely the release server, the data generators of
# crates/store/examples and the bare program in target/bench. Prints the folder of the generators. With CHAUTARI_BIN, an
# existing server binary, the server is not built, and the generators are debug builds.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-tools.sh >&2
examples=()
for name in "$@"; do examples+=(--example "$name"); done
if [ -n "${CHAUTARI_BIN:-}" ]; then
  cargo build --locked -p chautari-store "${examples[@]}" >&2
  echo target/debug/examples
else
  bash scripts/web-build.sh >&2
  # Built with one command: separate builds would compile shared libraries twice, with different features.
  cargo build --release --locked -p chautari-server --bin chautari -p chautari-store "${examples[@]}" >&2
  echo target/release/examples
fi
cargo build --release --locked --manifest-path bench/bare/Cargo.toml --target-dir target/bench >&2
