// One row of the compact list, with the same facts in the same columns for comparison.
import { Link } from 'react-router';
import type { TrekSummary } from '../../api/types';
import { cardLink, useCardTransition } from '../../lib/motion';
import { metres } from '../../lib/text';
import { lengthInDays } from '../../lib/trek-length';
import { paths } from '../../paths';
import { Picture } from '../../ui/Picture';
import { ProfileLine } from '../../ui/ProfileLine';
import { Price, Skeleton } from '../../ui/States';
import { useMoney } from '../currency/useMoney';
import { allInPriceFrom, priceFrom } from './filters';

const columns =
  'grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-1 sm:grid-cols-[7rem_1fr_auto] md:grid-cols-[7rem_minmax(0,1fr)_5.5rem_5rem_9rem] md:items-center md:gap-x-6 lg:grid-cols-[7rem_minmax(0,1.6fr)_5.5rem_5.5rem_minmax(7rem,1fr)_9rem]';

export function TrekRow({ trek }: { trek: TrekSummary }) {
  const { short } = useMoney();
  const length = lengthInDays(trek.routes);
  const to = paths.package(trek._id);
  const passage = useCardTransition(to);
  return (
    <article
      className={`${columns} group relative py-4 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-glacier`}
    >
      <div className="row-span-3 aspect-[4/3] overflow-hidden rounded-sm md:row-span-1" style={passage.picture}>
        <Picture
          src={trek.images.bannerImage}
          placeholder={trek.placeholders?.[trek.images.bannerImage]}
          sizes="7rem"
          className="size-full"
        />
      </div>
      <div className="min-w-0">
        <h3 className="wrap-anywhere line-clamp-3 text-xl" style={passage.title}>
          <Link {...cardLink(to)} className="outline-none after:absolute after:inset-0 group-hover:text-laligurans">
            {trek.name}
          </Link>
        </h3>
        <p className="wrap-anywhere line-clamp-2 text-ink-soft text-sm">{trek.location}</p>
      </div>
      <p className="figures hidden text-sm md:block">{length}</p>
      <p className="figures hidden text-sm md:block">{trek.highestPoint ? metres(trek.highestPoint) : ''}</p>
      <p className="figures text-ink-soft text-sm md:hidden">
        {[length, trek.highestPoint && `highest point ${metres(trek.highestPoint)}`].filter(Boolean).join(', ')}
      </p>
      <ProfileLine altitudes={trek.profile} className="hidden h-10 text-glacier lg:block" />
      <div className="sm:col-start-3 sm:row-start-1 md:col-start-auto md:row-start-auto md:text-right">
        <Price amount={allInPriceFrom(trek)} currency={trek.currency} format={short} before="from" />
        <span className="block text-ink-soft text-xs">incl. taxes & fees</span>
        <span className="figures block text-ink-soft text-xs">Base price {short(priceFrom(trek), trek.currency)}</span>
      </div>
    </article>
  );
}

export function TrekRowHeads() {
  return (
    <div aria-hidden className={`${columns} hidden border-line border-b pb-2 text-ink-soft text-xs md:grid`}>
      <span className="col-span-2">Trek</span>
      <span>Days</span>
      <span>Highest</span>
      <span className="hidden lg:block">Profile</span>
      <span className="text-right">Per person</span>
    </div>
  );
}

export function TrekRowSkeleton() {
  return (
    <div className={`${columns} py-4`}>
      <Skeleton className="row-span-3 aspect-[4/3] w-full md:row-span-1" />
      <div>
        <div className="flex h-[1lh] items-center text-xl">
          <Skeleton className="h-5 w-1/2" />
        </div>
        <div className="flex h-[1lh] items-center text-sm">
          <Skeleton className="h-3.5 w-1/3" />
        </div>
      </div>
      <div className="flex h-[1lh] items-center text-sm">
        <Skeleton className="h-3.5 w-full max-w-32" />
      </div>
      <Skeleton className="hidden h-4 md:block" />
      <Skeleton className="hidden h-10 lg:block" />
      <div className="flex h-[1lh] items-center text-xl sm:col-start-3 sm:row-start-1 md:col-start-auto md:row-start-auto md:justify-end">
        <Skeleton className="h-6 w-20" />
      </div>
    </div>
  );
}
