#!/usr/bin/env bash
# The tests that touch a database once more, on PostgreSQL. The same binaries: --workspace keeps cargo from building others.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-postgres.sh
exec bash scripts/with-postgres.sh cargo test --workspace --locked --no-fail-fast --test '*' "$@"
