// List of an admin screen with its loading, error and empty states, and its pagination. The toolbar above:
// DeskToolbar.tsx.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { DeskFailed } from './DeskFailed';
import { Pagination } from './Pagination';
import { Skeleton } from './States';
import { useRowFocus } from './useRowFocus';

/** Renders the rows, or the state of their query. */
export function DeskList<Data>(props: ListProps<Data>) {
  // Labelled, because it takes the focus when the last row was deleted.
  return (
    // biome-ignore lint/a11y/useSemanticElements: not a group of form fields
    <div {...useRowFocus()} role="group" aria-label={props.what} className="outline-none">
      <ListState {...props} />
    </div>
  );
}

interface ListProps<Data> {
  query: { data: Data | undefined; isPending: boolean; isFetching: boolean; refetch: () => unknown };
  /** 'The bookings' */
  what: string;
  failed?: string;
  empty: string;
  isEmpty: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}

function ListState<Data>({
  query,
  what,
  failed = `${what} could not be loaded`,
  empty,
  isEmpty,
  children,
}: ListProps<Data>) {
  const { data, isPending, isFetching, refetch } = query;
  if (isPending) {
    return (
      <div aria-busy="true" className="divide-y divide-line rounded-sm border border-line">
        <p role="status" className="sr-only">
          Loading {what.toLowerCase()}
        </p>
        <div className="h-9 bg-stone" />
        {['w-2/5', 'w-1/3', 'w-1/2', 'w-2/5', 'w-1/4', 'w-1/3', 'w-2/5', 'w-1/2'].map((width, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity besides their position
          <div key={row} className="flex h-13 items-center justify-between gap-6 px-3">
            <Skeleton className={clsx('h-3.5', width)} />
            <Skeleton className="h-3.5 w-20" />
          </div>
        ))}
      </div>
    );
  }
  if (!data) return <DeskFailed title={failed} onRetry={() => void refetch()} retrying={isFetching} />;
  if (isEmpty(data)) {
    return <p className="rounded-sm border border-line px-4 py-10 text-center text-ink-soft text-sm">{empty}</p>;
  }
  return children(data);
}

/** Number of entries, and the pagination. */
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
