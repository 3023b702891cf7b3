#!/usr/bin/env bash
# Builds what is missing, then serves the site with demo data. Settings come from the environment (CHAUTARI_*).
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-tools.sh
bash scripts/web-build.sh
[ -x target/release/chautari ] || echo 'building the server: the first time takes several minutes'
cargo build --release --locked -p chautari-server
exec target/release/chautari serve --demo "$@"
