// The filters of the departures in the URL, and what they ask the server for.
import { useToday } from '../../../api/useConfig';
import { type Day, isDay } from '../../../lib/dates';
import { useFilters } from '../../../lib/useFilters';
import type { DepartureQuery } from './departures';
import { KINDS, STATUSES } from './labels';

export function useDepartureFilters() {
  const { of, page, set, turn } = useFilters();
  const today = useToday();
  const day = (name: string) => {
    const value = of(name);
    return isDay(value) ? value : undefined;
  };
  const filters = {
    trek: of('trek'),
    status: STATUSES.find((one) => one === of('status')),
    guide: of('guide'),
    kind: KINDS.find((one) => one === of('kind')),
    from: day('from'),
    to: day('to'),
  };
  return {
    filters,
    page,
    set,
    turn,
    today,
  };
}

export type Filters = ReturnType<typeof useDepartureFilters>['filters'];

const common = ({ trek, status, kind, guide }: Filters): DepartureQuery => ({
  ...(trek && { trekId: trek }),
  ...(status && { status }),
  ...(kind && { kind }),
  ...(guide && { guide }),
});

/** Unless dates or a status ask for past ones, the list begins with the departures that still run. */
export function listQueryOf(filters: Filters, today: Day): DepartureQuery {
  const { from, to, status } = filters;
  const showsPast = from !== undefined || status === 'completed' || status === 'cancelled';
  return {
    ...common(filters),
    ...(from && { from }),
    ...(to && { to }),
    ...(!showsPast && { endsFrom: to && to < today ? to : today }),
  };
}
