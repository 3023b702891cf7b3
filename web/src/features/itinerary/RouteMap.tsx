// Map of the selected route with the list of days, a legend of the transport modes, and a GPX download (document 2
// §2).
import clsx from 'clsx';
import { BedDouble, Download } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Day } from '../../api/types';
import { lazyComponent } from '../../lib/lazy-component';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Facts } from '../../ui/Facts';
import { EmptyState } from '../../ui/States';
import { MODE_STYLES, MODES } from '../map/modes';
import type { RoutePosition } from '../map/position-along-route';
import { readLegs, readStops } from '../map/route-legs';
import { dayFacts, dayTitle, dayTotals } from './day-summary';
import type { RouteOnMapProps } from './RouteOnMap';

export const NO_ROUTE = 'No route data available';
const MAP_HEIGHT = 'h-[500px]';

/** Loaded after the page, since it is below the first screen. The list of days is its text alternative. */
const RouteOnMap = lazyComponent<RouteOnMapProps>(
  () =>
    import('./RouteOnMap').then(
      (file) => file.RouteOnMap,
      () => MapFailed,
    ),
  ({ trek }) => <section aria-label={`Route of ${trek}`} aria-busy className={clsx(MAP_HEIGHT, 'bg-map-water')} />,
);

function MapFailed() {
  return (
    <div role="alert" className={clsx(MAP_HEIGHT, 'grid place-content-center gap-4 bg-stone p-6 text-center')}>
      <p className="font-display font-semibold text-ink text-xl">The map could not be loaded</p>
      <p className="max-w-measure text-ink-soft">
        Reload the page to try again. The days of the route are in the list.
      </p>
    </div>
  );
}

async function saveGpx(trek: string, route: string, days: Day[]) {
  try {
    const { downloadGpx, gpxFileName, gpxOf } = await import('./gpx');
    const text = gpxOf(trek, route, days);
    if (text) downloadGpx(gpxFileName(trek, route), text);
  } catch {
    toast.error("The GPX file couldn't be made. Check your connection and try again.");
  }
}

export function RouteMap({
  trek,
  route,
  days,
  day,
  spot,
  onPoint,
  onOpenDay,
  children,
}: {
  trek: string;
  route: string;
  days: Day[];
  /** The highlighted day, from the map, the list or the altitude profile; 0 for none. */
  day: number;
  /** The pointer's position along the route, from the map or the profile. */
  spot: RoutePosition | null;
  onPoint: (day: number, along?: number) => void;
  onOpenDay: (day: number) => void;
  /** The altitude profile, shown in the same figure as the map. */
  children?: ReactNode;
}) {
  const legs = useMemo(() => readLegs(days), [days]);
  const stops = useMemo(() => readStops(days), [days]);
  const modes = MODES.filter((mode) => legs.some((leg) => leg.mode === mode));
  return (
    <section aria-labelledby="route-map">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="route-map" className="text-3xl">
          Route map
        </h2>
        {stops.length > 0 && (
          <Button
            variant="secondary"
            size="sm"
            onPointerEnter={() => void import('./gpx').catch(() => {})}
            onClick={() => void saveGpx(trek, route, days)}
          >
            <Download aria-hidden className="size-4" /> Download GPX
          </Button>
        )}
      </div>
      <div className="mt-4 overflow-hidden rounded-lg border border-line">
        {stops.length === 0 ? (
          <EmptyState title={NO_ROUTE} className="bg-stone" />
        ) : (
          <div className="grid xl:grid-cols-[minmax(0,1fr)_15rem]">
            <RouteOnMap
              wanted={false}
              trek={trek}
              days={days}
              legs={legs}
              stops={stops}
              day={day}
              spot={spot}
              onPoint={onPoint}
            />
            <DayList days={days} day={day} onHover={onPoint} onOpenDay={onOpenDay} />
          </div>
        )}
        {children && <div className="border-line border-t">{children}</div>}
      </div>
      {stops.length > 0 && <Legend modes={modes} nights={stops.some((stop) => stop.nights.length > 0)} />}
    </section>
  );
}

/** Text alternative of the map: the places and totals of each day. */
function DayList({
  days,
  day,
  onHover,
  onOpenDay,
}: {
  days: Day[];
  day: number;
  onHover: (day: number) => void;
  onOpenDay: (day: number) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // Scrolls the list only: scrollIntoView would also move the page under the pointer.
    const line = list.current?.children[day - 1];
    if (!(line instanceof HTMLElement) || !list.current || line.matches(':hover')) return;
    list.current.scrollTop = line.offsetTop - list.current.clientHeight / 2;
  }, [day]);
  return (
    <ol
      ref={list}
      aria-label="The days of the route"
      className="relative max-h-72 divide-y divide-line overflow-y-auto border-line border-t xl:max-h-[500px] xl:border-t-0 xl:border-l"
    >
      {days.map((one, index) => {
        const number = index + 1;
        const facts = dayFacts(one);
        return (
          <li key={number} onMouseEnter={() => onHover(number)} onMouseLeave={() => onHover(0)}>
            <button
              type="button"
              onClick={() => onOpenDay(number)}
              onFocus={() => onHover(number)}
              onBlur={() => onHover(0)}
              className={clsx(
                'wrap-anywhere block min-h-11 w-full px-3 py-2 text-left text-sm -outline-offset-2',
                day === number ? 'bg-marigold-wash text-ink' : 'hover:bg-stone',
              )}
            >
              <span className="figures block text-ink-soft text-xs">Day {number}</span>
              <span className="block">{dayTitle(facts)}</span>
              <Facts facts={dayTotals(facts)} className="text-ink-soft text-xs" />
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function Legend({ modes, nights }: { modes: (typeof MODES)[number][]; nights: boolean }) {
  return (
    <ul aria-label="Map legend" className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {modes.map((mode) => {
        const { word, colour, dash } = MODE_STYLES[mode];
        return (
          <li key={mode} className="flex items-center gap-2">
            <svg viewBox="0 0 36 4" className="h-1 w-9" aria-hidden="true">
              <line
                x1="0"
                x2="36"
                y1="2"
                y2="2"
                strokeWidth="3"
                strokeDasharray={dash?.map((length) => length * 3).join(' ')}
                style={{ stroke: `var(${colour})` }}
              />
            </svg>
            {word}
          </li>
        );
      })}
      {nights && (
        <li className="flex items-center gap-2">
          <span
            aria-hidden
            className="figures flex h-6 items-center gap-1 rounded-full bg-ink px-2 font-semibold text-paper text-xs"
          >
            <BedDouble className="size-3.5" /> 3
          </span>
          Where you sleep on night 3
        </li>
      )}
    </ul>
  );
}
