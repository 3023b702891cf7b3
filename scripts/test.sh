#!/usr/bin/env bash
# Everything that must pass, from a clean clone on a bare machine; the last line is: N passed, N failed.
# For two cores: downloads (npm, apt) run beside the compiler.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/need-tools.sh
command -v clippy-driver >/dev/null || {
  echo 'clippy is missing: rustup component add clippy' >&2
  exit 1
}
export CARGO_TERM_COLOR=never CARGO_TERM_PROGRESS_WHEN=never NO_COLOR=1 npm_config_fund=false npm_config_audit=false
# Clippy compiles our crates, so that one build also lints: see rust-build.sh.
export RUSTC_WORKSPACE_WRAPPER=clippy-driver
# CI builds once: the incremental cache would cost time and gigabytes.
[ "${CI:-}" = true ] && export CARGO_INCREMENTAL=0

logs=$(mktemp -d "${TMPDIR:-/tmp}/chautari-test.XXXXXX")
began=$SECONDS
passed=0 failed=0 skipped=0 broken=0
background=() broken_logs=() running=
stop() {
  trap - EXIT INT TERM
  [ -z "$running" ] || kill "$running" 2>/dev/null || true
  [ ${#background[@]} = 0 ] || kill "${background[@]}" 2>/dev/null || true
  wait
  rm -rf "$logs"
}
trap stop EXIT
trap 'exit 130' INT TERM

# A step that hangs ends here, long before the time limit of a CI job. Its log names the test: see what-broke.mjs.
step_limit=${CHAUTARI_STEP_LIMIT_SECONDS:-2700}

# begin NAME COMMAND…: runs a command and writes its output to a log. report NAME [RUNNER]: prints its result and counts the tests.
begin() {
  local name=$1 since=$SECONDS status=0
  shift
  # Beside this shell, so that a signal ends it too: timeout leads a process group of its own.
  timeout --kill-after=30 "$step_limit" "$@" >"$logs/$name.log" 2>&1 </dev/null &
  running=$!
  wait "$running" || status=$?
  running=
  if [ "$status" = 124 ] || [ "$status" = 137 ]; then
    echo "error: $name has not ended within $step_limit s" >>"$logs/$name.log"
  fi
  echo "$status $((SECONDS - since))" >"$logs/$name.done"
}

begin_beside() {
  trap '[ -z "$running" ] || kill "$running"; exit 143' TERM
  begin "$@"
}

report() {
  local name=$1 runner=${2:-} status=1 seconds='?' counted=''
  [ -f "$logs/$name.done" ] && read -r status seconds <"$logs/$name.done"
  if [ -n "$runner" ]; then
    local p f s
    read -r p f s < <(node scripts/count-tests.mjs "$runner" "$logs/$name.log")
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    counted=", $p tests passed, $f failed"
    if [ $((p + f)) = 0 ]; then
      counted=', ran no test'
      status=1
    fi
  fi
  if [ "$status" = 0 ]; then
    printf 'ok      %-28s %4s s%s\n' "$name" "$seconds" "$counted"
  else
    broken=$((broken + 1))
    [ -f "$logs/$name.log" ] && broken_logs+=("$logs/$name.log")
    printf 'BROKEN  %-28s %4s s%s\n' "$name" "$seconds" "$counted"
    # Hundreds of tests may follow the one that failed: print its lines first.
    grep -nE '^(error|FAIL|failures:|---- |test .* FAILED)| panicked at ' "$logs/$name.log" | head -n 40 | sed 's/^/        /' || true
    echo "        … the end of its output:"
    tail -n 60 "$logs/$name.log" | sed 's/^/        /'
  fi
}

step() {
  local name=$1 runner=$2
  shift 2
  begin "$name" "$@"
  report "$name" "$runner"
}

echo "running everything: half an hour on two slow cores, ten minutes less with what is built already"
begin_beside browser-and-postgres bash -c 'bash scripts/need-chromium.sh && bash scripts/need-postgres.sh' &
background+=($!)
# The build leaves a core idle while it compiles its largest crates. Whatever runs beside it goes first.
begin_build() {
  begin_beside "$1" nice -n 10 bash scripts/rust-build.sh &
  background+=($!)
}
# On a clean clone the web app is built long before the compiler comes to the server, which embeds web/dist. Should it come
# sooner, rust-build repeats what failed.
[ -f web/dist/index.html ] || begin_build rust-dependencies
step web-build '' bash scripts/web-build.sh
begin_build rust-build
step web-sizes '' bash scripts/check.sh sizes
step web-types-and-lints '' bash scripts/check.sh web
step tree '' bash scripts/check.sh tree
step web-tests vitest bash scripts/test-web.sh
wait "${background[@]}"
background=()
report rust-build
report browser-and-postgres

# From here on one thing at a time: tests of servers measure time and would fail on a busy machine. On two cores a test of
# the server waits a third of its time; on many, the databases of more tests would run out of connections.
RUST_TEST_THREADS=$(($(nproc) + 2))
export RUST_TEST_THREADS
step rust-tests-on-sqlite cargo bash scripts/test-rust.sh
step rust-tests-on-postgres cargo bash scripts/test-pg.sh
export CHAUTARI_BIN=$PWD/target/debug/chautari
step generated-files '' bash scripts/check.sh generated
step browser-tests playwright bash scripts/e2e-postgres.sh

# A summary at the end, because CI shows the last lines only.
if [ ${#broken_logs[@]} -gt 0 ]; then
  echo 'what broke:'
  node scripts/what-broke.mjs "${broken_logs[@]}" || true
fi
seconds=$((SECONDS - began))
printf 'took %d min %02d s\n' $((seconds / 60)) $((seconds % 60))
# A broken step without tests counts as one failure, so that the last line never reports success.
[ "$broken" -gt 0 ] && [ "$failed" = 0 ] && failed=$broken
if [ "$skipped" -gt 0 ]; then
  echo "$passed passed, $failed failed, $skipped skipped"
else
  echo "$passed passed, $failed failed"
fi
[ "$broken" = 0 ] && [ "$failed" = 0 ]
