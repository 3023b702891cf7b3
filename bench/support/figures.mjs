// Medians, interleaved comparisons, and the rows of the table.

export const percentile = (figures, part) =>
  figures.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(figures.length * part) - 1)] ?? Number.NaN;
export const median = (figures) => percentile(figures, 0.5);

/**
 * Measures two things in turn (A B A B …), so that a slowdown of the machine affects both. The ratio is the median of the
 * ratios of the pairs. Both functions get the number of seconds that they may take; a first short pair warms up. With 0
 * seconds they take as long as they need, and nothing warms up.
 */
export async function compare({ pairs, seconds }, measure, limit) {
  const both = [];
  for (let pair = seconds > 0 ? 0 : 1; pair <= pairs; pair++) {
    const time = pair === 0 ? Math.min(1, seconds) : seconds;
    const measured = await measure(time);
    const of = await limit(time);
    if (pair > 0) both.push({ measured, limit: of, ratio: measured / of });
  }
  const of = (key) => median(both.map((one) => one[key]));
  return { measured: of('measured'), limit: of('limit'), ratio: of('ratio') };
}

export const atLeast = (aim, value) => ({ aim: `≥ ${aim.toFixed(2)}`, met: value >= aim });
export const below = (aim, value, unit = '') => ({ aim: `< ${aim}${unit && ` ${unit}`}`, met: value < aim });

export const number = (value) => value.toLocaleString('en', { maximumSignificantDigits: value < 1000 ? 3 : 5 });
export const ms = (value) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

const cells = (row) => `| ${row.join(' | ')} |`;

/** The table of rows `{ line, measured, limit, ratio, aim, met }`; all but the first two may be missing. */
export function table(rows) {
  const verdict = ({ met }) => (met === undefined ? '' : met ? 'yes' : '**no**');
  return [
    cells(['line', 'measured', 'limit in the same run', 'ratio', 'aim', 'met']),
    cells(['---', '---:', '---:', '---:', '---:', '---']),
    ...rows.map((row) =>
      cells([row.line, row.measured, row.limit ?? '', row.ratio?.toFixed(2) ?? '', row.aim ?? '', verdict(row)]),
    ),
    '',
  ].join('\n');
}
