// The label of a day.
import type { DayForm } from './form';

/** 'Lukla → Phakding'; blank if neither end has a name. */
export function placesOf(day: DayForm): string {
  const start = day.waypoints.find((one) => one.isStartPoint)?.name.trim() ?? '';
  const end = day.waypoints.find((one) => one.isEndPoint)?.name.trim() ?? '';
  if (!start && !end) return '';
  return start === end ? start : `${start || '…'} → ${end || '…'}`;
}
