// Custom Treks: requests of travellers, filtered by status or text, and the page of one request (ledger ADMIN-18).
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { CustomTrek } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { formatDate, formatDateIn } from '../../lib/dates';
import { plural } from '../../lib/text';
import { useFilters } from '../../lib/useFilters';
import { DeskList, DeskPages } from '../../ui/DeskList';
import { DeskStatusToolbar } from '../../ui/DeskStatusToolbar';
import { type Column, DeskTable } from '../../ui/DeskTable';
import { Badge } from '../../ui/States';
import { CustomTrekDetail } from './CustomTrekDetail';
import { CUSTOM_TREK_STATUSES, CUSTOM_TREKS_PER_PAGE, customTreksQuery, customTrekTone } from './custom-treks';

const COLUMNS: Column[] = [
  { label: 'Destination' },
  { label: 'Requested by', className: 'hidden sm:table-cell' },
  { label: 'Starts', className: 'hidden md:table-cell' },
  { label: 'Days', figures: true, className: 'hidden xl:table-cell' },
  { label: 'Guests', figures: true, className: 'hidden xl:table-cell' },
  { label: 'Requested on', className: 'hidden lg:table-cell' },
  { label: 'Status' },
];

export default function CustomTreks() {
  const open = useFilters().of('request');
  return open ? <CustomTrekDetail key={open} id={open} /> : <CustomTrekList />;
}

function CustomTrekList() {
  const { of, page, turn } = useFilters();
  const search = of('q');
  const state = CUSTOM_TREK_STATUSES.find((one) => one === of('state'));
  const query = useQuery(customTreksQuery({ search, state }, page));
  return (
    <section aria-label="Custom treks">
      <DeskStatusToolbar search="Search name, email, phone or destination" statuses={CUSTOM_TREK_STATUSES} />
      <DeskList
        query={query}
        what="The requests"
        empty={
          search || state
            ? 'No requests match.'
            : 'No requests yet. Requests from the Custom trek page are listed here.'
        }
        isEmpty={({ customTreks }) => customTreks.length === 0}
      >
        {({ customTreks, total }) => (
          <>
            <DeskTable label="Custom treks" columns={COLUMNS} busy={query.isPlaceholderData}>
              {customTreks.map((one) => (
                <Row key={one._id} customTrek={one} />
              ))}
            </DeskTable>
            <DeskPages
              words={plural(total, 'request')}
              label="Pages of requests"
              page={page}
              total={total}
              perPage={CUSTOM_TREKS_PER_PAGE}
              onPage={turn}
            />
          </>
        )}
      </DeskList>
    </section>
  );
}

function Row({ customTrek }: { customTrek: CustomTrek }) {
  const timezone = useConfig()?.timezone;
  const [address] = useSearchParams();
  const opened = new URLSearchParams(address);
  opened.set('request', customTrek._id);
  const starts = formatDate(customTrek.startDate);
  const askedOn = formatDateIn(customTrek.createdAt, timezone);
  return (
    <tr className="relative align-top">
      <th scope="row" className="px-3 py-1.5 font-normal sm:min-w-32">
        <Link
          to={{ search: opened.toString() }}
          data-desk-open
          className="wrap-anywhere block font-semibold text-ink shadow-none outline-none after:absolute after:inset-0 hover:text-glacier focus-visible:after:outline-2 focus-visible:after:outline-glacier focus-visible:after:-outline-offset-2"
        >
          {customTrek.destination}
        </Link>
        <span className="wrap-anywhere block text-ink-soft text-xs sm:hidden">{customTrek.name}</span>
        <span className="block text-ink-soft text-xs lg:hidden">Requested on {askedOn}</span>
      </th>
      <td className="hidden min-w-32 px-3 py-1.5 sm:table-cell">
        <span className="wrap-anywhere block">{customTrek.name}</span>
        <span title={customTrek.email} className="block max-w-44 truncate text-ink-soft text-xs">
          {customTrek.email}
        </span>
      </td>
      <td className="hidden whitespace-nowrap px-3 py-1.5 md:table-cell">{starts || <Flexible />}</td>
      <td className="hidden px-3 py-1.5 text-right xl:table-cell">{customTrek.days ?? <Flexible />}</td>
      <td className="hidden px-3 py-1.5 text-right xl:table-cell">{customTrek.guests}</td>
      <td className="hidden whitespace-nowrap px-3 py-1.5 lg:table-cell">{askedOn}</td>
      <td className="px-3 py-1.5">
        <Badge tone={customTrekTone[customTrek.status]}>{customTrek.status}</Badge>
      </td>
    </tr>
  );
}

const Flexible = () => <span className="text-ink-soft">Flexible</span>;
