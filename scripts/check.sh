#!/usr/bin/env bash
# Static checks. Without an argument all of them; `check.sh rust | web | tree | docs | generated | sizes | licences |
# notices` runs one.
# `make test` skips docs, licences and notices: the last two need the crates of every platform and a tool that takes
# minutes to build.
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

# Every file and metric that the docs name exists.
docs() {
  node scripts/check-docs.mjs
  node scripts/check-metrics.mjs
}

generated() {
  bash scripts/gen.sh --check
}

# Download size of a first visit, measured on the last build of the web app.
sizes() {
  node scripts/check-sizes.mjs
}

# Licences, sources and bans of the crates, by deny.toml. The tool is built once, into target/tools.
licences() {
  local version=0.20.2 tools=$PWD/target/tools
  PATH=$tools/bin:$PATH
  if [ "$(cargo deny --version 2>/dev/null)" != "cargo-deny $version" ]; then
    echo "installing cargo-deny $version into target/tools: once, several minutes"
    # Its own release profile (one codegen unit, LTO) optimises for speed that a three-second check does not need.
    CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=1 \
      cargo install --quiet --locked --root "$tools" "cargo-deny@$version"
  fi
  cargo deny --locked check licenses bans sources
}

notices() {
  bash scripts/npm-install.sh web
  node scripts/notices.mjs --check
}

case ${1:-all} in
  rust | web | tree | docs | generated | sizes | licences | notices) "$1" ;;
  all)
    tree
    docs
    web
    rust
    generated
    sizes
    notices
    licences
    ;;
  *)
    echo "unknown check: $1" >&2
    exit 2
    ;;
esac
