#!/usr/bin/env bash
# 16 travellers book and pay at three servers while the nodes of a replicated PostgreSQL are killed, switched over and
# cut off. CHAUTARI_FAILOVER_SECONDS is the least time of the run, CHAUTARI_SOAK_SEED repeats the travellers' choices.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-tools.sh
export CHAUTARI_FAILOVER_SECONDS=${CHAUTARI_FAILOVER_SECONDS:-600}
# A test that takes longer ends the run (crates/store/tests/it/time_limit.rs).
export CHAUTARI_TEST_LIMIT_SECONDS=$((900 + CHAUTARI_FAILOVER_SECONDS * 2))
cargo test --workspace --locked --test proof --no-run
exec bash scripts/peers/with-cluster.sh cargo test --workspace --locked --test proof -- --nocapture failover
