// Skeleton of a trek page with the same layout.
import { Skeleton } from '../../ui/States';
import { factsGrid, heroHeight } from './TrekHero';

/** Main column and the booking panel beside it. */
export const columns = 'page-width mt-10 grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14';

export function HeroSkeleton() {
  return <Skeleton className={`w-full rounded-none ${heroHeight}`} />;
}

export function BodySkeleton() {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Loading the trek
      </p>
      <div className="border-line border-b bg-stone">
        <div className={`page-width ${factsGrid}`}>
          {['w-8', 'w-8', 'w-20', 'w-16', 'w-24', 'w-32'].map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: six placeholders that never change their order
            <div key={index}>
              <div className="flex h-[1lh] items-center text-xl">
                <Skeleton className={`h-5 ${width}`} />
              </div>
              <div className="flex h-[1lh] items-center text-sm">
                <Skeleton className="h-3.5 w-20" />
              </div>
            </div>
          ))}
        </div>
      </div>
      <div className={columns}>
        <div className="grid min-w-0 grid-cols-1 content-start gap-14 lg:gap-16">
          <div>
            <div className="flex h-[1lh] items-center text-3xl">
              <Skeleton className="h-7 w-40" />
            </div>
            <div className="mt-4 grid max-w-measure gap-3 text-lg">
              {['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-2/3'].map((width, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders of text lines
                <Skeleton key={index} className={`h-4.5 ${width}`} />
              ))}
            </div>
          </div>
          <Skeleton className="h-58 w-full rounded-lg sm:h-76" />
        </div>
        <Skeleton className="h-[34rem] w-full rounded-lg max-lg:hidden" />
      </div>
    </div>
  );
}
