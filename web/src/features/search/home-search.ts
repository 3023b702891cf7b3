// Rules of the home search: suggestions and validation (document 1 §2 and §5).
import type { TrekSummary } from '../../api/types';
import { contains } from '../../lib/text';

export const SUGGESTIONS_WHEN_EMPTY = 5;
export const NO_DESTINATIONS = 'No destinations found';
export const PICK_DESTINATION = 'Please select a destination from the dropdown';
export const PICK_DATE = 'Please select a date';

/** A few items in random order (Fisher–Yates on a copy). Tests pass their own `random`. */
export function sample<T>(items: readonly T[], count: number, random: () => number = Math.random): T[] {
  const rest = [...items];
  const taken: T[] = [];
  while (taken.length < count && rest.length > 0) {
    taken.push(...rest.splice(Math.floor(random() * rest.length), 1));
  }
  return taken;
}

/** The home search matches names only (decision 37). */
export function suggestionsFor(text: string, treks: readonly TrekSummary[], whenEmpty: readonly TrekSummary[]) {
  return text.trim() ? treks.filter((trek) => contains(trek.name, text)) : [...whenEmpty];
}

export interface HomeSearchState {
  /** A trek picked from the dropdown; typed text alone does not count. */
  destination: TrekSummary | null;
  date: string | undefined;
}

export function validateSearch(state: HomeSearchState, today: string): { destination?: string; date?: string } {
  return {
    ...(!state.destination && { destination: PICK_DESTINATION }),
    ...((!state.date || state.date < today) && { date: PICK_DATE }),
  };
}
