// The shape of a trek page while it loads.
import { Skeleton } from '../../ui/States';

export function TrekSkeleton() {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Loading the trek
      </p>
      <Skeleton className="h-[22rem] w-full rounded-none sm:h-[26rem] lg:h-[32rem]" />
      <div className="page-width mt-10 grid gap-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-4">
          <Skeleton className="h-9 w-48" />
          <Skeleton className="h-28 w-full max-w-measure" />
          <Skeleton className="mt-6 h-72 w-full" />
        </div>
        <Skeleton className="h-96 w-full rounded-lg" />
      </div>
    </div>
  );
}
