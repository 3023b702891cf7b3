// Map view of the packages: each trek as a line with a pin at its highest point, beside a list with the same treks and
// their ending places.

import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { MapPin, Mountain } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { TrekSummary } from '../../api/types';
import { metres, plural } from '../../lib/text';
import { lengthInDays } from '../../lib/trek-length';
import { paths } from '../../paths';
import { useShowMore } from '../../ui/ShowMore';
import { EmptyState } from '../../ui/States';
import { useMoney } from '../currency/useMoney';
import { type Group, groupOverlapping, paddedBounds } from '../map/geometry';
import { MapFrame } from '../map/MapFrame';
import { MapMarker } from '../map/MapMarker';
import { MapPopup } from '../map/MapPopup';
import { allInPriceFrom } from './filters';
import { NOTHING_TO_PLOT } from './messages';
import { type Plotted, plotTreks, trekLines, trekMapQuery } from './trek-map';

const MAX_NAMES = 4;

export function MapView({ treks }: { treks: readonly TrekSummary[] }) {
  const { data: drawn, isPending } = useQuery(trekMapQuery);
  const plotted = useMemo(() => plotTreks(treks, drawn), [treks, drawn]);
  const ways = useMemo(() => trekLines(plotted, drawn), [plotted, drawn]);
  const places = useMemo(() => plotted.map((one) => one.at), [plotted]);
  // Fits the view only after the lines have loaded, so that pins and map do not jump.
  const bounds = useMemo(
    () => (isPending ? null : paddedBounds([...places, ...ways.flatMap(({ from, to }) => [from, to])])),
    [isPending, places, ways],
  );
  const [hovered, setHovered] = useState<string | null>(null);
  if (plotted.length === 0) return <EmptyState title={NOTHING_TO_PLOT} />;
  return (
    <div className="mt-3 grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <MapFrame
        label="Map of the treks"
        types="cycle"
        bounds={bounds}
        ways={ways}
        day={plotted.findIndex((one) => one.trek._id === hovered) + 1}
        taken={places}
        className="h-[26rem] md:h-[34rem]"
      >
        {(view, engine) =>
          !isPending && (
            <Pins
              plotted={plotted}
              zoom={view.zoom}
              hovered={hovered}
              onHover={setHovered}
              onOpen={(at) => engine.makeRoom(at)}
            />
          )
        }
      </MapFrame>
      <TrekList plotted={plotted} hovered={hovered} onHover={setHovered} />
    </div>
  );
}

function Pins({
  plotted,
  zoom,
  hovered,
  onHover,
  onOpen,
}: {
  plotted: Plotted[];
  zoom: number;
  hovered: string | null;
  onHover: (id: string | null) => void;
  onOpen: (at: Plotted['at']) => void;
}) {
  const groups = useMemo(() => groupOverlapping(plotted, zoom), [plotted, zoom]);
  const [open, setOpen] = useState<string | null>(null);
  const shown = groups.find((group) => group.key === open);
  return (
    <>
      {groups.map((group) => {
        const lit = group.items.some((one) => one.trek._id === hovered);
        return (
          <MapMarker key={group.key} at={group.at} layer={lit ? 3 : 2}>
            <button
              type="button"
              aria-label={pinName(group)}
              aria-expanded={group.key === open}
              onMouseEnter={() => onHover(group.items.length === 1 ? (group.items[0]?.trek._id ?? null) : null)}
              onMouseLeave={() => onHover(null)}
              onClick={() => {
                setOpen(group.key === open ? null : group.key);
                onOpen(group.at);
              }}
              className={clsx(
                'figures flex size-9 items-center justify-center rounded-full border-2 border-raised font-semibold text-sm shadow-float transition-transform',
                'focus-visible:ring-2 focus-visible:ring-raised',
                "relative after:absolute after:-inset-1 after:content-['']",
                lit ? 'scale-115 bg-ink text-paper' : 'bg-laligurans text-on-laligurans hover:bg-laligurans-deep',
              )}
            >
              {group.items.length > 1 ? group.items.length : <PinIcon one={group.items[0]} />}
            </button>
          </MapMarker>
        );
      })}
      {shown && (
        <MapPopup key={shown.key} at={shown.at} label={pinName(shown)} onClose={() => setOpen(null)}>
          <PopupList items={shown.items} />
        </MapPopup>
      )}
    </>
  );
}

function PinIcon({ one }: { one: Plotted | undefined }) {
  const Sign = one?.summit ? Mountain : MapPin;
  return <Sign aria-hidden className="size-4.5" />;
}

function PopupList({ items }: { items: Plotted[] }) {
  const { drawn, more } = useShowMore(items.length, 'treks');
  return (
    <div className="mt-1 max-h-52 overflow-y-auto">
      <ul className="divide-y divide-line">
        {items.slice(0, drawn).map(({ trek, summit }) => (
          <li key={trek._id} className="py-2">
            <Link
              to={paths.package(trek._id)}
              className="flex min-h-6 items-center font-semibold text-ink hover:text-laligurans"
            >
              {trek.name}
            </Link>
            {summit && (
              <span className="figures block text-ink-soft text-sm">
                {summit.name}, {metres(summit.altitude)}
              </span>
            )}
            <TrekPrice trek={trek} />
          </li>
        ))}
      </ul>
      {more}
    </div>
  );
}

function TrekPrice({ trek }: { trek: TrekSummary }) {
  const { short } = useMoney();
  const told = [lengthInDays(trek.routes), `from ${short(allInPriceFrom(trek), trek.currency)}`];
  return <span className="figures block text-ink-soft text-sm">{told.filter(Boolean).join(', ')}</span>;
}

/** 'Everest Base Camp, highest point Kala Patthar, 5,545 m', or '3 treks: Mardi Himal, Poon Hill, …'. */
function pinName({ items }: Group<Plotted>): string {
  const [first] = items;
  if (items.length === 1 && first) {
    const { trek, summit } = first;
    return summit
      ? `${trek.name}, highest point ${summit.name}, ${metres(summit.altitude)}`
      : `${trek.name}, ending in ${trek.endingPlace.name}`;
  }
  // Limits the names, because a screen reader would otherwise read a hundred of them.
  const named = items.slice(0, MAX_NAMES).map((one) => one.trek.name);
  const others = items.length - named.length;
  return `${plural(items.length, 'trek')}: ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

function TrekList({
  plotted,
  hovered,
  onHover,
}: {
  plotted: Plotted[];
  hovered: string | null;
  onHover: (id: string | null) => void;
}) {
  const { drawn, more } = useShowMore(plotted.length, 'treks');
  return (
    <div className="rounded-lg border border-line lg:max-h-[34rem] lg:overflow-y-auto">
      <ul aria-label="Treks on the map" className="divide-y divide-line">
        {plotted.slice(0, drawn).map(({ trek }) => (
          <TrekLine key={trek._id} trek={trek} lit={hovered === trek._id} onHover={onHover} />
        ))}
      </ul>
      {more && <div className="border-line border-t p-2 text-center">{more}</div>}
    </div>
  );
}

/** memo: hovering a pin highlights one line, so the others need no re-render. */
const TrekLine = memo(function TrekLine({
  trek,
  lit,
  onHover,
}: {
  trek: TrekSummary;
  lit: boolean;
  onHover: (id: string | null) => void;
}) {
  return (
    <li
      onMouseEnter={() => onHover(trek._id)}
      onMouseLeave={() => onHover(null)}
      onFocus={() => onHover(trek._id)}
      onBlur={() => onHover(null)}
      className={clsx(
        'relative px-4 py-3 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-glacier has-[a:focus-visible]:-outline-offset-2',
        lit && 'bg-stone',
      )}
      data-hovered={lit || undefined}
    >
      <h3 className="text-base">
        <Link to={paths.package(trek._id)} className="outline-none after:absolute after:inset-0">
          {trek.name}
        </Link>
      </h3>
      <p className="text-ink-soft text-sm">Ends in {trek.endingPlace.name}</p>
      <TrekPrice trek={trek} />
    </li>
  );
});
