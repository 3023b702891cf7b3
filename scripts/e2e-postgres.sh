#!/usr/bin/env bash
# The browser tests as e2e.sh, and the month of an agency (e2e/agency-month.spec.ts) also on an empty database of a temporary
# PostgreSQL cluster; arguments go to Playwright.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${CHAUTARI_TEST_PG_URL:-}" ]; then
  bash scripts/need-postgres.sh
  exec bash scripts/with-postgres.sh bash "$0" "$@"
fi
PATH=$PATH:$(bash scripts/need-postgres.sh path)
name=chautari_e2e_$$
psql --quiet "$CHAUTARI_TEST_PG_URL" --command "CREATE DATABASE $name"
trap 'psql --quiet "$CHAUTARI_TEST_PG_URL" --command "DROP DATABASE $name WITH (FORCE)"' EXIT
E2E_DATABASE_URL=${CHAUTARI_TEST_PG_URL%/*}/$name bash scripts/e2e.sh "$@"
