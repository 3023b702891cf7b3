// The departures as a table, by start date.
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Link } from 'react-router';
import { formatDate } from '../../../lib/dates';
import { plural } from '../../../lib/text';
import { paths } from '../../../paths';
import { DeskList, DeskPages } from '../../../ui/DeskList';
import { type Column, DeskTable } from '../../../ui/DeskTable';
import { Marks, StatusBadge } from './Badges';
import { DEPARTURES_PER_PAGE, type Departure, departuresQuery } from './departures';
import { decisionOf, formatDays, lengthOf } from './labels';
import { SeatBar } from './SeatBar';
import { listQueryOf, type useDepartureFilters } from './useDepartureFilters';

const COLUMNS: Column[] = [
  { label: 'Dates' },
  { label: 'Trek and route', className: 'hidden sm:table-cell' },
  { label: 'Seats sold' },
  { label: 'Minimum', className: 'hidden lg:table-cell' },
  { label: 'Decide by', className: 'hidden lg:table-cell' },
  { label: 'Guides', className: 'hidden min-[90rem]:table-cell' },
  { label: 'Waiting', figures: true, className: 'hidden min-[90rem]:table-cell' },
  { label: 'Status', className: 'hidden sm:table-cell' },
];

export function DepartureList({ shown }: { shown: ReturnType<typeof useDepartureFilters> }) {
  const { filters, today, page, turn } = shown;
  const query = useQuery(departuresQuery(listQueryOf(filters, today), page));
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <DeskList
      query={query}
      what="The departures"
      empty={isFiltered ? 'No departures match.' : 'No upcoming departures. Add dates for a trek with New departure.'}
      isEmpty={({ departures }) => departures.length === 0}
    >
      {({ departures, total }) => (
        <>
          <DeskTable label="Departures" columns={COLUMNS} busy={query.isPlaceholderData}>
            {departures.map((departure) => (
              <Row key={departure._id} departure={departure} today={today} />
            ))}
          </DeskTable>
          <DeskPages
            words={plural(total, 'departure')}
            label="Pages of departures"
            page={page}
            total={total}
            perPage={DEPARTURES_PER_PAGE}
            onPage={turn}
          />
        </>
      )}
    </DeskList>
  );
}

function Row({ departure, today }: { departure: Departure; today: string }) {
  const { trekName, routeName, kind, minimum, isGuaranteed, decideBy, guides, waiting } = departure;
  const decision = decisionOf(departure, today);
  const isGroup = kind === 'group';
  const isDecided = !isGroup || isGuaranteed || !decideBy;
  return (
    <tr className={clsx('relative', departure.status === 'cancelled' && 'text-ink-soft')}>
      <th scope="row" className="px-3 py-1.5 font-normal">
        <Link
          to={paths.departure(departure._id)}
          data-desk-open
          className="block font-semibold text-ink shadow-none outline-none after:absolute after:inset-0 hover:text-glacier focus-visible:after:outline-2 focus-visible:after:outline-glacier focus-visible:after:-outline-offset-2 sm:whitespace-nowrap"
        >
          {formatDays(departure)}
        </Link>
        <span className="block text-ink-soft text-xs">{plural(lengthOf(departure), 'day')}</span>
        <span className="wrap-anywhere block text-xs sm:hidden">
          {trekName}
          <span className="block text-ink-soft">{routeName}</span>
          <span className="mt-1 flex flex-wrap gap-1.5">
            <StatusBadge departure={departure} />
            <Marks departure={departure} />
          </span>
        </span>
      </th>
      <td className="hidden min-w-36 px-3 py-1.5 sm:table-cell">
        <span className="wrap-anywhere line-clamp-2">{trekName}</span>
        <span className="wrap-anywhere line-clamp-1 text-ink-soft text-xs">{routeName}</span>
      </td>
      <td className="px-3 py-1.5">
        <SeatBar departure={departure} className="max-sm:flex-col max-sm:items-end max-sm:gap-1" />
      </td>
      <td className="hidden px-3 py-1.5 lg:table-cell">{isGroup && minimum}</td>
      <td className="hidden whitespace-nowrap px-3 py-1.5 lg:table-cell">
        {!isDecided && formatDate(decideBy)}
        {decision && (
          <span className={clsx('block text-xs', decision.isPast ? 'text-danger' : 'text-marigold-ink')}>
            {decision.when}
          </span>
        )}
      </td>
      <td className="hidden max-w-40 px-3 py-1.5 min-[90rem]:table-cell">
        <span className="wrap-anywhere line-clamp-2">{guides.map(({ name }) => name).join(', ')}</span>
      </td>
      <td className="hidden px-3 py-1.5 text-right min-[90rem]:table-cell">{waiting > 0 && waiting}</td>
      <td className="hidden px-3 py-1 sm:table-cell">
        <span className="flex flex-wrap gap-1.5">
          <StatusBadge departure={departure} />
          <Marks departure={departure} />
        </span>
      </td>
    </tr>
  );
}
