#!/usr/bin/env bash
# Playwright against the real server in a real browser; arguments go to Playwright.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-chromium.sh
bash scripts/npm-install.sh e2e
if [ -z "${CHAUTARI_BIN:-}" ]; then
  bash scripts/web-build.sh
  cargo build --locked -p chautari-server
fi
CHROMIUM_PATH=$(bash scripts/need-chromium.sh path)
export CHROMIUM_PATH
cd e2e
exec node node_modules/@playwright/test/cli.js test "$@"
