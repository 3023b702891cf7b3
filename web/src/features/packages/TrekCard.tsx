// A trek as a card: picture, name, place, how long, how high with the walk's profile, and from what price.
import clsx from 'clsx';
import { Link } from 'react-router';
import type { TrekSummary } from '../../api/types';
import { metres, plural } from '../../lib/text';
import { paths } from '../../paths';
import { Picture } from '../../ui/Picture';
import { ProfileLine } from '../../ui/ProfileLine';
import { Price, Skeleton } from '../../ui/States';
import { useMoney } from '../currency/useMoney';
import { cheapestRoute, priceFrom } from './filters';

export function TrekCard({
  trek,
  eager = false,
  className,
}: {
  trek: TrekSummary;
  eager?: boolean;
  className?: string;
}) {
  const { short } = useMoney();
  const route = cheapestRoute(trek);
  return (
    <article
      className={clsx(
        'group relative flex flex-col overflow-hidden rounded-lg bg-stone has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-glacier has-[a:focus-visible]:outline-offset-2',
        className,
      )}
    >
      <div className="aspect-[16/10] overflow-hidden bg-stone-deep">
        <Picture
          src={trek.images.bannerImage}
          eager={eager}
          sizes="(min-width: 64rem) 36rem, (min-width: 48rem) 50vw, 100vw"
          className="size-full transition-transform duration-500 group-hover:scale-[1.025]"
        />
      </div>
      <div className="flex flex-1 flex-col px-5 pt-4 pb-5">
        <h3 className="text-2xl">
          <Link
            to={paths.package(trek._id)}
            className="outline-none after:absolute after:inset-0 group-hover:text-laligurans"
          >
            {trek.name}
          </Link>
        </h3>
        <p className="mt-0.5 text-ink-soft text-sm">{trek.location}</p>
        <Heights trek={trek} />
        <div className="mt-auto flex items-end justify-between gap-4 border-line border-t pt-3.5">
          <p className="figures text-ink-soft text-sm">
            {[
              route && plural(route.numberOfDays, 'day'),
              trek.difficulty,
              trek.noOfRoutes > 1 && plural(trek.noOfRoutes, 'route'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <Price amount={priceFrom(trek)} currency={trek.currency} format={short} before="from" />
        </div>
      </div>
    </article>
  );
}

function Heights({ trek }: { trek: TrekSummary }) {
  if (!trek.highestPoint) return <div className="h-6" />;
  return (
    <div className="mt-4 mb-4">
      <ProfileLine altitudes={trek.profile} className="h-12 text-glacier" />
      <p className="figures mt-1.5 text-ink-soft text-xs">Highest point {metres(trek.highestPoint)}</p>
    </div>
  );
}

export function TrekCardSkeleton() {
  return (
    <div className="overflow-hidden rounded-lg bg-stone">
      <Skeleton className="aspect-[16/10] rounded-none" />
      <div className="space-y-3 px-5 py-5">
        <Skeleton className="h-7 w-3/5" />
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-5 w-full" />
      </div>
    </div>
  );
}
