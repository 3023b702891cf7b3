// Hero of a trek page: banner with name and place, and the facts below.
import { CalendarDays, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Fact, TrekSummary } from '../../api/types';
import { useCardTransition } from '../../lib/motion';
import { lengthInDays } from '../../lib/trek-length';
import { Picture } from '../../ui/Picture';
import { FRAMES } from '../../ui/picture-copies';
import { Rating } from '../../ui/Rating';

/** Also the height of its skeleton. Lower than the window, so that the beginning of the page is visible below it. */
export const heroHeight =
  'min-h-[22rem] sm:min-h-[26rem] lg:min-h-[min(34rem,62svh)] min-[105rem]:min-h-[min(48rem,68svh)]';

export function TrekHero({
  trek,
  to,
  children,
}: {
  trek: Pick<TrekSummary, 'name' | 'location' | 'placeholders' | 'rating'> & {
    images: { bannerImage: string };
    routes: Parameters<typeof lengthInDays>[0];
  };
  /** URL of this page, for the transition from the card that was clicked. */
  to: string;
  children?: ReactNode;
}) {
  const passage = useCardTransition(to);
  const banner = trek.images.bannerImage;
  const length = Array.isArray(trek.routes) ? lengthInDays(trek.routes) : null;
  return (
    <header className={`relative isolate flex items-end overflow-hidden bg-night ${heroHeight}`}>
      <div className="absolute inset-0 -z-20 overflow-hidden" style={passage.picture}>
        <Picture
          eager
          first
          src={banner}
          placeholder={trek.placeholders?.[banner]}
          sizes={FRAMES.trek}
          className="absolute! inset-0 size-full bg-night! lg:object-[50%_10%]!"
        />
      </div>
      <div className="scrim w-full">
        <div className="page-width flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pb-8 text-snow">
          <div className="on-picture min-w-0 max-w-[60rem]">
            <h1 className="wrap-anywhere w-fit text-5xl" style={passage.title}>
              {trek.name}
            </h1>
            <p className="mt-2 flex items-start gap-2 text-lg">
              <MapPin aria-hidden className="mt-1 size-5 shrink-0" strokeWidth={1.75} />
              <span className="wrap-anywhere min-w-0">{trek.location}</span>
            </p>
            {length && (
              <p className="figures mt-1 flex items-start gap-2 text-lg">
                <CalendarDays aria-hidden className="mt-1 size-5 shrink-0" strokeWidth={1.75} />
                {length}
              </p>
            )}
            {trek.rating && (
              <a
                href="#reviews"
                className="figures -mb-2 flex min-h-11 w-fit items-center gap-2 text-lg underline-offset-4 hover:underline"
              >
                <Rating rating={trek.rating} />
              </a>
            )}
          </div>
          {/* At the top of the picture on phones; below the name it would push the facts out of view. */}
          <div className="max-sm:absolute max-sm:top-4 max-sm:right-4">{children}</div>
        </div>
      </div>
    </header>
  );
}

export function FactsStrip({ facts }: { facts: Fact[] }) {
  return (
    <div className="border-line border-b bg-stone">
      <dl className={`page-width ${factsGrid}`}>
        {facts.map((fact) => (
          <div key={fact.label} className="flex flex-col-reverse justify-end">
            <dt className="text-ink-soft text-sm lg:whitespace-nowrap">{fact.label}</dt>
            <dd className="figures font-display font-semibold text-xl">{wholeRanges(fact.value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Keeps 'Sep–Nov' on one line, because a dash allows a line break. */
function wholeRanges(text: string): string {
  return text.replaceAll('–', '–\u2060');
}

export const factsGrid = 'grid grid-cols-2 gap-x-6 gap-y-4 py-5 sm:grid-cols-3 lg:flex lg:justify-between';
