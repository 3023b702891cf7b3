// The tables of the desk: dense rows, a sticky head, sortable columns. Without rows: DeskList.tsx.
import clsx from 'clsx';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';

export interface Column {
  label: string;
  /** The name that the server sorts by; a column without one cannot be sorted. */
  sort?: string;
  /** The first press sorts the largest first. */
  descends?: boolean;
  /** The label is for screen readers only: the column of buttons. */
  silent?: boolean;
  /** Numbers, aligned at the right. */
  figures?: boolean;
  className?: string;
}

export interface Sorting {
  by: string;
  order: 'asc' | 'desc';
  onSort: (by: string, order: 'asc' | 'desc') => void;
}

/**
 * Under the pointer and with the focus a row stands out. What opens a row is marked data-desk-open: j and k lead there,
 * and it must not come to rest under the head that stays.
 */
const rowsClass = clsx(
  'divide-y divide-line [&>tr]:transition-colors [&>tr]:duration-75 [&>tr:hover]:bg-stone/60',
  '[&>tr:has([data-desk-open]:focus-visible)]:bg-stone [&>tr:focus-visible]:bg-stone [&>tr]:-outline-offset-2',
  '[&>tr]:scroll-mt-10 [&_[data-desk-open]]:scroll-mt-10',
);

export function DeskTable({
  label,
  columns,
  sorting,
  busy,
  children,
}: {
  label: string;
  columns: Column[];
  sorting?: Sorting;
  /** Other rows are loading. */
  busy?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={`${label}, as a table`}
      aria-busy={busy || undefined}
      data-desk-table
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className={clsx(
        // `clip` is no scroll container: the head sticks below the header of the page.
        'relative rounded-sm border border-line transition-opacity max-md:overflow-x-auto md:overflow-clip',
        busy && 'opacity-60',
      )}
    >
      <table className="figures w-full border-collapse text-left text-sm">
        <caption className="sr-only">{label}</caption>
        <thead className="z-10 bg-stone text-ink-soft text-xs shadow-[0_1px_0_var(--color-line)] md:sticky md:top-(--header)">
          <tr>
            {columns.map((column) => (
              <Head key={column.label} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody data-desk-rows className={rowsClass}>
          {children}
        </tbody>
      </table>
    </section>
  );
}

function Head({
  column: { label, sort, descends, silent, figures, className },
  sorting,
}: {
  column: Column;
  sorting: Sorting | undefined;
}) {
  const sorted = sorting && sort && sorting.by === sort ? sorting.order : undefined;
  const next = sorted ? (sorted === 'asc' ? 'desc' : 'asc') : descends ? 'desc' : 'asc';
  const Arrow = sorted ? (sorted === 'asc' ? ArrowUp : ArrowDown) : ArrowUpDown;
  return (
    <th
      scope="col"
      aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}
      className={clsx(
        'whitespace-nowrap px-3 font-semibold',
        figures && 'text-right',
        !(sorting && sort) && 'py-2',
        className,
      )}
    >
      {silent ? (
        <span className="sr-only">{label}</span>
      ) : sorting && sort ? (
        <button
          type="button"
          onClick={() => sorting.onSort(sort, next)}
          className={clsx(
            'group inline-flex min-h-9 items-center gap-1 hover:text-ink',
            figures && 'flex-row-reverse',
            sorted && 'text-ink',
          )}
        >
          {label}
          <Arrow
            aria-hidden
            className={clsx(
              'size-3.5 print:hidden',
              !sorted && 'opacity-40 group-hover:opacity-100 group-focus-visible:opacity-100',
            )}
          />
        </button>
      ) : (
        label
      )}
    </th>
  );
}

/** What can be done with a row: quiet, so that the names are read first, and in ink under the pointer. */
export function RowActions({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'flex items-center justify-end [&>*]:text-ink-soft [&>*:hover]:text-ink [&>[data-danger]:hover]:text-danger',
        className,
      )}
    >
      {children}
    </span>
  );
}
