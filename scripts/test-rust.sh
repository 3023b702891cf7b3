#!/usr/bin/env bash
# Every Rust test, on SQLite. It leaves target/debug/chautari behind for the browser tests.
set -euo pipefail
cd "$(dirname "$0")/.."

unset CHAUTARI_TEST_PG_URL
cargo test --workspace --locked --no-fail-fast "$@"
