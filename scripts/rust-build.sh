#!/usr/bin/env bash
# Checks the format, then builds the server and all Rust tests with clippy as compiler wrapper: one pass, whereas a
# separate check would compile every dependency twice (three minutes on two cores). Any warning fails the build.
# Running the tests afterwards needs the same RUSTC_WORKSPACE_WRAPPER; otherwise cargo rebuilds our crates.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo fmt --all --check
cargo fmt --manifest-path bench/bare/Cargo.toml --check

log=$(mktemp "${TMPDIR:-/tmp}/chautari-build.XXXXXX")
trap 'rm -f "$log"' EXIT
# Cargo repeats the warnings of a crate that needs no compilation, so a second run does not hide them.
RUSTC_WORKSPACE_WRAPPER=clippy-driver cargo test --workspace --locked --no-run 2>&1 | tee "$log"
if grep -q '^warning' "$log"; then
  echo 'error: fix the lints above' >&2
  exit 1
fi
