// /package/:id: one trek, its routes day by day, and the panel that reserves it (document 2 §2).
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { readDays, readItinerary } from '../api/read-days';
import type { Trek } from '../api/types';
import { useBookableDays } from '../api/useConfig';
import { BookingBar } from '../features/booking/BookingBar';
import { BookingPanel } from '../features/booking/BookingPanel';
import { type Choice, firstChoice, keepChoice } from '../features/booking/choice';
import { useMoney } from '../features/currency/useMoney';
import { dayKey, Itinerary } from '../features/itinerary/Itinerary';
import { RouteMap } from '../features/itinerary/RouteMap';
import { AltitudeProfile } from '../features/trek/AltitudeProfile';
import { Amenities } from '../features/trek/Amenities';
import { readAltitudes } from '../features/trek/altitude';
import { routeInWords, trekFacts } from '../features/trek/facts';
import { Gallery } from '../features/trek/Gallery';
import { RouteSelector } from '../features/trek/RouteSelector';
import { ShareButton } from '../features/trek/ShareButton';
import { FactsStrip, TrekHero } from '../features/trek/TrekHero';
import { TrekSkeleton } from '../features/trek/TrekSkeleton';
import { TREK_FAILED, trekQuery, visibleRoutes } from '../features/trek/useTrek';
import { paths } from '../paths';
import { ErrorState } from '../ui/States';
import { PageHead } from './PageHead';

export function PackagePage() {
  const { id = '' } = useParams();
  const { data: trek, isPending, isFetching, refetch } = useQuery(trekQuery(id));
  if (isPending) return <TrekSkeleton />;
  if (!trek) {
    return (
      <div className="page-width py-20">
        <title>{TREK_FAILED}</title>
        <ErrorState
          title={TREK_FAILED}
          message="The trek may be gone, or the server could not be reached."
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      </div>
    );
  }
  return <TrekPage key={trek._id} trek={trek} />;
}

function TrekPage({ trek }: { trek: Trek }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const days = useBookableDays();
  const { short } = useMoney();
  const routes = useMemo(() => visibleRoutes(trek), [trek]);
  const [choice, setChoice] = useState<Choice>(() => firstChoice(trek._id, routes, search.get('date'), days));
  const [openDays, setOpenDays] = useState<string[]>([]);
  const [pointedDay, setPointedDay] = useState(0);
  const panelBox = useRef<HTMLElement>(null);

  const routeIndex = routes.findIndex((one) => one._id === choice.routeId);
  const route = routes[routeIndex];
  const reading = useMemo(
    () => readItinerary({ ...trek, routes: Array.isArray(trek.routes) ? routes : trek.routes }, route?._id),
    [trek, routes, route],
  );
  const altitudes = useMemo(() => (reading.days ? readAltitudes(reading.days) : null), [reading]);

  function change(part: Partial<Choice>) {
    const next = { ...choice, ...part };
    setChoice(next);
    keepChoice(trek._id, next);
  }
  function openDay(day: number) {
    setOpenDays((open) => [...new Set([...open, dayKey(day)])]);
    document.getElementById(dayKey(day))?.scrollIntoView({ block: 'start', behavior: 'smooth' });
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

  return (
    <article className="pb-28 lg:pb-16">
      <PageHead title={trek.name} description={trek.description} />
      <TrekHero trek={trek}>
        <ShareButton title={trek.name} />
      </TrekHero>
      {route && <FactsStrip facts={trekFacts(trek, route, reading.days ?? [])} />}
      <div className="page-width mt-10 grid gap-12 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14">
        <div className="grid min-w-0 content-start gap-14">
          <section aria-labelledby="overview">
            <h2 id="overview" className="text-3xl">
              Overview
            </h2>
            <p className="mt-4 max-w-measure whitespace-pre-line text-lg">{trek.description}</p>
          </section>
          <Gallery name={trek.name} images={trek.images.secondaryImages} />
          <Amenities features={trek.features} />
          {routes.length > 0 && (
            <RouteSelector
              choices={routes.map((one) => ({
                route: one,
                facts: routeInWords(one, readDays(one).days ?? []),
                price: short(one.pricePerHead, trek.currency),
              }))}
              value={route?._id}
              onChange={(routeId) => {
                change({ routeId });
                setOpenDays([]);
              }}
            />
          )}
          {altitudes && (
            <AltitudeProfile altitudes={altitudes} onDay={openDay} day={pointedDay} onPoint={setPointedDay} />
          )}
          {route && reading.days && (
            <RouteMap
              key={route._id}
              trek={trek.name}
              route={route.name}
              days={reading.days}
              day={pointedDay}
              onPoint={setPointedDay}
              onOpenDay={openDay}
            />
          )}
          <Itinerary reading={reading} open={openDays} onOpen={setOpenDays} />
        </div>
        <aside
          ref={panelBox}
          aria-label="Book this trek"
          className="lg:sticky lg:top-22 lg:max-h-[calc(100dvh-6.5rem)] lg:self-start lg:overflow-y-auto"
        >
          <div className="rounded-lg border border-line bg-raised p-5">
            <BookingPanel {...panel} />
          </div>
        </aside>
      </div>
      <BookingBar panel={panel} inPage={panelBox} />
    </article>
  );
}
