// A table of a report: scrolls sideways on a phone, and is printed whole.
import clsx from 'clsx';
import type { ReactNode } from 'react';

/** The first columns are text, the others are figures. */
export function ReportTable({
  label,
  head,
  rows,
  foot,
  texts = 1,
}: {
  label: string;
  head: string[];
  rows: ReactNode[][];
  foot?: string[] | undefined;
  /** How many columns are text. */
  texts?: number;
}) {
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
                  <th key={head[index]} scope="row" className={clsx(cell(index), 'min-w-28 font-normal')}>
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
