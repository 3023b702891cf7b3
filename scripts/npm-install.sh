#!/usr/bin/env bash
# npm-install.sh FOLDER: runs `npm ci` there if the lock file has changed since the last installation.
set -euo pipefail
cd "$(dirname "$0")/../$1"

stamp=node_modules/.installed-lock
if ! cmp -s package-lock.json "$stamp"; then
  echo "installing the npm packages of $1/"
  npm ci --no-audit --no-fund --loglevel=error
  cp package-lock.json "$stamp"
fi
