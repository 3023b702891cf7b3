// Stops of a route as map markers: a bed with the numbers of the nights, or the number of places that share a marker.
import clsx from 'clsx';
import { BedDouble } from 'lucide-react';
import { useMemo, useState } from 'react';
import { metres } from '../../lib/text';
import type { Engine } from '../map/engine';
import { type Group, groupOverlapping, paddedBounds } from '../map/geometry';
import { MapMarker } from '../map/MapMarker';
import { MapPopup } from '../map/MapPopup';
import { daysText, type Stop } from '../map/route-legs';

/** Zoom level from which places that still share a marker are listed in one popup. */
const MAX_GROUP_ZOOM = 13;

/** Stops that would overlap share a marker; a click on it zooms in. */
export function Stops({ stops, day, zoom, engine }: { stops: Stop[]; day: number; zoom: number; engine: Engine }) {
  const groups = useMemo(() => groupOverlapping(stops, zoom, 26), [stops, zoom]);
  const [open, setOpen] = useState<string | null>(null);
  const shown = groups.find((group) => group.key === open);
  const act = ({ key, at, items }: Group<Stop>) => {
    const around = items.length > 1 && zoom < MAX_GROUP_ZOOM ? paddedBounds(items.map((stop) => stop.at)) : null;
    if (around) {
      engine.fit(around, MAX_GROUP_ZOOM);
      return;
    }
    setOpen(key === open ? null : key);
    engine.makeRoom(at);
  };
  return (
    <>
      {groups.map((group) => (
        <StopMarker
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
              {stop.nights.length > 0 && <p className="figures text-ink-soft">{nightsText(stop.nights)}</p>}
            </div>
          ))}
        </MapPopup>
      )}
    </>
  );
}

/** 'Night 3', 'Nights 3–4, 9' */
function nightsText(nights: readonly number[]): string {
  return `${nights.length === 1 ? 'Night' : 'Nights'} ${daysText(nights)}`;
}

function Nights({ nights }: { nights: readonly number[] }) {
  return (
    <>
      <BedDouble aria-hidden className="size-3.5" />
      {daysText(nights)}
    </>
  );
}

function StopMarker({
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
  const shared = group.items.length > 1;
  const what = shared ? `${group.items.length} places around ${first?.name}` : first?.name;
  return (
    <MapMarker at={group.at} layer={lit ? 4 : night ? 3 : 2}>
      <button
        type="button"
        aria-label={night ? `${what}, ${nightsText(nights).toLowerCase()}` : what}
        title={night ? nightsText(nights) : undefined}
        aria-expanded={open}
        onClick={onClick}
        className={clsx(
          "figures relative flex items-center justify-center whitespace-nowrap rounded-full border-2 font-semibold text-xs after:absolute after:-inset-2 after:content-['']",
          night ? 'h-7 min-w-7 gap-1 border-raised px-1.5 shadow-float' : 'size-3.5 border-ink bg-raised',
          'focus-visible:ring-2 focus-visible:ring-raised',
          night && (lit ? 'bg-marigold text-night' : 'bg-ink text-paper'),
        )}
      >
        {night && (shared ? `${group.items.length} places` : <Nights nights={nights} />)}
      </button>
    </MapMarker>
  );
}
