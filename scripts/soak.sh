#!/usr/bin/env bash
# Long version of a test in `make test`: 16 travellers pay while the server is killed, on SQLite and on PostgreSQL.
# CHAUTARI_SOAK_KILLS is the number of kills on each, CHAUTARI_SOAK_SEED repeats the choices of a run.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-tools.sh
bash scripts/need-postgres.sh
export CHAUTARI_SOAK_KILLS=${CHAUTARI_SOAK_KILLS:-200}
# A test that takes longer ends the run (crates/store/tests/it/time_limit.rs).
export CHAUTARI_TEST_LIMIT_SECONDS=$((300 + CHAUTARI_SOAK_KILLS * 30))
soak=(cargo test --workspace --locked --test proof -- --nocapture soak)
env -u CHAUTARI_TEST_PG_URL "${soak[@]}"
exec bash scripts/with-postgres.sh "${soak[@]}"
