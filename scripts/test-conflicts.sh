#!/usr/bin/env bash
# The tests that use a database on a PostgreSQL that runs every transaction serializable, as CockroachDB and Aurora DSQL
# do; then again with serialization failures injected into statements and commits (crates/store/src/injected.rs).
# CHAUTARI_CONFLICTS=RATE:SEED repeats the choices of a run as far as the order of the statements is the same.
set -euo pipefail
cd "$(dirname "$0")/.."

conflicts=${CHAUTARI_CONFLICTS:-0.01:$RANDOM}
export CHAUTARI_TEST_PG_ISOLATION=serializable
status=0
echo 'serializable transactions'
env -u CHAUTARI_CONFLICTS bash scripts/test-pg.sh "$@" || status=1
echo "serializable transactions and injected conflicts: CHAUTARI_CONFLICTS=$conflicts"
# The demo is one transaction of thousands of statements: at this rate no attempt would reach its end. A list of articles
# needs the demo as well.
CHAUTARI_CONFLICTS=$conflicts bash scripts/test-pg.sh "$@" -- --skip demo --skip lists_of_articles_contain || status=1
exit "$status"
