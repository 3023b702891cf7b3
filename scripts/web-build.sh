#!/usr/bin/env bash
# Builds web/dist when a file that goes into it changed; a rebuild for nothing would also rebuild the server that embeds it.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/npm-install.sh web
stamp=web/node_modules/.built-inputs
inputs=$(node scripts/web-inputs.mjs)
if [ ! -f web/dist/index.html ] || [ "$inputs" != "$(cat "$stamp" 2>/dev/null)" ]; then
  echo 'building the web app'
  rm -f "$stamp"
  npm --prefix web run --silent build
  printf '%s\n' "$inputs" >"$stamp"
fi
