// Tables of the admin screens: dense rows, a sticky header, sortable columns. Their states: DeskList.tsx.
import clsx from 'clsx';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';

export interface Column {
  label: string;
  /** Name of the column in the API's `sort`; a column without one cannot be sorted. */
  sort?: string;
  /** The first click sorts in descending order. */
  descends?: boolean;
  /** The label is visible to screen readers only, for columns of buttons. */
  silent?: boolean;
  /** Numbers, right-aligned. */
  figures?: boolean;
  className?: string;
}

export interface Sorting {
  by: string;
  order: 'asc' | 'desc';
  onSort: (by: string, order: 'asc' | 'desc') => void;
}

/**
 * Highlights the row under the pointer or with the focus. data-desk-open marks the link or button that opens a row;
 * scroll margins keep it below the sticky header when j or k moves the focus.
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
  /** Other rows are being loaded. */
  busy?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={`${label}, as a table`}
      aria-busy={busy || undefined}
      data-desk-table
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable
      tabIndex={0}
      className={clsx(
        // `clip` creates no scroll container, so the header sticks below the page header.
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

/** Actions of a row, in a muted colour until hovered. */
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
