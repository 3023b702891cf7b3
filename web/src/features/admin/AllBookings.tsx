// All Bookings: every booking of the agency, filtered by status, trek, date or text, and the page of one booking
// (document 2 §2).
import { useMutation, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Download } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import type { Booking } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { formatDate, formatDateIn, isDay, todayIn } from '../../lib/dates';
import { saveFile } from '../../lib/save-file';
import { plural } from '../../lib/text';
import { useFilters } from '../../lib/useFilters';
import { Button } from '../../ui/Button';
import { DeskList, DeskPages } from '../../ui/DeskList';
import { type Column, DeskTable, type Sorting } from '../../ui/DeskTable';
import { DeskToolbar } from '../../ui/DeskToolbar';
import { Field } from '../../ui/Field';
import { Input, Select } from '../../ui/Input';
import { Menu, MenuAction } from '../../ui/Menu';
import { SearchBox } from '../../ui/SearchBox';
import { Badge } from '../../ui/States';
import { formatMoney } from '../currency/money';
import {
  BOOKING_STATUSES,
  BOOKING_VIEWS,
  BOOKINGS_PER_PAGE,
  type BookingsFile,
  bookingsQuery,
  fetchBookingsFile,
  trekChoicesQuery,
} from './all-bookings';
import { BookingDetail } from './BookingDetail';
import { paymentLabel, statusTone } from './booking-labels';
import { tagsQuery } from './booking-record';
import type { BookingsQuery } from './desk-types';

const COLUMNS: Column[] = [
  { label: 'Guest', sort: 'guest' },
  { label: 'Trek', className: 'hidden sm:table-cell' },
  { label: 'Starts', sort: 'start', className: 'hidden md:table-cell' },
  { label: 'Guests', figures: true, className: 'hidden xl:table-cell' },
  { label: 'Booked', sort: 'created', descends: true, className: 'hidden xl:table-cell' },
  { label: 'Status', className: 'max-sm:text-right' },
  { label: 'Amount', sort: 'amount', descends: true, figures: true, className: 'hidden sm:table-cell' },
];
/** Limits the year to four digits; browsers allow six. */
const LAST_DAY = '9999-12-31';
/** Sort orders for phones, where the column headers are hidden. */
const ORDERS = [
  ['created', 'desc', 'Newest first'],
  ['created', 'asc', 'Oldest first'],
  ['start', 'asc', 'Start date, earliest first'],
  ['start', 'desc', 'Start date, latest first'],
  ['amount', 'desc', 'Highest amount'],
  ['amount', 'asc', 'Lowest amount'],
  ['guest', 'asc', 'Guest, A to Z'],
  ['guest', 'desc', 'Guest, Z to A'],
] as const;

export default function AllBookings() {
  const { of } = useFilters();
  const open = of('booking');
  return open ? <BookingDetail key={open} id={open} /> : <BookingList />;
}

function BookingList() {
  const { of, page, set, turn, sortingOf } = useFilters();
  const day = (name: string) => {
    const value = of(name);
    return isDay(value) ? value : undefined;
  };
  const filters: BookingsQuery = {
    search: of('q'),
    view: BOOKING_VIEWS.find(([view]) => view === of('view'))?.[0],
    status: BOOKING_STATUSES.find((one) => one === of('status')),
    trek: of('trek'),
    tag: of('tag'),
    from: day('from'),
    to: day('to'),
  };
  const sorting = sortingOf(COLUMNS, { by: 'created', order: 'desc' });
  const query = useQuery(bookingsQuery({ ...filters, sort: sorting.by, order: sorting.order }, page));
  const filtered = Object.values(filters).some(Boolean);
  return (
    <section aria-label="Bookings">
      <Views view={filters.view} onView={(view) => set({ view })} />
      <Filters filters={filters} sorting={sorting} set={set} />
      <DeskList
        query={query}
        what="The bookings"
        empty={filtered ? 'No bookings match.' : 'No bookings yet.'}
        isEmpty={({ bookings }) => !bookings.length}
      >
        {({ bookings, total }) => (
          <>
            <DeskTable label="Bookings" columns={COLUMNS} busy={query.isPlaceholderData} sorting={sorting}>
              {bookings.map((booking) => (
                <Row key={booking._id} booking={booking} />
              ))}
            </DeskTable>
            <DeskPages
              words={plural(total, 'booking')}
              label="Pages of bookings"
              page={page}
              total={total}
              perPage={BOOKINGS_PER_PAGE}
              onPage={turn}
            />
          </>
        )}
      </DeskList>
    </section>
  );
}

function Views({ view, onView }: { view: string | undefined; onView: (view: string | undefined) => void }) {
  return (
    <nav aria-label="Bookings shown" className="mb-3 flex gap-1 overflow-x-auto border-line border-b" data-print="none">
      {[[undefined, 'All'] as const, ...BOOKING_VIEWS].map(([value, label]) => (
        <button
          key={label}
          type="button"
          aria-pressed={view === value}
          onClick={() => onView(value)}
          className={clsx(
            '-mb-px min-h-11 shrink-0 whitespace-nowrap border-b-2 px-3 py-2 font-semibold text-sm -outline-offset-2',
            view === value ? 'border-laligurans text-ink' : 'border-transparent text-ink-soft hover:text-ink',
          )}
        >
          {label}
        </button>
      ))}
    </nav>
  );
}

function Filters({
  filters,
  sorting,
  set,
}: {
  filters: BookingsQuery;
  sorting: Sorting;
  set: ReturnType<typeof useFilters>['set'];
}) {
  const treks = useQuery(trekChoicesQuery);
  const tags = useQuery(tagsQuery).data ?? [];
  const { status, trek, tag, from, to } = filters;
  return (
    <DeskToolbar
      active={[status, trek, tag, from, to].filter(Boolean).length}
      onClear={() => set({ status: undefined, trek: undefined, tag: undefined, from: undefined, to: undefined })}
      search={
        <SearchBox label="Search guest, phone, email, trek or id" value={filters.search} onSearch={(q) => set({ q })} />
      }
      filters={
        <>
          <Field label="Status">
            <Select value={status ?? ''} onChange={(event) => set({ status: event.target.value })} className="text-sm">
              <option value="">All statuses</option>
              {BOOKING_STATUSES.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          </Field>
          <Field label="Trek">
            <Select value={trek ?? ''} onChange={(event) => set({ trek: event.target.value })} className="text-sm">
              <option value="">All treks</option>
              {treks.data?.map((one) => (
                <option key={one._id} value={one._id}>
                  {one.name}
                </option>
              ))}
            </Select>
          </Field>
          {(tag || tags.length > 0) && (
            <Field label="Tag">
              <Select value={tag ?? ''} onChange={(event) => set({ tag: event.target.value })} className="text-sm">
                <option value="">All tags</option>
                {[...new Set(tag ? [tag, ...tags] : tags)].map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </Select>
            </Field>
          )}
          <Field label="Starts from">
            <Input
              type="date"
              value={from ?? ''}
              max={to ?? LAST_DAY}
              onChange={(event) => set({ from: event.target.value })}
              className="text-sm"
            />
          </Field>
          <Field label="Starts until">
            <Input
              type="date"
              value={to ?? ''}
              min={from}
              max={LAST_DAY}
              onChange={(event) => set({ to: event.target.value })}
              className="text-sm"
            />
          </Field>
          <div className="md:hidden">
            <Field label="Sort by">
              <Select
                value={`${sorting.by} ${sorting.order}`}
                onChange={(event) => {
                  const [sort, order] = event.target.value.split(' ');
                  set({ sort, order });
                }}
                className="text-sm"
              >
                {ORDERS.map(([by, order, label]) => (
                  <option key={label} value={`${by} ${order}`}>
                    {label}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
        </>
      }
    >
      <Exports filters={filters} />
    </DeskToolbar>
  );
}

function Exports({ filters }: { filters: BookingsQuery }) {
  const timezone = useConfig()?.timezone;
  const file = useMutation({
    mutationFn: async (kind: BookingsFile) => ({ kind, blob: await fetchBookingsFile(kind, filters) }),
    onSuccess: ({ kind, blob }) => saveFile(blob, `${kind}-${todayIn(timezone ?? 'UTC')}.csv`),
  });
  return (
    <Menu
      label="Download as CSV"
      trigger={(button) => (
        <Button variant="secondary" loading={file.isPending} className="px-4 text-sm" {...button}>
          {!file.isPending && <Download aria-hidden className="size-4" />}
          CSV<span className="sr-only"> of these bookings</span>
        </Button>
      )}
    >
      <MenuAction onSelect={() => file.mutate('bookings')}>Bookings</MenuAction>
      <MenuAction onSelect={() => file.mutate('guests')}>Guest list</MenuAction>
      <MenuAction onSelect={() => file.mutate('payments')}>Payments and refunds</MenuAction>
    </Menu>
  );
}

function Row({ booking }: { booking: Booking }) {
  const timezone = useConfig()?.timezone;
  const [address] = useSearchParams();
  // Keeps the filters in the URL, so that the back link returns to the same rows.
  const opened = new URLSearchParams(address);
  opened.set('booking', booking._id);
  const { primaryGuest } = booking.guestDetails;
  const amount = formatMoney(booking.amount, booking.currency);
  return (
    <tr className="relative">
      <th scope="row" className="px-3 py-1.5 font-normal sm:min-w-44">
        <Link
          to={{ search: opened.toString() }}
          data-desk-open
          className="wrap-anywhere block font-semibold text-ink shadow-none outline-none after:absolute after:inset-0 hover:text-glacier focus-visible:after:outline-2 focus-visible:after:outline-glacier focus-visible:after:-outline-offset-2"
        >
          {primaryGuest.name || booking.customer.name || 'Deleted account'}
        </Link>
        <span
          title={booking.customer.email || undefined}
          className="figures max-w-44 truncate text-ink-soft text-xs max-sm:wrap-anywhere block xl:max-w-52 min-[90rem]:max-w-80"
        >
          <span className="font-medium text-ink">{booking.reference}</span>
          {booking.reseller
            ? ` · Sold by ${booking.reseller}`
            : booking.customer.email && ` · Booked by ${booking.customer.name}, ${booking.customer.email}`}
        </span>
        <span className="wrap-anywhere block text-ink-soft text-xs sm:hidden">
          {booking.trek.name}
          <br />
          {formatDate(booking.checkIn)}
        </span>
        {booking.tags && <span className="wrap-anywhere block text-ink-soft text-xs">{booking.tags.join(', ')}</span>}
      </th>
      <td className="hidden min-w-32 px-3 py-1.5 sm:table-cell">
        <span title={booking.trek.name} className="wrap-anywhere line-clamp-2">
          {booking.trek.name}
        </span>
        <span className="wrap-anywhere line-clamp-1 text-ink-soft text-xs">
          <span className="md:hidden">{formatDate(booking.checkIn)}</span>
          <span className="hidden md:inline">{booking.routeDetails.routeName}</span>
        </span>
      </td>
      <td className="hidden whitespace-nowrap px-3 py-1.5 md:table-cell">{formatDate(booking.checkIn)}</td>
      <td className="hidden px-3 py-1.5 text-right xl:table-cell">{booking.totalGuests}</td>
      <td className="hidden whitespace-nowrap px-3 py-1.5 xl:table-cell">
        {formatDateIn(booking.createdAt, timezone)}
      </td>
      <td className="px-3 py-1 max-sm:text-right">
        <Badge tone={statusTone[booking.status]}>{booking.status}</Badge>
        <span className="block max-w-44 text-ink-soft text-xs max-sm:ml-auto">{paymentLabel(booking)}</span>
        <span className="mt-0.5 block sm:hidden">{amount}</span>
      </td>
      <td className="hidden whitespace-nowrap px-3 py-1.5 text-right sm:table-cell">{amount}</td>
    </tr>
  );
}
