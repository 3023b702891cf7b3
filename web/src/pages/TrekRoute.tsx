// A route as one figure of map, days and altitude profile. Pointing at one of them highlights the place on the others.
import { useMemo, useState } from 'react';
import type { Day } from '../api/types';
import { RouteMap } from '../features/itinerary/RouteMap';
import { positionAt } from '../features/map/position-along-route';
import { AltitudeProfile } from '../features/trek/AltitudeProfile';
import { readAltitudes } from '../features/trek/altitude';

export function TrekRoute({
  trek,
  route,
  days,
  onOpenDay,
}: {
  trek: string;
  route: string;
  days: Day[];
  onOpenDay: (day: number) => void;
}) {
  // State of this component, because the pointer moves often and must not render the rest of the page.
  const [pointed, setPointed] = useState<{ day: number; along?: number | undefined }>({ day: 0 });
  const altitudes = useMemo(() => readAltitudes(days), [days]);
  const { day, along } = pointed;
  const spot = useMemo(() => (along === undefined ? null : positionAt(days, along)), [days, along]);
  const onPoint = (to: number, at?: number) => {
    setPointed((was) => (was.day === to && was.along === at ? was : { day: to, along: at }));
  };
  return (
    <RouteMap trek={trek} route={route} days={days} day={day} spot={spot} onPoint={onPoint} onOpenDay={onOpenDay}>
      {altitudes && <AltitudeProfile altitudes={altitudes} onDay={onOpenDay} day={day} spot={spot} onPoint={onPoint} />}
    </RouteMap>
  );
}
