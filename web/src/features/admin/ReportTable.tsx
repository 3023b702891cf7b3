// A table of a report. On a phone, each row of a wide one is a list of its figures.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { PHONE, useMedia } from '../../lib/useMedia';

/** More columns do not fit on a phone. */
const MAX_PHONE_COLUMNS = 3;

interface ReportTableProps {
  label: string;
  head: string[];
  rows: ReactNode[][];
  foot?: string[] | undefined;
  /** How many columns are text. */
  texts?: number;
}

/** The first columns are text, the others are figures. */
export function ReportTable(props: ReportTableProps) {
  const { label, head, rows, foot, texts = 1 } = props;
  const isPhone = useMedia(PHONE);
  if (isPhone && head.length > MAX_PHONE_COLUMNS) return <ReportList {...props} />;
  const cell = (index: number) => clsx('px-3 py-1.5', index >= texts && 'whitespace-nowrap text-right');
  return (
    <section
      aria-label={`${label}, as a table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable
      tabIndex={0}
      className="overflow-x-auto self-start rounded-sm border border-line print:overflow-visible print:break-inside-avoid"
    >
      <table className="figures w-full border-collapse text-left text-sm">
        <caption className="px-3 py-2 text-left font-semibold">{label}</caption>
        <thead className="bg-stone text-ink-soft text-xs">
          <tr>
            {head.map((one, index) => (
              <th key={one} scope="col" className={clsx(cell(index), 'font-semibold')}>
                {one}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity besides their position
            <tr key={number}>
              {row.map((one, index) =>
                index === 0 ? (
                  <th
                    key={head[index]}
                    scope="row"
                    className={clsx(cell(index), texts > 1 ? 'whitespace-nowrap' : 'min-w-28', 'font-normal')}
                  >
                    {one}
                  </th>
                ) : (
                  <td key={head[index]} className={cell(index)}>
                    {one}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {foot && (
          <tfoot className="border-line border-t font-semibold">
            <tr>
              {foot.map((one, index) => (
                <td key={head[index]} className={cell(index)}>
                  {one}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

function ReportList({ label, head, rows, foot, texts = 1 }: ReportTableProps) {
  const all = foot ? [...rows, foot] : rows;
  return (
    <section aria-label={label} className="figures rounded-sm border border-line text-sm">
      <h3 className="bg-stone px-3 py-2 font-semibold">{label}</h3>
      <ul className="divide-y divide-line">
        {all.map((row, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity besides their position
          <li key={number} className={clsx('px-3 py-2', number === rows.length && 'font-semibold')}>
            <p className="font-medium">{row.slice(0, texts).filter(Boolean).join(', ')}</p>
            <dl className="flex flex-wrap gap-x-4">
              {row.slice(texts).map(
                (one, index) =>
                  one !== '' && (
                    <div key={head[texts + index]} className="flex gap-1.5">
                      <dt className="text-ink-soft">{head[texts + index]}</dt>
                      <dd className="whitespace-nowrap">{one}</dd>
                    </div>
                  ),
              )}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
