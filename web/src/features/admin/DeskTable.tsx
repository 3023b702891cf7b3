// The tables of the desk: dense rows that scroll with the page under a head that stays, columns that sort, and what
// stands there without rows.
import clsx from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Pagination } from '../../ui/Pagination';
import { ErrorState, Skeleton } from '../../ui/States';

export interface Column {
  label: string;
  /** The name that the server sorts by. */
  sort?: string;
  /** The largest first, when it is chosen. */
  descends?: boolean;
  /** For screen readers only: the column of buttons. */
  silent?: boolean;
  className?: string;
}

export interface Sorting {
  by: string;
  order: 'asc' | 'desc';
  onSort: (by: string, order: 'asc' | 'desc') => void;
}

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
  /** Other rows are on their way. */
  busy?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={`${label}, as a table`}
      aria-busy={busy || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className={clsx(
        // `clip` is no scroll container: the head sticks below the header of the page.
        'relative rounded-sm border border-line transition-opacity max-lg:overflow-x-auto lg:overflow-clip',
        busy && 'opacity-60',
      )}
    >
      <table className="figures w-full border-collapse text-left text-sm">
        <caption className="sr-only">{label}</caption>
        <thead className="z-10 bg-stone text-ink-soft text-xs lg:sticky lg:top-17">
          <tr>
            {columns.map((column) => (
              <Head key={column.label} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </section>
  );
}

function Head({
  column: { label, sort, descends, silent, className },
  sorting,
}: {
  column: Column;
  sorting: Sorting | undefined;
}) {
  const sorted = sorting && sort && sorting.by === sort ? sorting.order : undefined;
  const next = sorted ? (sorted === 'asc' ? 'desc' : 'asc') : descends ? 'desc' : 'asc';
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}
      className={clsx('whitespace-nowrap px-3 font-medium', !(sorting && sort) && 'py-2', className)}
    >
      {silent ? (
        <span className="sr-only">{label}</span>
      ) : sorting && sort ? (
        <button
          type="button"
          onClick={() => sorting.onSort(sort, next)}
          className="inline-flex min-h-9 items-center gap-1 hover:text-ink"
        >
          {label}
          <Arrow aria-hidden className={clsx('size-3.5', !sorted && 'opacity-0')} />
        </button>
      ) : (
        label
      )}
    </th>
  );
}

/** What every list of the desk does while it waits, after it failed, and when nothing fits. */
export function DeskList<Data>({
  query,
  what,
  empty,
  isEmpty,
  children,
}: {
  query: { data: Data | undefined; isPending: boolean; isFetching: boolean; refetch: () => unknown };
  /** 'The bookings' */
  what: string;
  empty: string;
  isEmpty: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}) {
  const { data, isPending, isFetching, refetch } = query;
  if (isPending) {
    return (
      <div aria-busy="true" className="grid gap-px">
        <p role="status" className="sr-only">
          {what}: loading
        </p>
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} className="h-11" />
        ))}
      </div>
    );
  }
  if (!data) {
    return (
      <ErrorState
        title={`${what} could not be loaded`}
        onRetry={() => void refetch()}
        retrying={isFetching}
        className="py-8"
      />
    );
  }
  if (isEmpty(data))
    return <p className="rounded-sm border border-line px-4 py-10 text-center text-ink-soft">{empty}</p>;
  return children(data);
}

/** How many there are, and the way to the others. */
export function DeskPages({
  words,
  label,
  page,
  total,
  onPage,
  perPage,
}: {
  words: string;
  label: string;
  page: number;
  total: number;
  onPage: (page: number) => void;
  perPage: number;
}) {
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
      <p role="status" className="figures text-ink-soft text-sm">
        {words}
      </p>
      <Pagination page={page} pages={Math.max(1, Math.ceil(total / perPage))} onPage={onPage} label={label} />
    </div>
  );
}
