// The report of the benches of the desk: one column for each database, and the query plans.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

const folder = new URL('../results/', import.meta.url).pathname;

/**
 * `results` are `[database, rows]`, the rows of all databases in the same order: `{ what, ms, sql, limit, note }`, in
 * milliseconds; `sql` is the bare SQL. The exit code is 1 if a limit is exceeded.
 */
export function printBoth(name, head, results, plans) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const ms = (value) => (typeof value === 'number' ? `${value.toFixed(1)} ms` : value);
  const figure = ({ ms: took, sql, note }) =>
    ms(took) + (note === undefined ? '' : ` (${note})`) + (sql === undefined ? '' : ` (bare SQL ${ms(sql)})`);
  const verdict = (rows) => {
    const [{ limit }] = rows;
    if (limit === undefined) return '';
    return rows.every((row) => row.ms < limit) ? `< ${limit} ms` : `< ${limit} ms **EXCEEDED**`;
  };
  const lines = results[0][1].map((_, index) => results.map(([, rows]) => rows[index]));
  const text = [
    `${head}, ${cpus().length} × ${cpus()[0].model}`,
    '',
    line(['', ...results.map(([database]) => database), 'limit']),
    line(['---', ...results.map(() => '---:'), '---:']),
    ...lines.map((rows) => line([rows[0].what, ...rows.map(figure), verdict(rows)])),
    '',
  ].join('\n');
  process.stdout.write(`\n# Query plans\n\n${plans}\n\n${text}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${name}.md`, text);
  writeFileSync(`${folder}${name}-plans.md`, plans);
  const isOver = lines.some((rows) => verdict(rows).endsWith('EXCEEDED**'));
  process.exitCode = isOver ? 1 : 0;
}
