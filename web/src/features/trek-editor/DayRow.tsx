// A day as one row: start and end, distance, sleeping altitude and problems. When open, it shows its fields.
import clsx from 'clsx';
import { ChevronRight, MoreHorizontal, Mountain, TriangleAlert } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { kilometres as kilometresOf, metres } from '../../lib/format';
import { useStore } from '../../lib/store';
import { Menu, MenuAction } from '../../ui/Menu';
import { Badge } from '../../ui/States';
import { sleepingAltitude, steepClimb, walkedKilometres } from './climbs';
import { DayBody } from './DayBody';
import { placesOf } from './day-label';
import type { RouteMove } from './reducer';
import { SortableItem } from './Sortable';
import { type EditorStore, openDay, useEditor, useForm, useProblemsUnder } from './store';

interface Place {
  route: string;
  routeAt: number;
  day: string;
  at: number;
  /** Whether it is the last day of the route. */
  last: boolean;
  /** Whether the route has the maximum number of days. */
  full: boolean;
}

export const DayRow = memo(function DayRow({ route, routeAt, day, at, last, full }: Place) {
  const store = useEditor();
  const open = useStore(store.shown, ({ days }) => days.has(day));
  const path = `routes[${routeAt}].dailyActivities[${at}]`;
  return (
    <SortableItem id={day} label={`day ${at + 1}`} className="bg-raised first:rounded-t-sm last:rounded-b-sm">
      {(handle) => (
        <>
          <DayHead
            routeAt={routeAt}
            day={day}
            at={at}
            path={path}
            open={open}
            handle={handle}
            menu={<DayMenu store={store} route={route} at={at} last={last} full={full} />}
            onToggle={() => openDay(store, day, !open)}
          />
          {open && <DayBody route={route} routeAt={routeAt} day={day} at={at} path={path} />}
        </>
      )}
    </SortableItem>
  );
});

/** The contents of the row as one string, so that it renders again only when they change. */
function useLine(routeAt: number, day: string, at: number) {
  const line = useForm((form) => {
    const route = form.routes[routeAt];
    const one = route?.dailyActivities[at];
    if (!route || one?.key !== day) return '';
    return JSON.stringify([placesOf(one), walkedKilometres(one), sleepingAltitude(one), steepClimb(route, at)]);
  });
  const [places, kilometres, sleeps, climb] = JSON.parse(line || '["",0,null,null]') as [
    string,
    number,
    number | null,
    number | null,
  ];
  return { places, kilometres, sleeps, climb };
}

function DayHead({
  routeAt,
  day,
  at,
  path,
  open,
  handle,
  menu,
  onToggle,
}: Pick<Place, 'routeAt' | 'day' | 'at'> & {
  path: string;
  open: boolean;
  handle: ReactNode;
  menu: ReactNode;
  onToggle: () => void;
}) {
  const { places, kilometres, sleeps, climb } = useLine(routeAt, day, at);
  const problems = useProblemsUnder(path);
  return (
    <div className="flex items-center gap-1 px-1.5">
      {handle}
      {/* Only the heading: content-visibility clips at the edge of its element, which would clip the menu. */}
      <h4 className="drawn-in-sight min-w-0 flex-1 font-sans text-sm tracking-normal [--about:2.75rem]">
        <button
          type="button"
          aria-expanded={open}
          data-field={path}
          onClick={onToggle}
          className="flex min-h-11 w-full items-center gap-2.5 text-left hover:text-glacier"
        >
          <ChevronRight
            aria-hidden
            className={clsx('size-4 shrink-0 text-ink-soft transition-transform', open && 'rotate-90')}
          />
          <span className="figures min-w-12 shrink-0 font-semibold">Day {at + 1}</span>
          <span className="min-w-0 flex-1 truncate font-normal">
            {places || <span className="text-ink-soft">No waypoints yet</span>}
          </span>
          {climb !== null && (
            <Badge tone="warning">
              <Mountain aria-hidden className="size-3" />
              <span className="sr-only">Climbs fast: </span>+{metres(climb)}
            </Badge>
          )}
          {problems > 0 && (
            <Badge tone="danger">
              <TriangleAlert aria-hidden className="size-3" />
              {problems}
              <span className="sr-only"> to fix</span>
            </Badge>
          )}
          <span className="figures hidden shrink-0 gap-4 font-normal text-ink-soft sm:flex">
            {kilometres > 0 && <span>{kilometresOf(kilometres)}</span>}
            {sleeps !== null && <span className="w-16 text-right">{metres(sleeps)}</span>}
          </span>
        </button>
      </h4>
      {menu}
    </div>
  );
}

function DayMenu({
  store,
  route,
  at,
  last,
  full,
}: Pick<Place, 'route' | 'at' | 'last' | 'full'> & { store: EditorStore }) {
  const move = (one: RouteMove) => () => store.dispatch({ type: 'route', route, move: one });
  return (
    <Menu
      label={`Day ${at + 1}`}
      trigger={(button) => (
        <button
          type="button"
          {...button}
          aria-label={`More for day ${at + 1}`}
          className="flex size-9 items-center justify-center rounded-sm text-ink-soft hover:bg-stone hover:text-ink"
        >
          <MoreHorizontal aria-hidden className="size-4" />
        </button>
      )}
    >
      {!full && (
        <>
          <MenuAction onSelect={move({ type: 'day-inserted', at })}>Insert a day before</MenuAction>
          <MenuAction onSelect={move({ type: 'day-inserted', at: at + 1 })}>Insert a day after</MenuAction>
          <MenuAction onSelect={move({ type: 'day-duplicated', at })}>Duplicate</MenuAction>
        </>
      )}
      {at > 0 && <MenuAction onSelect={move({ type: 'day-continued', at })}>Start where day {at} ends</MenuAction>}
      {at > 0 && <MenuAction onSelect={move({ type: 'day-moved', from: at, to: at - 1 })}>Move up</MenuAction>}
      {!last && <MenuAction onSelect={move({ type: 'day-moved', from: at, to: at + 1 })}>Move down</MenuAction>}
      {(at > 0 || !last) && <MenuAction onSelect={move({ type: 'day-removed', at })}>Remove this day</MenuAction>}
    </Menu>
  );
}
