// The chosen route on a map, its days in a list beside it, the colours of the ways, and the route as GPX (document 2 §2).
import clsx from 'clsx';
import { Download } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Day } from '../../api/types';
import { metres } from '../../lib/text';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/States';
import type { Engine } from '../map/engine';
import { type Group, groupByRoom, paddedBounds } from '../map/geometry';
import { MapFrame } from '../map/MapFrame';
import { MapMarker } from '../map/MapMarker';
import { MapPopup } from '../map/MapPopup';
import { MODE_STYLES, MODES } from '../map/modes';
import { daysText, readLegs, readStops, type Stop, walkedPlaces } from '../map/ways';
import { dayFacts } from './facts';
import { downloadGpx, gpxFileName, gpxOf } from './gpx';
import { legInWords } from './modes';

/** Zoom from which on places that still share a mark are told in one card. */
const CLOSEST = 13;

export const NO_ROUTE = 'No route data available';

export function RouteMap({
  trek,
  route,
  days,
  day,
  onPoint,
  onOpenDay,
}: {
  trek: string;
  route: string;
  days: Day[];
  /** The day that is pointed at, here or on the altitude profile; 0 is none. */
  day: number;
  onPoint: (day: number) => void;
  onOpenDay: (day: number) => void;
}) {
  const legs = useMemo(() => readLegs(days), [days]);
  const stops = useMemo(() => readStops(days), [days]);
  const places = useMemo(() => stops.map((stop) => stop.at), [stops]);
  const bounds = useMemo(() => paddedBounds(places), [places]);
  const walked = useMemo(() => paddedBounds(walkedPlaces(legs)), [legs]);
  const modes = MODES.filter((mode) => legs.some((leg) => leg.mode === mode));
  return (
    <section aria-labelledby="route-map">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="route-map" className="text-3xl">
          The way on the map
        </h2>
        {stops.length > 0 && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              const text = gpxOf(trek, route, days);
              if (text) downloadGpx(gpxFileName(trek, route), text);
            }}
          >
            <Download aria-hidden className="size-4" /> Download GPX
          </Button>
        )}
      </div>
      {stops.length === 0 ? (
        <EmptyState title={NO_ROUTE} className="mt-4 rounded-lg border border-line bg-stone" />
      ) : (
        <>
          <div className="mt-4 grid gap-4 xl:grid-cols-[minmax(0,1fr)_15rem]">
            <MapFrame
              label={`Route of ${trek}`}
              types="choice"
              bounds={bounds}
              first={walked}
              closest={12}
              ways={legs}
              day={day}
              taken={places}
              className="h-[500px]"
            >
              {(view, engine) => <Stops stops={stops} day={day} zoom={view.zoom} engine={engine} />}
            </MapFrame>
            <DayList days={days} day={day} onHover={onPoint} onOpenDay={onOpenDay} />
          </div>
          <Legend modes={modes} />
        </>
      )}
    </section>
  );
}

/** Stops that would cover each other share a mark, and a click on it goes closer. */
function Stops({ stops, day, zoom, engine }: { stops: Stop[]; day: number; zoom: number; engine: Engine }) {
  const groups = useMemo(() => groupByRoom(stops, zoom, 26), [stops, zoom]);
  const [open, setOpen] = useState<string | null>(null);
  const shown = groups.find((group) => group.key === open);
  const act = ({ key, at, items }: Group<Stop>) => {
    const around = items.length > 1 && zoom < CLOSEST ? paddedBounds(items.map((stop) => stop.at)) : null;
    if (around) {
      engine.fit(around, CLOSEST);
      return;
    }
    setOpen(key === open ? null : key);
    engine.makeRoom(at);
  };
  return (
    <>
      {groups.map((group) => (
        <StopMark
          key={group.key}
          group={group}
          lit={group.items.some((stop) => stop.days.includes(day))}
          open={group.key === open}
          onClick={() => act(group)}
        />
      ))}
      {shown && (
        <MapPopup
          key={shown.key}
          at={shown.at}
          label={shown.items.map((stop) => stop.name).join(', ')}
          onClose={() => setOpen(null)}
        >
          {shown.items.map((stop) => (
            <div key={stop.key} className="py-1">
              <p className="font-semibold text-base">{stop.name}</p>
              {stop.altitude !== undefined && <p className="figures">{metres(stop.altitude)}</p>}
              <p className="figures text-ink-soft">
                {stop.days.length === 1 ? 'Day' : 'Days'} {daysText(stop.days)}
              </p>
            </div>
          ))}
        </MapPopup>
      )}
    </>
  );
}

function StopMark({
  group,
  lit,
  open,
  onClick,
}: {
  group: Group<Stop>;
  lit: boolean;
  open: boolean;
  onClick: () => void;
}) {
  const nights = [...new Set(group.items.flatMap((stop) => stop.nights))].sort((a, b) => a - b);
  const night = nights.length > 0;
  const [first] = group.items;
  const what = group.items.length === 1 ? first?.name : `${group.items.length} places around ${first?.name}`;
  const numbers = nights.length > 2 ? `${nights[0]}…${nights.at(-1)}` : nights.join('·');
  return (
    <MapMarker at={group.at} layer={lit ? 4 : night ? 3 : 2}>
      <button
        type="button"
        aria-label={night ? `${what}, end of day ${daysText(nights)}` : what}
        aria-expanded={open}
        onClick={onClick}
        className={clsx(
          "figures relative flex items-center justify-center whitespace-nowrap rounded-full border-2 font-semibold text-xs after:absolute after:-inset-2 after:content-['']",
          night ? 'h-7 min-w-7 border-raised px-1.5 shadow-float' : 'size-3.5 border-ink bg-raised',
          night && (lit ? 'bg-marigold text-night' : 'bg-ink text-paper'),
        )}
      >
        {numbers}
      </button>
    </MapMarker>
  );
}

/** The same in words: each day's places and how one gets on. */
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
    // Within the list only: scrollIntoView would move the page under the pointer.
    const line = list.current?.children[day - 1];
    if (!(line instanceof HTMLElement) || !list.current || line.matches(':hover')) return;
    list.current.scrollTop = line.offsetTop - list.current.clientHeight / 2;
  }, [day]);
  return (
    <ol
      ref={list}
      aria-label="The days of the route"
      className="relative max-h-72 divide-y divide-line overflow-y-auto rounded-lg border border-line xl:max-h-[500px]"
    >
      {days.map((one, index) => {
        const number = index + 1;
        const { from, to } = dayFacts(one);
        return (
          <li key={number} onMouseEnter={() => onHover(number)} onMouseLeave={() => onHover(0)}>
            <button
              type="button"
              onClick={() => onOpenDay(number)}
              onFocus={() => onHover(number)}
              onBlur={() => onHover(0)}
              className={clsx(
                'block min-h-11 w-full px-3 py-2 text-left text-sm -outline-offset-2',
                day === number ? 'bg-marigold-wash text-ink' : 'hover:bg-stone',
              )}
            >
              <span className="figures block text-ink-soft text-xs">Day {number}</span>
              <span className="block">{from === to ? `${from}, and back` : `${from} to ${to}`}</span>
              <span className="figures block text-ink-soft text-xs">{one.connections.map(legInWords).join('; ')}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function Legend({ modes }: { modes: (typeof MODES)[number][] }) {
  return (
    <ul aria-label="Colours of the ways" className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-sm">
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
    </ul>
  );
}
