// /package/:id: a trek, its routes day by day, and the booking panel (document 2 §2).
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useMemo, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { readItinerary } from '../api/parse-days';
import { treksQuery } from '../api/query';
import type { Trek, TrekSummary } from '../api/types';
import { useBookableDays } from '../api/useConfig';
import { BookingBar } from '../features/booking/BookingBar';
import { BookingPanel } from '../features/booking/BookingPanel';
import { type Choice, initialChoice, saveChoice } from '../features/booking/choice';
import { useMoney } from '../features/currency/useMoney';
import { dayKey, Itinerary } from '../features/itinerary/Itinerary';
import { Amenities } from '../features/trek/Amenities';
import { Gallery } from '../features/trek/Gallery';
import { Overview } from '../features/trek/Overview';
import { RouteSelector } from '../features/trek/RouteSelector';
import type { Section } from '../features/trek/SectionTabs';
import { ShareButton } from '../features/trek/ShareButton';
import { FactsStrip, TrekHero } from '../features/trek/TrekHero';
import { BodySkeleton, columns, HeroSkeleton } from '../features/trek/TrekSkeleton';
import { TREK_FAILED, trekQuery, visibleRoutes } from '../features/trek/useTrek';
import { lazyComponent } from '../lib/lazy-component';
import { prefersReducedMotion } from '../lib/motion';
import { paths } from '../paths';
import { ErrorState } from '../ui/States';
import { PageHead } from './PageHead';
import { PageTitle } from './PageTitle';
import { TrekRoute } from './TrekRoute';

// Only on phones, loaded when the page is idle. The fallback reserves its height.
const SectionTabs = lazyComponent<{ sections: Section[] }>(
  () => import('../features/trek/SectionTabs').then((file) => file.SectionTabs),
  () => <div className="h-12.25 lg:hidden print:hidden" />,
);
// Loaded later, because they are far down the page.
const Included = lazyComponent(() => import('../features/trek/Included').then((file) => file.Included));
const Faq = lazyComponent(() => import('../features/packages/Faq').then((file) => file.Faq));

export function PackagePage() {
  const { id = '' } = useParams();
  const { data: trek, isPending, isFetching, refetch } = useQuery(trekQuery(id));
  const listed = useListed(id);
  const head = trek ?? (isPending ? listed : undefined);
  if (!isPending && !trek) {
    return (
      <div className="page-width py-20">
        <PageTitle>{TREK_FAILED}</PageTitle>
        <ErrorState
          whole
          title={TREK_FAILED}
          message="This trek may no longer be available, or the server can't be reached."
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      </div>
    );
  }
  // The same elements for list data and complete data, so that the banner survives the transition from the card.
  return (
    <article data-wide-page className="pb-28 lg:pb-16">
      {head ? (
        <TrekHero trek={head} to={paths.package(id)}>
          <ShareButton title={head.name} />
        </TrekHero>
      ) : (
        <HeroSkeleton />
      )}
      {trek ? <TrekBody key={trek._id} trek={trek} /> : <BodySkeleton />}
    </article>
  );
}

/** The trek of the cached list, if there is one: enough for the top of the page while the rest loads. */
function useListed(id: string) {
  const queries = useQueryClient();
  return queries.getQueryData<TrekSummary[]>(treksQuery().queryKey)?.find((one) => one._id === id);
}

function TrekBody({ trek }: { trek: Trek }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const days = useBookableDays();
  const { short } = useMoney();
  const routes = useMemo(() => visibleRoutes(trek), [trek]);
  const [choice, setChoice] = useState<Choice>(() => initialChoice(trek._id, routes, search.get('date'), days));
  const [openDays, setOpenDays] = useState<string[]>([]);
  const panelBox = useRef<HTMLElement>(null);

  const routeIndex = routes.findIndex((one) => one._id === choice.routeId);
  const route = routes[routeIndex];
  const reading = useMemo(
    () => readItinerary({ ...trek, routes: Array.isArray(trek.routes) ? routes : trek.routes }, route?._id),
    [trek, routes, route],
  );

  function change(part: Partial<Choice>) {
    const next = { ...choice, ...part };
    setChoice(next);
    saveChoice(trek._id, next);
  }
  function openDay(day: number) {
    setOpenDays((open) => [...new Set([...open, dayKey(day)])]);
    const head = document.getElementById(dayKey(day));
    // An explicit 'smooth' would ignore the reduced-motion setting.
    head?.scrollIntoView({ block: 'start', behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
    head?.querySelector('button')?.focus({ preventScroll: true });
  }
  const panel = {
    trek,
    route,
    routeIndex,
    choice,
    onChange: change,
    days,
    onReserve: (reservation: object) => navigate(paths.booking, { state: reservation }),
  };

  const sections: Section[] = [
    { id: 'overview', label: 'Overview' },
    ...(route && reading.days ? [{ id: 'route-map', label: 'Map' }] : []),
    ...(reading.days ? [{ id: 'itinerary', label: 'Itinerary' }] : []),
    ...(trek.included.length > 0
      ? [{ id: 'included', label: 'Included' }]
      : trek.notIncluded.length > 0
        ? [{ id: 'not-included', label: 'Not included' }]
        : []),
    { id: 'dates', label: 'Dates & price' },
    { id: 'faq', label: 'FAQ' },
  ];

  return (
    <>
      <PageHead title={trek.name} description={trek.description} />
      {route?.facts?.length ? <FactsStrip facts={route.facts} /> : null}
      <SectionTabs wanted={false} sections={sections} />
      <div className={columns}>
        <div className="grid min-w-0 grid-cols-1 content-start gap-14 lg:gap-16">
          <Overview description={trek.description} />
          <Gallery name={trek.name} images={trek.images.secondaryImages} placeholders={trek.placeholders} />
          <Amenities features={trek.features} />
          {routes.length > 0 && (
            <RouteSelector
              choices={routes.map((one) => ({
                route: one,
                facts: one.summary ?? '',
                price: short(one.allInPrice ?? one.pricePerHead, trek.currency),
              }))}
              value={route?._id}
              onChange={(routeId) => {
                change({ routeId });
                setOpenDays([]);
              }}
            />
          )}
          {route && reading.days && (
            <TrekRoute key={route._id} trek={trek.name} route={route.name} days={reading.days} onOpenDay={openDay} />
          )}
          <Itinerary reading={reading} open={openDays} onOpen={setOpenDays} />
          <Included wanted={false} included={trek.included} notIncluded={trek.notIncluded} />
        </div>
        <aside ref={panelBox} id="dates" aria-label="Book this trek" className="lg:sticky lg:top-22 lg:self-start">
          <div className="rounded-lg border border-line bg-raised p-5 lg:max-h-[calc(100dvh-6.5rem)] lg:overflow-y-auto">
            <BookingPanel {...panel} />
          </div>
        </aside>
      </div>
      {/* Optional: the page neither waits for it nor shows an error if it fails to load. */}
      <Faq wanted={false} />
      <BookingBar panel={panel} inPage={panelBox} />
    </>
  );
}
