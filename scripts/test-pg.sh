#!/usr/bin/env bash
# The tests that use a database (`it` of store, `api` and `proof` of server) on PostgreSQL.
# They are the binaries of the SQLite run: without --workspace, cargo would choose other features and build again.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-postgres.sh
exec bash scripts/with-postgres.sh cargo test --workspace --locked --no-fail-fast --test it --test api --test proof "$@"
