// Three trending treks as large cards.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { tell } from '../../api/client';
import type { TrekSummary } from '../../api/types';
import { metres, plural } from '../../lib/text';
import { paths } from '../../paths';
import { ProfileLine } from '../../ui/ProfileLine';
import { Badge } from '../../ui/States';
import { TRENDING_FAILED } from './messages';
import { TrekPoster, TrekPosterSkeleton } from './TrekPoster';
import { padTrending, SAMPLES, type Sample, trendingQuery } from './trending';

export function Trending({ all, allPending }: { all: readonly TrekSummary[]; allPending: boolean }) {
  const trending = useQuery(trendingQuery);
  useEffect(() => {
    if (trending.error) tell(trending.error, { say: TRENDING_FAILED });
  }, [trending.error]);

  const shown = trending.isError ? [] : padTrending(trending.data ?? [], all);
  const waiting = trending.isPending || (shown.length < 3 && allPending && !trending.isError);
  // Narrow screens scroll them sideways; three pictures below each other would push everything else down.
  return (
    <ul
      aria-busy={waiting}
      className="-mx-edge flex snap-x snap-mandatory scroll-px-edge gap-4 overflow-x-auto px-edge py-1 [scrollbar-width:none] lg:mx-0 lg:grid lg:grid-cols-3 lg:gap-6 lg:overflow-visible lg:p-0"
    >
      {waiting
        ? [1, 2, 3].map((one) => (
            <li key={one} className={place}>
              <TrekPosterSkeleton />
            </li>
          ))
        : shown.length > 0
          ? shown.map((trek) => (
              <li key={trek._id} className={place}>
                <TrekPoster trek={trek} />
              </li>
            ))
          : SAMPLES.map((sample) => (
              <li key={sample.name} className={place}>
                <SampleCard sample={sample} />
              </li>
            ))}
    </ul>
  );
}

const place = 'flex w-[78vw] max-w-88 shrink-0 snap-start lg:w-auto lg:max-w-none';

function SampleCard({ sample }: { sample: Sample }) {
  return (
    <article className="group relative flex aspect-[4/5] w-full flex-col rounded-lg bg-stone p-5 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-glacier">
      <Badge className="self-start">Example</Badge>
      <ProfileLine altitudes={sample.profile} className="my-6 min-h-24 flex-1 text-glacier" />
      <h3 className="text-2xl">
        <Link to={paths.packages} className="outline-none after:absolute after:inset-0 group-hover:text-laligurans">
          {sample.name}
        </Link>
      </h3>
      <p className="text-ink-soft text-sm">{sample.place}</p>
      <p className="figures mt-3 text-ink-soft text-sm">
        {plural(sample.days, 'day')}, highest point {metres(sample.highestPoint)}
      </p>
    </article>
  );
}
