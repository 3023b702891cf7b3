// Banner with the agency's figures. The counters run once when they scroll into view (document 1 §2).

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { tell } from '../../api/client';
import { formatNumber } from '../../lib/format';
import { prefersReducedMotion } from '../../lib/motion';
import { useHasBeenSeen } from '../../lib/useHasBeenSeen';
import { ACHIEVEMENTS_FAILED, achievementsQuery, countAt, DEFAULT_FIGURES, shownAchievement } from './achievements';

const COUNT_DURATION_MS = 800;

export function AchievementsBanner() {
  const { data, error, isError } = useQuery(achievementsQuery);
  const banner = useRef<HTMLElement>(null);
  const seen = useHasBeenSeen(banner);
  useEffect(() => {
    if (error) tell(error, { say: ACHIEVEMENTS_FAILED });
  }, [error]);

  const figures = isError ? DEFAULT_FIGURES : data ? shownAchievement(data) : null;
  const counters = figures && [
    { label: 'years on the trail', value: figures.experienceYrs },
    { label: 'destinations', value: figures.noOfLocation },
    { label: 'travel awards', value: figures.travelAwards },
    { label: 'travellers so far', value: figures.totalClients },
  ];
  return (
    <section ref={banner} aria-labelledby="quality" className="bg-stone">
      <div className="page-width grid gap-x-16 gap-y-10 py-16 lg:grid-cols-[1fr_1.5fr] lg:items-center">
        <div>
          <h2 id="quality" className="text-3xl">
            Guides from the valleys you trek through
          </h2>
          <p className="mt-3 max-w-measure text-ink-soft">
            Licensed and insured. They carry an oximeter, know the lodges by name, and turn back when conditions require
            it.
          </p>
        </div>
        {counters && (
          <dl className="grid grid-cols-2 gap-x-8 gap-y-8 sm:grid-cols-4">
            {counters.map(({ label, value }) => (
              <div key={label} className="flex flex-col-reverse justify-end border-line-strong border-t pt-3">
                <dt className="text-ink-soft text-sm">{label}</dt>
                <dd className="figures font-display font-semibold text-4xl">
                  <Counter value={value} running={seen} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  );
}

/** Counts up once. Later values, and all values with reduced motion, appear without animation. */
function Counter({ value, running }: { value: number; running: boolean }) {
  const [share, setShare] = useState(() => (prefersReducedMotion() ? 1 : 0));
  useEffect(() => {
    if (!running || prefersReducedMotion()) return;
    let start: number | undefined;
    let frame = requestAnimationFrame(function step(now) {
      start ??= now;
      setShare((now - start) / COUNT_DURATION_MS);
      if (now - start < COUNT_DURATION_MS) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [running]);
  const shown = countAt(value, share);
  return (
    <>
      <span aria-hidden>{formatNumber(shown)}</span>
      <span className="sr-only">{formatNumber(value)}</span>
    </>
  );
}
