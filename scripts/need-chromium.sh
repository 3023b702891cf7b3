#!/usr/bin/env bash
# Makes sure of a browser and of pdftotext for the browser tests. `need-chromium.sh path` prints the browser's path (empty: Playwright's own).
set -euo pipefail
cd "$(dirname "$0")/.."

find_browser() {
  if [ -n "${CHROMIUM_PATH:-}" ]; then
    [ -x "$CHROMIUM_PATH" ] || { echo "CHROMIUM_PATH is $CHROMIUM_PATH, which is no program" >&2; exit 1; }
    echo "$CHROMIUM_PATH"
    return
  fi
  local name
  for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" && return
  done
  return 1
}

if [ "${1:-}" = path ]; then
  find_browser || true
  exit 0
fi

# Chromium without its window draws the same and takes a quarter less of the processor; any other one does where it cannot
# be had.
if [ -z "${CHROMIUM_PATH:-}" ] && ! command -v chromium-headless-shell >/dev/null; then
  bash scripts/apt-install.sh chromium-headless-shell || find_browser >/dev/null || bash scripts/apt-install.sh chromium || true
fi
wanted=()
command -v pdftotext >/dev/null || wanted+=(poppler-utils)
# The invoice is checked with Devanagari and Latin letters: without fonts a browser draws boxes.
if command -v dpkg-query >/dev/null; then
  for font in fonts-noto-core fonts-liberation; do
    dpkg-query -W -f '${Status}' "$font" 2>/dev/null | grep -q 'ok installed' || wanted+=("$font")
  done
fi
[ ${#wanted[@]} = 0 ] && exit 0
bash scripts/apt-install.sh "${wanted[@]}" && exit 0

# No apt, or no root: missing fonts alone stop nothing, a missing program does.
if ! command -v pdftotext >/dev/null; then
  echo 'pdftotext is missing: install poppler (macOS: brew install poppler, Debian: apt install poppler-utils)' >&2
  exit 1
fi
find_browser >/dev/null && exit 0
bash scripts/npm-install.sh e2e
(cd e2e && npx --no-install playwright install --only-shell chromium) && exit 0
echo 'no browser: install Chromium or Chrome, or set CHROMIUM_PATH to one' >&2
exit 1
