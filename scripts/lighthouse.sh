#!/usr/bin/env bash
# Runs Lighthouse on the release server with demo data, prints a table, and fails below the limits. CHAUTARI_BIN names
# an existing server binary; CHAUTARI_LIGHTHOUSE_RUNS is the number of runs per page (default 3; the median counts).
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-tools.sh
bash scripts/need-chromium.sh
if [ -z "${CHAUTARI_BIN:-}" ]; then
  bash scripts/web-build.sh
  [ -x target/release/chautari ] || echo 'building the server: the first time takes several minutes'
  cargo build --release --locked -p chautari-server
  CHAUTARI_BIN=target/release/chautari
fi

# Its 200 packages serve nothing else, so they are installed outside the project, in a folder per lock file.
lock=$(node -e 'const { createHash } = require("node:crypto"), { readFileSync } = require("node:fs");
  process.stdout.write(createHash("sha256").update(readFileSync("scripts/lighthouse/package-lock.json")).digest("hex").slice(0, 12))')
tool=${XDG_CACHE_HOME:-$HOME/.cache}/chautari/lighthouse-$lock
if [ ! -f "$tool/node_modules/.package-lock.json" ]; then
  echo 'installing Lighthouse'
  mkdir -p "$tool"
  cp scripts/lighthouse/package.json scripts/lighthouse/package-lock.json "$tool/"
  npm --prefix "$tool" ci --no-audit --no-fund --loglevel=error
fi

CHROME_PATH=$(bash scripts/need-chromium.sh path)
[ -n "$CHROME_PATH" ] || CHROME_PATH=$(cd e2e && node -p 'require("@playwright/test").chromium.executablePath()')
export CHROME_PATH
exec node scripts/lighthouse/measure.mjs "$CHAUTARI_BIN" "$tool"
