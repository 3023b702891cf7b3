#!/usr/bin/env bash
# Runs the server with demo data in data/dev and Vite with hot reload in front of it. Ctrl-C ends both.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-tools.sh
bash scripts/npm-install.sh web
cargo build --locked -p chautari-server

export CHAUTARI_LISTEN=${CHAUTARI_LISTEN:-127.0.0.1:8080}
export CHAUTARI_DATA_DIR=${CHAUTARI_DATA_DIR:-data/dev}
export CHAUTARI_DEV_SERVER=http://$CHAUTARI_LISTEN

target/debug/chautari serve --demo &
server=$!
vite=
stop() {
  trap - EXIT INT TERM
  kill "$server" ${vite:+"$vite"} 2>/dev/null || true
  wait
}
trap stop EXIT INT TERM

(cd web && exec node node_modules/vite/bin/vite.js) &
vite=$!
# When one of the two ends, the other is ended too.
while kill -0 "$server" 2>/dev/null && kill -0 "$vite" 2>/dev/null; do sleep 1; done
