#!/usr/bin/env bash
# Prints one line for each missing tool of the four that the build needs.
set -euo pipefail

missing=0
lacks() {
  printf '%s\n' "$1" >&2
  missing=1
}

command -v cargo >/dev/null || lacks 'cargo is missing: install Rust 1.94 or newer from https://rustup.rs'
if command -v node >/dev/null; then
  node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major > 20 || (major == 20 && minor >= 19) ? 0 : 1)' ||
    lacks "Node.js 20.19 or newer is needed, this is $(node --version): https://nodejs.org"
else
  lacks 'node is missing: install Node.js 20.19 or newer from https://nodejs.org'
fi
command -v npm >/dev/null || lacks 'npm is missing: it comes with Node.js, on Debian as a package of its own (apt install npm)'
command -v cc >/dev/null || lacks 'cc is missing: install a C compiler (Debian: apt install build-essential, macOS: xcode-select --install)'
exit "$missing"
