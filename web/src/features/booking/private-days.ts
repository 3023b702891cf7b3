// Days on which a party can start by itself, as the calendar shows them: closed days and those that are too near are
// closed, the best seasons of the trek are shaded.
import type { Trek } from '../../api/types';
import { MONTHS } from '../../lib/dates';
import { type Closure, privateStartProblem } from '../../lib/departures';
import { plural } from '../../lib/format';
import type { DayMarks } from '../../ui/Calendar';

export interface PrivateDays extends DayMarks {
  /** Why a day cannot be chosen. */
  problemOf: (day: string) => string | undefined;
}

export function privateDays(
  trek: Pick<Trek, 'minimumNoticeDays' | 'bestSeasons'>,
  closures: readonly Closure[],
  today: string,
): PrivateDays {
  const notice = trek.minimumNoticeDays ?? 0;
  const problemOf = (day: string) => privateStartProblem(day, today, notice, closures);
  // 'October' and 'Oct' are the same month.
  const best = new Set(trek.bestSeasons.map((season) => season.trim().slice(0, 3).toLowerCase()));
  const isBest = (day: string) => best.has((MONTHS[Number(day.slice(5, 7)) - 1] ?? '').toLowerCase());
  const note = noteOf(notice, closures);
  return {
    problemOf,
    isClosed: (day) => day >= today && problemOf(day) !== undefined,
    ...(MONTHS.some((month) => best.has(month.toLowerCase())) && { isShaded: isBest, shadedLabel: 'Best season' }),
    ...(note && { note }),
  };
}

function noteOf(notice: number, closures: readonly Closure[]): string | undefined {
  const parts = [
    ...(notice > 0 ? [`Book at least ${plural(notice, 'day')} before the start.`] : []),
    ...(closures.length > 0 ? ['Crossed-out days are closed.'] : []),
  ];
  return parts.length > 0 ? parts.join(' ') : undefined;
}
