// One record of a list of the desk: the way back to the list, and the states until the record is loaded.
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ErrorState, Skeleton } from './States';

interface DetailQuery<T> {
  data: T | undefined;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

export function DeskDetail<T>({
  query: { data, isPending, isFetching, refetch },
  isMissing,
  label,
  list,
  parameter,
  children,
}: {
  query: DetailQuery<T>;
  /** Whether the server does not know the record. */
  isMissing: boolean;
  /** What the record is: 'Enquiry' */
  label: string;
  /** The title of the list. */
  list: string;
  /** The parameter of the address that names the record. */
  parameter: string;
  children: (data: T) => ReactNode;
}) {
  const [address] = useSearchParams();
  const back = new URLSearchParams(address);
  back.delete(parameter);
  return (
    <section aria-label={label}>
      <Link
        to={{ search: back.toString() }}
        data-desk-back
        className="-mt-2 -ml-1 inline-flex min-h-11 items-center gap-1 text-ink-soft text-sm hover:text-ink"
      >
        <ChevronLeft aria-hidden className="size-4" />
        {list}
      </Link>
      {isPending ? (
        <div aria-busy="true">
          <p role="status" className="sr-only">
            Loading the {label.toLowerCase()}
          </p>
          <Skeleton className="mt-2 h-96" />
        </div>
      ) : data !== undefined ? (
        children(data)
      ) : isMissing ? (
        <p className="py-10 text-center text-ink-soft">{label} not found.</p>
      ) : (
        <ErrorState
          title={`The ${label.toLowerCase()} could not be loaded`}
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="mt-2 py-8"
        />
      )}
    </section>
  );
}
