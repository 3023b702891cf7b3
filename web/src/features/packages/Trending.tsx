// Three treks that people book now, as large cards.
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
import { TrekCard, TrekCardSkeleton } from './TrekCard';
import { padTrending, SAMPLES, type Sample, trendingQuery } from './trending';

export function Trending({ all, allPending }: { all: readonly TrekSummary[]; allPending: boolean }) {
  const trending = useQuery(trendingQuery);
  useEffect(() => {
    if (trending.error) tell(trending.error, { say: TRENDING_FAILED });
  }, [trending.error]);

  const shown = trending.isError ? [] : padTrending(trending.data ?? [], all);
  const waiting = trending.isPending || (shown.length < 3 && allPending && !trending.isError);
  return (
    <ul aria-busy={waiting} className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
      {waiting
        ? [1, 2, 3].map((one) => (
            <li key={one}>
              <TrekCardSkeleton />
            </li>
          ))
        : shown.length > 0
          ? shown.map((trek) => (
              <li key={trek._id} className="flex md:last:max-lg:odd:col-span-2">
                <TrekCard trek={trek} className="w-full" />
              </li>
            ))
          : SAMPLES.map((sample) => (
              <li key={sample.name} className="flex">
                <SampleCard sample={sample} />
              </li>
            ))}
    </ul>
  );
}

function SampleCard({ sample }: { sample: Sample }) {
  return (
    <article className="group relative flex w-full flex-col rounded-lg bg-stone p-5 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-glacier">
      <Badge className="self-start">Example</Badge>
      <ProfileLine altitudes={sample.profile} className="my-6 h-32 text-glacier" />
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
