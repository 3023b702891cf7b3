// Details of a day: waypoints with the connections between them, accommodation, meals.

import { BedDouble, UtensilsCrossed } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { Connection, Day, Waypoint } from '../../api/types';
import { metres } from '../../lib/format';
import { Facts } from '../../ui/Facts';
import { Meals } from './Meals';
import { describeLeg, modeOf } from './modes';

export function DayBody({ day }: { day: Day }) {
  return (
    <div className="grid gap-6">
      <ol className="relative">
        {day.waypoints.map((waypoint, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place may occur twice in a day, so its index is the key
          <Fragment key={index}>
            <Stop waypoint={waypoint} first={index === 0} last={index === day.waypoints.length - 1} />
            {legsFrom(day, index).map((leg) => (
              <Leg key={`${leg.fromWaypointIndex}-${leg.toWaypointIndex}`} leg={leg} to={skipped(day, leg)} />
            ))}
          </Fragment>
        ))}
      </ol>
      {(day.accommodation.title || day.accommodation.description) && (
        <Aside
          sign={<BedDouble aria-hidden className="size-5" strokeWidth={1.75} />}
          title={`Night: ${day.accommodation.title || 'lodging'}`}
        >
          {day.accommodation.description && <p className="text-ink-soft text-sm">{day.accommodation.description}</p>}
          {day.accommodation.features.length > 0 && (
            <Facts facts={day.accommodation.features} className="mt-1 text-ink-soft text-sm" />
          )}
        </Aside>
      )}
      <Aside sign={<UtensilsCrossed aria-hidden className="size-5" strokeWidth={1.75} />} title="Meals">
        <Meals food={day.foodDetails} />
      </Aside>
    </div>
  );
}

function legsFrom(day: Day, index: number): Connection[] {
  return day.connections.filter((leg) => leg.fromWaypointIndex === index);
}

/** Name of the destination, for a connection that skips waypoints. */
function skipped(day: Day, leg: Connection): string | undefined {
  return leg.toWaypointIndex === leg.fromWaypointIndex + 1 ? undefined : day.waypoints[leg.toWaypointIndex]?.name;
}

function Stop({ waypoint, first, last }: { waypoint: Waypoint; first: boolean; last: boolean }) {
  const end = waypoint.isStartPoint || waypoint.isEndPoint || first || last;
  return (
    <li className="relative flex items-baseline gap-4 pl-10">
      <span
        aria-hidden
        className={`absolute top-1.5 left-2.5 size-3 rounded-full border-2 border-glacier ${end ? 'bg-glacier' : 'bg-paper'}`}
      />
      <span className="wrap-anywhere min-w-0 font-medium">{waypoint.name}</span>
      {waypoint.altitude !== undefined && (
        <span className="figures text-ink-soft text-sm">{metres(waypoint.altitude)}</span>
      )}
    </li>
  );
}

function Leg({ leg, to }: { leg: Connection; to: string | undefined }) {
  const { Sign } = modeOf(leg);
  return (
    <li className="relative ml-4 border-glacier/45 border-l border-dashed py-2.5 pl-6">
      <span className="figures flex items-center gap-2 text-sm">
        <Sign aria-hidden className="size-4.5 shrink-0 text-glacier" strokeWidth={1.75} />
        {describeLeg(leg)}
        {to && ` to ${to}`}
      </span>
      {leg.description && <p className="mt-0.5 max-w-measure text-ink-soft text-sm">{leg.description}</p>}
    </li>
  );
}

function Aside({ sign, title, children }: { sign: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="flex gap-3.5 rounded-lg bg-stone p-4 text-ink">
      <span className="mt-0.5 shrink-0 text-ink-soft">{sign}</span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold text-sm">{title}</p>
        <div className="mt-1">{children}</div>
      </div>
    </div>
  );
}
