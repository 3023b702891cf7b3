#!/usr/bin/env bash
# Formats are checked, then the server and every Rust test are built with clippy as their compiler: one pass, where a
# check before the build would compile every dependency twice (three minutes on two cores). Any warning breaks it.
# What runs these tests afterwards needs the same RUSTC_WORKSPACE_WRAPPER, or cargo builds our crates once more.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo fmt --all --check
cargo fmt --manifest-path bench/bare/Cargo.toml --check

log=$(mktemp "${TMPDIR:-/tmp}/chautari-build.XXXXXX")
trap 'rm -f "$log"' EXIT
# Cargo tells the warnings of a crate again when it has nothing to compile: a second run cannot hide them.
RUSTC_WORKSPACE_WRAPPER=clippy-driver cargo test --workspace --all-targets --locked --no-run 2>&1 | tee "$log"
if grep -q '^warning' "$log"; then
  echo 'error: the lints above must be mended' >&2
  exit 1
fi
