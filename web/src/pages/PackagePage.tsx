// /package/:id: a trek, its routes day by day, and the booking panel (document 2 §2).
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { ApiFailure } from '../api/client';
import { closuresQuery, departuresQuery } from '../api/departures';
import { readItinerary } from '../api/parse-days';
import { treksQuery } from '../api/query';
import type { Departure, Trek, TrekSummary } from '../api/types';
import { useBookableDays } from '../api/useConfig';
import { offerQuery } from '../api/waitlist';
import { BookingBar } from '../features/booking/BookingBar';
import { BookingPanel } from '../features/booking/BookingPanel';
import { type Choice, guestCountOf, initialChoice, isGroup, saveChoice } from '../features/booking/choice';
import type { Offer } from '../features/booking/DepartureField';
import { useMoney } from '../features/currency/useMoney';
import { DatesAndPrices } from '../features/departure/DatesAndPrices';
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
import { pricePerHeadOf } from '../lib/departures';
import { lazyComponent } from '../lib/lazy-component';
import { prefersReducedMotion } from '../lib/motion';
import { toast } from '../lib/toast';
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
const TrekReviews = lazyComponent(() => import('../features/reviews/TrekReviews').then((file) => file.TrekReviews));
const AskQuestion = lazyComponent(() => import('../features/enquiry/AskQuestion').then((file) => file.AskQuestion));
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

/** Seats that are held for the party whose email has the token; undefined once the offer is over. */
function useOffer(token: string | null): Offer | undefined {
  const { data, error } = useQuery({ ...offerQuery(token ?? ''), enabled: token !== null });
  const isOver = error instanceof ApiFailure && (error.status === 410 || error.status === 404);
  useEffect(() => {
    if (isOver)
      toast.info('This offer is over', { id: 'offer-over', description: 'The seats were not booked in time.' });
  }, [isOver]);
  if (!token || !data || data.state !== 'offered') return undefined;
  return { token, departureId: data.departureId, guests: data.guests, expiresAt: data.expiresAt };
}

/** What the trek sells: group departures with the chosen one, and the days on which no party can start. */
function useDates(trek: Trek, choice: Choice) {
  const { data: closures } = useQuery({ ...closuresQuery(trek._id), enabled: trek.soldAs !== 'departures' });
  const isSold = trek.soldAs === 'departures' || trek.soldAs === 'both';
  const query = useQuery({ ...departuresQuery(trek._id), enabled: isSold });
  const departures = isSold ? query.data : undefined;
  const departure = isGroup(trek, choice) ? departures?.find((one) => one._id === choice.departureId) : undefined;
  const retry = () => void query.refetch();
  return { isSold, departures, isFailed: query.isError && !query.data, retry, departure, closures };
}

/** Moves the focus to the date of the panel after it has been rendered. */
function focusLater(box: RefObject<HTMLElement | null>) {
  requestAnimationFrame(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.querySelector<HTMLElement>('select, button[aria-haspopup]')?.focus();
  });
}

function TrekBody({ trek }: { trek: Trek }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const days = useBookableDays();
  const { short } = useMoney();
  const routes = useMemo(() => visibleRoutes(trek), [trek]);
  const link = { departureId: search.get('departure'), guests: search.get('guests') };
  const [choice, setChoice] = useState<Choice>(() => initialChoice(trek._id, routes, search.get('date'), days, link));
  const [isSheetOpen, setSheetOpen] = useState(false);
  const dates = useDates(trek, choice);
  const [openDays, setOpenDays] = useState<string[]>([]);
  const panelBox = useRef<HTMLElement>(null);

  const { departure } = dates;
  const routeIndex = routes.findIndex((one) => one._id === (departure?.routeId ?? choice.routeId));
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
  /** Opens the panel with a departure: the sheet on phones, beside the page on wide windows. */
  function book({ _id, routeId }: Departure) {
    change({ group: true, departureId: _id, routeId });
    if (window.matchMedia('(width < 64rem)').matches) setSheetOpen(true);
    else focusLater(panelBox);
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
    // With the price of the departure.
    route: route && departure ? { ...route, pricePerHead: pricePerHeadOf(departure, route) } : route,
    routeIndex,
    choice,
    onChange: change,
    days,
    onReserve: (reservation: object) => navigate(paths.booking, { state: reservation }),
    departures: dates.departures?.filter((one) => one.routeId === route?._id),
    isDeparturesFailed: dates.isFailed,
    departure,
    closures: dates.closures,
    offer: useOffer(search.get('offer')),
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
    { id: dates.isSold ? 'departures' : 'dates', label: 'Dates & price' },
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
                // The chosen departure may run another route.
                change({ routeId, departureId: undefined });
                setOpenDays([]);
              }}
            />
          )}
          {route && reading.days && (
            <TrekRoute key={route._id} trek={trek.name} route={route.name} days={reading.days} onOpenDay={openDay} />
          )}
          <Itinerary reading={reading} open={openDays} onOpen={setOpenDays} />
          {dates.isSold && (
            <DatesAndPrices
              trek={trek}
              routes={routes}
              departures={dates.departures}
              isFailed={dates.isFailed}
              onRetry={dates.retry}
              chosen={departure?._id}
              guests={guestCountOf(choice)}
              onBook={book}
              onPrivate={() => {
                change({ group: false });
                if (window.matchMedia('(width < 64rem)').matches) setSheetOpen(true);
                else focusLater(panelBox);
              }}
            />
          )}
          <Included wanted={false} included={trek.included} notIncluded={trek.notIncluded} />
          <TrekReviews wanted={false} trekId={trek._id} />
          <AskQuestion wanted={false} trekId={trek._id} trekName={trek.name} />
        </div>
        <aside ref={panelBox} id="dates" aria-label="Book this trek" className="lg:sticky lg:top-22 lg:self-start">
          <div className="rounded-lg border border-line bg-raised p-5 lg:max-h-[calc(100dvh-6.5rem)] lg:overflow-y-auto">
            <BookingPanel {...panel} />
          </div>
        </aside>
      </div>
      {/* Optional: the page neither waits for it nor shows an error if it fails to load. */}
      <Faq wanted={false} />
      <BookingBar panel={panel} inPage={panelBox} open={isSheetOpen} onOpenChange={setSheetOpen} />
    </>
  );
}
