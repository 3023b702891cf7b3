// The third view of the packages: a pin at the ending place of each trek, and a list beside the map that says the same.
import clsx from 'clsx';
import { MapPin } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { TrekSummary } from '../../api/types';
import { plural } from '../../lib/text';
import { paths } from '../../paths';
import { EmptyState } from '../../ui/States';
import { useMoney } from '../currency/useMoney';
import { type Group, groupByRoom, isPlace, paddedBounds } from '../map/geometry';
import { MapFrame } from '../map/MapFrame';
import { MapMarker } from '../map/MapMarker';
import { MapPopup } from '../map/MapPopup';
import { cheapestRoute, priceFrom } from './filters';
import { NOTHING_TO_PLOT } from './messages';

interface Plotted {
  trek: TrekSummary;
  at: TrekSummary['endingPlace']['coordinates'];
}

export function MapView({ treks }: { treks: readonly TrekSummary[] }) {
  const plotted = useMemo(
    () =>
      treks.flatMap((trek) =>
        isPlace(trek.endingPlace?.coordinates) ? [{ trek, at: trek.endingPlace.coordinates }] : [],
      ),
    [treks],
  );
  const places = useMemo(() => plotted.map((one) => one.at), [plotted]);
  const bounds = useMemo(() => paddedBounds(places), [places]);
  const [hovered, setHovered] = useState<string | null>(null);
  if (plotted.length === 0) return <EmptyState title={NOTHING_TO_PLOT} />;
  return (
    <div className="mt-3 grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <MapFrame
        label="Where the treks end"
        types="cycle"
        bounds={bounds}
        taken={places}
        className="h-[26rem] md:h-[34rem]"
      >
        {(view, engine) => (
          <Pins
            plotted={plotted}
            zoom={view.zoom}
            hovered={hovered}
            onHover={setHovered}
            onOpen={(at) => engine.makeRoom(at)}
          />
        )}
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
  const groups = useMemo(() => groupByRoom(plotted, zoom), [plotted, zoom]);
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
                "relative after:absolute after:-inset-1 after:content-['']",
                lit ? 'scale-115 bg-ink text-paper' : 'bg-laligurans text-on-laligurans hover:bg-laligurans-deep',
              )}
            >
              {group.items.length > 1 ? group.items.length : <MapPin aria-hidden className="size-4.5" />}
            </button>
          </MapMarker>
        );
      })}
      {shown && (
        <MapPopup key={shown.key} at={shown.at} label={placeNames(shown)} onClose={() => setOpen(null)}>
          <p className="text-ink-soft">Ends in {placeNames(shown)}</p>
          <ul className="mt-1 max-h-52 divide-y divide-line overflow-y-auto">
            {shown.items.map(({ trek }) => (
              <li key={trek._id} className="py-2">
                <Link to={paths.package(trek._id)} className="font-semibold text-ink hover:text-laligurans">
                  {trek.name}
                </Link>
                <TrekPrice trek={trek} />
              </li>
            ))}
          </ul>
        </MapPopup>
      )}
    </>
  );
}

function TrekPrice({ trek }: { trek: TrekSummary }) {
  const { short } = useMoney();
  const route = cheapestRoute(trek);
  const told = [route && plural(route.numberOfDays, 'day'), `from ${short(priceFrom(trek), trek.currency)}`];
  return <span className="figures block text-ink-soft text-sm">{told.filter(Boolean).join(', ')}</span>;
}

function placeNames(group: Group<Plotted>): string {
  return [...new Set(group.items.map((one) => one.trek.endingPlace.name))].join(', ');
}

function pinName(group: Group<Plotted>): string {
  const [first] = group.items;
  const what = group.items.length === 1 && first ? first.trek.name : plural(group.items.length, 'trek');
  return `${what}, ending in ${placeNames(group)}`;
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
  return (
    <ul
      aria-label="Treks on the map"
      className="divide-y divide-line rounded-lg border border-line lg:max-h-[34rem] lg:overflow-y-auto"
    >
      {plotted.map(({ trek }) => (
        <li
          key={trek._id}
          onMouseEnter={() => onHover(trek._id)}
          onMouseLeave={() => onHover(null)}
          onFocus={() => onHover(trek._id)}
          onBlur={() => onHover(null)}
          className={clsx(
            'relative px-4 py-3 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-glacier has-[a:focus-visible]:-outline-offset-2',
            hovered === trek._id && 'bg-stone',
          )}
          data-hovered={hovered === trek._id || undefined}
        >
          <h3 className="text-base">
            <Link to={paths.package(trek._id)} className="outline-none after:absolute after:inset-0">
              {trek.name}
            </Link>
          </h3>
          <p className="text-ink-soft text-sm">Ends in {trek.endingPlace.name}</p>
          <TrekPrice trek={trek} />
        </li>
      ))}
    </ul>
  );
}
