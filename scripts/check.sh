#!/usr/bin/env bash
# The checks that run no test. Without an argument all of them; `check.sh rust | web | tree | generated | sizes` one.
set -euo pipefail
cd "$(dirname "$0")/.."

rust() {
  cargo fmt --all --check
  cargo fmt --manifest-path bench/bare/Cargo.toml --check
  cargo clippy --workspace --all-targets --locked -- -D warnings
}

web() {
  bash scripts/npm-install.sh web
  bash scripts/npm-install.sh e2e
  npm --prefix web run --silent typecheck
  npm --prefix web run --silent lint
  (cd e2e && ../web/node_modules/.bin/biome check .)
  npm --prefix e2e run --silent typecheck
}

tree() {
  node scripts/check-tree.mjs
  node demo/check.mjs
}

generated() {
  bash scripts/gen.sh --check
}

# What a first visit downloads; of the web app as it was built last.
sizes() {
  node scripts/check-sizes.mjs
}

case ${1:-all} in
  rust | web | tree | generated | sizes) "$1" ;;
  all)
    tree
    web
    rust
    generated
    sizes
    ;;
  *)
    echo "unknown check: $1" >&2
    exit 2
    ;;
esac
