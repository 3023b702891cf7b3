// count-tests.mjs KIND LOG: prints "passed failed skipped" from the summary lines of the test runner.
import { readFileSync } from 'node:fs';

const [kind, file] = process.argv.slice(2);
// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes are control characters.
const log = readFileSync(file, 'utf8').replace(/\u001b\[[0-9;]*m/g, '');
const counts = { passed: 0, failed: 0, skipped: 0 };
const words = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  ignored: 'skipped',
  flaky: 'failed',
  'did not run': 'failed',
  todo: 'skipped',
};

function add(text) {
  for (const [, number, word] of text.matchAll(/(\d+) (passed|failed|skipped|ignored|flaky|did not run|todo)/g)) {
    counts[words[word]] += Number(number);
  }
}

const closing = {
  cargo: /^test result: .*$/gm, // test result: ok. 12 passed; 0 failed; 1 ignored; …
  vitest: /^\s*Tests {2,}.*$/gm, //       Tests  3 failed | 41 passed (44)
  playwright: /^ {2}\d+ (?:passed|failed|skipped|flaky|did not run)\b.*$/gm, //   14 passed (1.2m)
}[kind];
for (const [line] of log.matchAll(closing)) add(line);
process.stdout.write(`${counts.passed} ${counts.failed} ${counts.skipped}\n`);
