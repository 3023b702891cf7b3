// Poster of a trek for the home page: a tall picture with the text on it.
import { Link } from 'react-router';
import type { TrekSummary } from '../../api/types';
import { cardLink, useCardTransition } from '../../lib/motion';
import { metres } from '../../lib/text';
import { lengthInDays } from '../../lib/trek-length';
import { paths } from '../../paths';
import { Picture } from '../../ui/Picture';
import { ProfileLine } from '../../ui/ProfileLine';
import { FRAMES } from '../../ui/picture-copies';
import { Skeleton } from '../../ui/States';
import { useMoney } from '../currency/useMoney';
import { allInPriceFrom } from './filters';
import { ALL_IN } from './messages';

// The ring separates the picture from the page in dark mode.
const frame = 'relative isolate aspect-[4/5] w-full overflow-hidden rounded-lg ring-1 ring-line';

export function TrekPoster({ trek }: { trek: TrekSummary }) {
  const { short } = useMoney();
  const length = lengthInDays(trek.routes);
  const to = paths.package(trek._id);
  const passage = useCardTransition(to);
  return (
    <article
      className={`group ${frame} flex flex-col justify-end bg-night text-snow has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-glacier has-[a:focus-visible]:outline-offset-2`}
    >
      <div className="absolute inset-0 -z-20 overflow-hidden" style={passage.picture}>
        <Picture
          src={trek.images.bannerImage}
          placeholder={trek.placeholders?.[trek.images.bannerImage]}
          sizes={FRAMES.poster}
          className="size-full transition-transform duration-240 group-hover:scale-[1.02]"
        />
      </div>
      <div className="on-picture scrim min-w-0 px-5 pb-5 [--fade:5rem] sm:px-6 sm:pb-6">
        <h3 className="wrap-anywhere line-clamp-3 max-w-full text-3xl" style={passage.title}>
          <Link {...cardLink(to)} className="outline-none after:absolute after:inset-0">
            {trek.name}
          </Link>
        </h3>
        <p className="mt-1 line-clamp-2 text-snow/85 text-sm">{trek.location}</p>
        {trek.highestPoint && <ProfileLine label="" altitudes={trek.profile} className="mt-4 h-11 text-snow" />}
        <div className="mt-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-1 border-snow/30 border-t pt-3">
          <p className="figures text-sm text-snow/90 leading-snug">
            {length && <span className="block">{length}</span>}
            {trek.highestPoint && <span className="block">Highest point {metres(trek.highestPoint)}</span>}
          </p>
          <p className="shrink-0 whitespace-nowrap">
            <span className="text-sm text-snow/85">from </span>
            <span className="figures font-display font-semibold text-xl">
              {short(allInPriceFrom(trek), trek.currency)}
            </span>
            <span className="block text-right text-snow/85 text-xs">{ALL_IN}</span>
          </p>
        </div>
      </div>
    </article>
  );
}

export function TrekPosterSkeleton() {
  return <Skeleton className={`${frame} rounded-lg`} />;
}
