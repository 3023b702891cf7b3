#!/usr/bin/env bash
# The tests that touch a database (store's `it`, the server's `api` and `proof`) once more, on PostgreSQL.
# The same binaries as on SQLite: --workspace keeps cargo from choosing other features and building anew.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-postgres.sh
exec bash scripts/with-postgres.sh cargo test --workspace --locked --no-fail-fast --test it --test api --test proof "$@"
