#!/usr/bin/env bash
# Vitest, once.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/npm-install.sh web
cd web
exec node node_modules/vitest/vitest.mjs run "$@"
