// Facts of a trek, and the line that distinguishes its routes.
import type { Day, Route, Trek } from '../../api/types';
import { formatNumber, kilometres, metres, plural } from '../../lib/format';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export interface Fact {
  label: string;
  value: string;
}

/**
 * ['Mar','Apr','May','Oct','Nov'] → 'Mar–May, Oct–Nov'. A season across the new year stays one. Texts that are no
 * month are returned unchanged.
 */
export function formatSeasons(seasons: string[]): string {
  const months = seasons.map((season) => MONTHS.indexOf(season.slice(0, 3)));
  if (months.length === 0 || months.includes(-1)) return seasons.join(', ');
  const chosen = new Set(months);
  if (chosen.size === 12) return 'All year';
  const starts = [...chosen].filter((month) => !chosen.has((month + 11) % 12)).sort((a, b) => a - b);
  return starts
    .map((start) => {
      let end = start;
      while (chosen.has((end + 1) % 12)) end = (end + 1) % 12;
      return start === end ? MONTHS[start] : `${MONTHS[start]}–${MONTHS[end]}`;
    })
    .join(', ');
}

export function walkingDistance(days: Day[]): number {
  return days
    .flatMap((day) => day.connections)
    .filter((leg) => leg.transportMode === 'walking')
    .reduce((total, leg) => total + (leg.distance ?? 0), 0);
}

export function highestPoint(days: Day[]): number | undefined {
  const altitudes = days.flatMap((day) => day.waypoints.flatMap((point) => point.altitude ?? []));
  return altitudes.length > 0 ? Math.max(...altitudes) : undefined;
}

/** Unknown facts are omitted. */
export function trekFacts(trek: Pick<Trek, 'difficulty' | 'bestSeasons'>, route: Route, days: Day[]): Fact[] {
  const highest = highestPoint(days);
  const walked = walkingDistance(days);
  const seasons = formatSeasons(trek.bestSeasons ?? []);
  return [
    { label: 'Days', value: formatNumber(route.numberOfDays) },
    { label: 'Nights', value: formatNumber(route.numberOfNights) },
    ...(highest === undefined ? [] : [{ label: 'Highest point', value: metres(highest) }]),
    ...(walked > 0 ? [{ label: 'On foot', value: kilometres(Math.round(walked)) }] : []),
    ...(trek.difficulty ? [{ label: 'Difficulty', value: trek.difficulty }] : []),
    ...(seasons ? [{ label: 'Best season', value: seasons }] : []),
  ];
}

/** '12 days, highest point 5,545 m, 134 km on foot' */
export function describeRoute(route: Pick<Route, 'numberOfDays'>, days: Day[]): string {
  const highest = highestPoint(days);
  const walked = walkingDistance(days);
  return [
    plural(route.numberOfDays, 'day'),
    ...(highest === undefined ? [] : [`highest point ${metres(highest)}`]),
    ...(walked > 0 ? [`${kilometres(Math.round(walked))} on foot`] : []),
  ].join(', ');
}
