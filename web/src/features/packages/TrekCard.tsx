// Card of a trek: picture, name, place, length, highest point with altitude profile, and price from.
import clsx from 'clsx';
import { Link } from 'react-router';
import type { TrekSummary } from '../../api/types';
import { cardLink, useCardTransition } from '../../lib/motion';
import { metres, plural } from '../../lib/text';
import { lengthInDays } from '../../lib/trek-length';
import { paths } from '../../paths';
import { Facts } from '../../ui/Facts';
import { Picture } from '../../ui/Picture';
import { ProfileLine } from '../../ui/ProfileLine';
import { FRAMES } from '../../ui/picture-copies';
import { Rating } from '../../ui/Rating';
import { Price, Skeleton } from '../../ui/States';
import { useMoney } from '../currency/useMoney';
import { allInPriceFrom, priceFrom } from './filters';
import { ALL_IN } from './messages';

export function TrekCard({
  trek,
  eager = false,
  sizes = FRAMES.card,
  className,
}: {
  trek: TrekSummary;
  eager?: boolean;
  /** `sizes` of the picture; by default for a layout of two columns. */
  sizes?: string;
  className?: string;
}) {
  const { short } = useMoney();
  const to = paths.package(trek._id);
  const passage = useCardTransition(to);
  return (
    <article
      className={clsx(
        'group relative flex flex-col overflow-hidden rounded-lg bg-stone has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-glacier has-[a:focus-visible]:outline-offset-2',
        className,
      )}
    >
      <div className="aspect-[16/10] overflow-hidden bg-stone-deep" style={passage.picture}>
        <Picture
          src={trek.images.bannerImage}
          placeholder={trek.placeholders?.[trek.images.bannerImage]}
          eager={eager}
          sizes={sizes}
          className="size-full transition-transform duration-240 group-hover:scale-[1.02]"
        />
      </div>
      <div className="flex flex-1 flex-col px-5 pt-4 pb-5">
        <h3 className="wrap-anywhere line-clamp-3 text-2xl" style={passage.title}>
          <Link {...cardLink(to)} className="outline-none after:absolute after:inset-0 group-hover:text-laligurans">
            {trek.name}
          </Link>
        </h3>
        <p className="wrap-anywhere mt-0.5 line-clamp-2 text-ink-soft text-sm">{trek.location}</p>
        <Heights trek={trek} />
        <div className="mt-auto flex items-baseline justify-between gap-4 border-line border-t pt-3">
          <Facts
            className="min-w-0 text-ink-soft text-sm"
            facts={[
              lengthInDays(trek.routes) ?? '',
              trek.difficulty ?? '',
              trek.noOfRoutes > 1 ? plural(trek.noOfRoutes, 'route') : '',
            ].filter(Boolean)}
          />
          <p className="shrink-0 text-right leading-tight">
            <Price amount={allInPriceFrom(trek)} currency={trek.currency} format={short} before="from" />
            <span className="block text-ink-soft text-xs">{ALL_IN}</span>
            <span className="figures block text-ink-soft text-xs">
              Base price {short(priceFrom(trek), trek.currency)}
            </span>
          </p>
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
      <p className="figures mt-1.5 flex justify-between gap-3 text-ink-soft text-xs">
        Highest point {metres(trek.highestPoint)}
        {trek.rating && (
          <span className="flex items-center gap-1">
            <Rating rating={trek.rating} />
          </span>
        )}
      </p>
    </div>
  );
}

/** Has the height of a card with one line of each text, so that the page does not shift when the cards load. */
export function TrekCardSkeleton() {
  return (
    <div className="overflow-hidden rounded-lg bg-stone">
      <Skeleton className="aspect-[16/10] rounded-none" />
      <div className="px-5 pt-4 pb-5">
        <div className="flex h-[1lh] items-center text-2xl">
          <Skeleton className="h-6 w-3/5" />
        </div>
        <div className="mt-0.5 flex h-[1lh] items-center text-sm">
          <Skeleton className="h-3.5 w-2/5" />
        </div>
        <div className="mt-4 mb-4">
          <Skeleton className="h-12 w-full" />
          <div className="mt-1.5 flex h-[1lh] items-center text-xs">
            <Skeleton className="h-3 w-32" />
          </div>
        </div>
        <div className="flex h-18.5 items-end justify-between border-line border-t pt-3">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-9 w-24" />
        </div>
      </div>
    </div>
  );
}
