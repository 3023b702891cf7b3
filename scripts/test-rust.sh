#!/usr/bin/env bash
# Every Rust test, on SQLite. Also builds target/debug/chautari, which the browser tests use.
set -euo pipefail
cd "$(dirname "$0")/.."

unset CHAUTARI_TEST_PG_URL
TMPDIR=$(bash scripts/test-folder.sh)
export TMPDIR
cargo test --workspace --locked --no-fail-fast "$@"
