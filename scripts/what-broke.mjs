// what-broke.mjs LOG…: summarises the failures of the logs in about twenty lines, for readers who see only the end of
// the output.
import { readFileSync } from 'node:fs';

const MAX_LINES = 20;
const MAX_LINE_LENGTH = 200;

// First line of a failure in the output of Playwright, Vitest, cargo test, compilers, linters and our own scripts.
const title = /^ {2}\d+\) \[|^ FAIL |^---- .+ ----$|^error(?:\[E\d+\])?: (?!test failed|\d+ target)|: error TS\d+: /;
// Lines that contain the reason.
const reason =
  /Error: |Error$|panicked at |^\s*(?:expect\(|Expected|Received|Locator:|left: |right: |> +\d+ \||--> |- unexpected value)|^\s*[+-] {2,}\S|^\s*❯ src\/|^\s*at .*\.spec\.ts:\d+/;

/** Cargo's tests that were still running at the end: the runner names each after a minute. */
function hangingIn(lines) {
  const ended = new Set(lines.map((line) => /^test (\S+) \.\.\. /.exec(line)?.[1]));
  const slow = lines.map((line) => /^test (\S+) has been running for over/.exec(line)?.[1]);
  return slow.filter((name) => name && !ended.has(name)).map((name) => [`test ${name} has not ended`]);
}

function failuresIn(log) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes are control characters.
  const lines = log.replace(/\u001b\[[0-9;]*m/g, '').split('\n');
  const failures = [];
  for (const [index, line] of lines.entries()) {
    if (title.test(line)) failures.push([line]);
    else if (reason.test(line)) failures.at(-1)?.push(line);
    // Rust prints the message on the line after the location.
    else if (lines[index - 1]?.includes(' panicked at ')) failures.at(-1)?.push(line);
  }
  failures.push(...hangingIn(lines));
  return { failures, end: lines.filter((line) => line.trim()).slice(-4) };
}

const tidy = (line) =>
  line
    .replace(/[─⎯]{3,}/g, '')
    .trim()
    .slice(0, MAX_LINE_LENGTH);

const read = process.argv.slice(2).map((file) => failuresIn(readFileSync(file, 'utf8')));
// A failure in an unknown format shows its last lines.
const failures = read.flatMap((one) => (one.failures.length ? one.failures : [one.end]));
const each = Math.max(2, Math.floor(MAX_LINES / Math.max(1, failures.length)));
const shown = failures.slice(0, MAX_LINES / 2);
for (const lines of shown) {
  for (const [at, line] of [...new Set(lines.map(tidy))].slice(0, each).entries())
    console.log(`${at ? '    ' : '  '}${line}`);
}
if (failures.length > shown.length) console.log(`  … and ${failures.length - shown.length} more`);
