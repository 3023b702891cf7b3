#!/usr/bin/env bash
# Ensures that a browser and pdftotext are installed for the browser tests. `need-chromium.sh path` prints the
# browser's path (empty: Playwright's own).
set -euo pipefail
cd "$(dirname "$0")/.."

find_browser() {
  if [ -n "${CHROMIUM_PATH:-}" ]; then
    [ -x "$CHROMIUM_PATH" ] || { echo "CHROMIUM_PATH is $CHROMIUM_PATH, which is not an executable" >&2; exit 1; }
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

# The headless shell renders the same pages with a quarter less CPU time; any other Chromium is used where it is not
# available.
if [ -z "${CHROMIUM_PATH:-}" ] && ! command -v chromium-headless-shell >/dev/null; then
  bash scripts/apt-install.sh chromium-headless-shell || find_browser >/dev/null || bash scripts/apt-install.sh chromium || true
fi
wanted=()
command -v pdftotext >/dev/null || wanted+=(poppler-utils)
# Fonts for the invoice tests in Devanagari and Latin script; without them a browser draws empty boxes.
if command -v dpkg-query >/dev/null; then
  for font in fonts-noto-core fonts-liberation; do
    dpkg-query -W -f '${Status}' "$font" 2>/dev/null | grep -q 'ok installed' || wanted+=("$font")
  done
fi
[ ${#wanted[@]} = 0 ] && exit 0
bash scripts/apt-install.sh "${wanted[@]}" && exit 0

# Without apt or root, missing fonts are tolerated, but a missing program fails.
if ! command -v pdftotext >/dev/null; then
  echo 'pdftotext is missing: install poppler (macOS: brew install poppler, Debian: apt install poppler-utils)' >&2
  exit 1
fi
find_browser >/dev/null && exit 0
bash scripts/npm-install.sh e2e
(cd e2e && npx --no-install playwright install --only-shell chromium) && exit 0
echo 'no browser: install Chromium or Chrome, or set CHROMIUM_PATH to one' >&2
exit 1
