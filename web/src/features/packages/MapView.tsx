// The third view of the packages: a pin at the ending place of each trek, and a list beside the map that says the same.
import clsx from 'clsx';
import { MapPin } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { TrekSummary } from '../../api/types';
import { plural } from '../../lib/text';
import { paths } from '../../paths';
import { useShowMore } from '../../ui/ShowMore';
import { EmptyState } from '../../ui/States';
import { useMoney } from '../currency/useMoney';
import { type Group, groupByRoom, isPlace, paddedBounds } from '../map/geometry';
import { MapFrame } from '../map/MapFrame';
import { MapMarker } from '../map/MapMarker';
import { MapPopup } from '../map/MapPopup';
import { cheapestRoute, priceFrom } from './filters';
import { NOTHING_TO_PLOT } from './messages';

const MOST_NAMES = 4;

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
                'focus-visible:ring-2 focus-visible:ring-raised',
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
          <PopupList items={shown.items} />
        </MapPopup>
      )}
    </>
  );
}

function PopupList({ items }: { items: Plotted[] }) {
  const { drawn, more } = useShowMore(items.length, 'treks');
  return (
    <div className="mt-1 max-h-52 overflow-y-auto">
      <ul className="divide-y divide-line">
        {items.slice(0, drawn).map(({ trek }) => (
          <li key={trek._id} className="py-2">
            <Link
              to={paths.package(trek._id)}
              className="flex min-h-6 items-center font-semibold text-ink hover:text-laligurans"
            >
              {trek.name}
            </Link>
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
  const route = cheapestRoute(trek);
  const told = [route && plural(route.numberOfDays, 'day'), `from ${short(priceFrom(trek), trek.currency)}`];
  return <span className="figures block text-ink-soft text-sm">{told.filter(Boolean).join(', ')}</span>;
}

function placeNames(group: Group<Plotted>): string {
  const names = [...new Set(group.items.map((one) => one.trek.endingPlace.name))];
  // A mark of half the country would read out a hundred names.
  const told = names.slice(0, MOST_NAMES).join(', ');
  return names.length > MOST_NAMES ? `${told} and ${plural(names.length - MOST_NAMES, 'other place')}` : told;
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

/** Memo: the pointer crosses pins while the map is dragged, and each of them lights one line only. */
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
