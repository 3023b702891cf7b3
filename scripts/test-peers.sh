#!/usr/bin/env bash
# Tests against counterparts that nobody here wrote and that come from outside npm and apt: localstripe, from PyPI,
# for Stripe; Garage, from crates.io, for a bucket that speaks S3.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-tools.sh
venv=target/peers
if [ ! -x "$venv/bin/localstripe" ]; then
  python3 -m venv "$venv" || {
    echo 'Python with venv is missing: install it (Debian: apt install python3-venv)' >&2
    exit 1
  }
  "$venv/bin/pip" install --quiet localstripe==1.15.10
fi
if [ -z "${CHAUTARI_BIN:-}" ]; then
  bash scripts/web-build.sh
  cargo build --locked -p chautari-server
  CHAUTARI_BIN=$PWD/target/debug/chautari
fi
export CHAUTARI_BIN LOCALSTRIPE=$PWD/$venv/bin/localstripe
node --test scripts/peers/localstripe.test.mjs
exec bash scripts/peers/garage.sh cargo test --locked -p chautari-server --test api -- upload blog_pictures outbox_servers
