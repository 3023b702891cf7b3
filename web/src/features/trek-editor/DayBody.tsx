// The fields of an open day, with a map.
import { Mountain } from 'lucide-react';
import { lazy, memo, Suspense, useCallback, useState } from 'react';
import { useDebounced } from '../../lib/debounce';
import { plural } from '../../lib/format';
import { toast } from '../../lib/toast';
import { Skeleton } from '../../ui/States';
import { Connections } from './Connections';
import { climbNote, steepClimb } from './climbs';
import type { DayForm, TrekForm } from './form';
import { Lodging, Meals, type StayCopy } from './Lodging';
import { drawingOf } from './map-key';
import type { DayMove } from './reducer';
import { useEditor, useForm } from './store';
import { Waypoints } from './Waypoints';

const DayMap = lazy(() => import('./DayMap').then((one) => ({ default: one.DayMap })));

export interface DayProps {
  day: DayForm;
  path: string;
  move: (move: DayMove) => void;
}

/** Effect of the next click on the map: adds a waypoint, moves the one with this key, or none. */
export type Armed = { add: true } | { waypoint: string } | null;

const MAP_FOLLOWS_MS = 500;

function nameOf(day: DayForm, armed: Armed): string {
  if (!armed || !('waypoint' in armed)) return '';
  return day.waypoints.find((one) => one.key === armed.waypoint)?.name.trim() || 'it';
}

const dayIn = (form: TrekForm, routeAt: number, key: string, at: number) => {
  const days = form.routes[routeAt]?.dailyActivities;
  return days?.[at]?.key === key ? days[at] : undefined;
};

export const DayBody = memo(function DayBody({
  route,
  routeAt,
  day: key,
  at,
  path,
}: {
  route: string;
  routeAt: number;
  day: string;
  at: number;
  path: string;
}) {
  const store = useEditor();
  const day = useForm((form) => dayIn(form, routeAt, key, at));
  const climb = useForm((form) => (form.routes[routeAt] ? steepClimb(form.routes[routeAt], at) : null));
  const last = useForm((form) => at + 1 >= (form.routes[routeAt]?.dailyActivities.length ?? 0));
  const [armed, setArmed] = useState<Armed>(null);
  const move = useCallback(
    (one: DayMove) => store.dispatch({ type: 'route', route, move: { type: 'day', day: key, move: one } }),
    [store, route, key],
  );
  const copyStay = useCallback<StayCopy['onCopy']>(
    (what, how) => {
      const days = store.form().routes[routeAt]?.dailyActivities.length ?? 0;
      const before = how === 'from-before';
      const to = before ? { from: at - 1, first: at, last: at } : { from: at, first: at + 1, last: days - 1 };
      store.dispatch({ type: 'route', route, move: { type: 'stay-copied', what, ...to } });
      const word = what === 'accommodation' ? 'Accommodation' : 'Meals';
      toast.success(before ? `${word} copied from day ${at}.` : `${word} copied to ${plural(days - 1 - at, 'day')}.`);
    },
    [store, route, routeAt, at],
  );
  // One string, debounced, so that the map does not update with each letter of a name.
  const drawing = useDebounced(day ? drawingOf(day) : '', MAP_FOLLOWS_MS);
  if (!day) return null;
  return (
    <div className="@container border-line border-t bg-paper px-3 pt-3 pb-5 sm:px-4">
      {climb !== null && (
        <p className="mb-3 flex gap-2.5 rounded-sm bg-marigold-wash px-3 py-2 text-marigold-ink text-sm">
          <Mountain aria-hidden className="mt-0.5 size-4 shrink-0" />
          {climbNote(climb)}
        </p>
      )}
      {/* A container query: next to the menu of the desk the day is much narrower than the window. */}
      <div className="grid gap-x-6 gap-y-5 @5xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0">
          <Waypoints waypoints={day.waypoints} path={path} move={move} armed={armed} onArm={setArmed} />
          <Connections day={day} path={path} move={move} />
        </div>
        <div className="@5xl:sticky @5xl:top-[calc(var(--header)+4.75rem)] @5xl:h-96 @5xl:self-start">
          <Suspense fallback={<Skeleton className="h-80 w-full @5xl:h-full" />}>
            <DayMap
              label={`Map of day ${at + 1}`}
              drawing={drawing}
              placing={nameOf(day, armed)}
              move={move}
              armed={armed}
              onArm={setArmed}
            />
          </Suspense>
        </div>
      </div>
      <div className="mt-5 grid gap-x-6 gap-y-5 md:grid-cols-2">
        <Lodging accommodation={day.accommodation} path={path} move={move} at={at} last={last} onCopy={copyStay} />
        <Meals foodDetails={day.foodDetails} path={path} move={move} at={at} last={last} onCopy={copyStay} />
      </div>
    </div>
  );
});
