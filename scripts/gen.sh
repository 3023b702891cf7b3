#!/usr/bin/env bash
# Writes what is generated: contract/openapi.json from the handlers, and from that web/src/api/schema.d.ts (the types) and
# web/src/api/validators (what responses are checked against).
# `gen.sh --check` writes nothing and fails when a committed one is stale. CHAUTARI_BIN names a debug build of the server: a
# release prints the committed document.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/npm-install.sh web
if [ -z "${CHAUTARI_BIN:-}" ]; then
  cargo build --quiet --locked -p chautari-server
  CHAUTARI_BIN=target/debug/chautari
fi

fresh=$(mktemp -d "${TMPDIR:-/tmp}/chautari-gen.XXXXXX")
trap 'rm -rf "$fresh"' EXIT
"$CHAUTARI_BIN" openapi >"$fresh/openapi.json"
(cd web && node node_modules/openapi-typescript/bin/cli.js "$fresh/openapi.json" -o "$fresh/schema.d.ts" >/dev/null)
node scripts/gen-validators.mjs "$fresh/openapi.json" "$fresh/validators"

if [ "${1:-}" != --check ]; then
  mkdir -p contract
  cp "$fresh/openapi.json" contract/openapi.json
  cp "$fresh/schema.d.ts" web/src/api/schema.d.ts
  rm -rf web/src/api/validators
  cp -r "$fresh/validators" web/src/api/validators
  exit 0
fi
stale=0
for pair in openapi.json:contract/openapi.json schema.d.ts:web/src/api/schema.d.ts validators:web/src/api/validators; do
  if ! diff -ruN "${pair#*:}" "$fresh/${pair%%:*}" >"$fresh/diff" 2>&1; then
    head -n 40 "$fresh/diff"
    echo "${pair#*:} is stale: run make gen and commit it"
    stale=1
  fi
done
exit "$stale"
