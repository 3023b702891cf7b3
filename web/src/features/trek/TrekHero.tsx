// The top of a trek page: its banner with name and place, and the strip of facts below.
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Trek } from '../../api/types';
import { Picture } from '../../ui/Picture';
import type { Fact } from './facts';

export function TrekHero({ trek, children }: { trek: Trek; children?: ReactNode }) {
  return (
    <header className="relative isolate flex min-h-[22rem] items-end overflow-hidden bg-night sm:min-h-[26rem] lg:min-h-[32rem]">
      <Picture eager first src={trek.images.bannerImage} className="absolute! inset-0 -z-20 size-full bg-night!" />
      <div
        aria-hidden
        className="absolute inset-x-0 bottom-0 -z-10 h-3/4 bg-linear-to-t from-night/85 via-night/45 to-transparent"
      />
      <div className="page-width flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pt-24 pb-8 text-snow">
        <div className="min-w-0">
          <h1 className="text-5xl">{trek.name}</h1>
          <p className="mt-2 flex items-center gap-2 text-lg">
            <MapPin aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
            {trek.location}
          </p>
        </div>
        {children}
      </div>
    </header>
  );
}

export function FactsStrip({ facts }: { facts: Fact[] }) {
  return (
    <div className="border-line border-b bg-stone">
      <dl className="page-width grid grid-cols-2 gap-x-6 gap-y-4 py-5 sm:grid-cols-3 lg:flex lg:justify-between">
        {facts.map((fact) => (
          <div key={fact.label} className="flex flex-col-reverse">
            <dt className="text-ink-soft text-sm">{fact.label}</dt>
            <dd className="figures font-display font-semibold text-xl">{fact.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
