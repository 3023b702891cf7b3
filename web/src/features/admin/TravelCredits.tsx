// Travel credits of all travellers: whose they are, over how much, until when, and the booking that gave each.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, requestData } from '../../api/client';
import type { ListedCredit } from '../../api/types';
import { travelCreditListAnswer } from '../../api/validators/travel-credits';
import { formatDate } from '../../lib/dates';
import { plural } from '../../lib/text';
import { paths } from '../../paths';
import { DeskList, DeskPages } from '../../ui/DeskList';
import { type Column, DeskTable } from '../../ui/DeskTable';
import { Badge } from '../../ui/States';
import { Segmented } from '../../ui/Toggle';
import { formatMoney } from '../currency/money';

const PAGE_SIZE = 20;
const COLUMNS: Column[] = [
  { label: 'Credit' },
  { label: 'From booking', className: 'hidden sm:table-cell' },
  { label: 'Valid until', className: 'hidden sm:table-cell' },
  { label: 'Amount', figures: true },
];
const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'used', label: 'Used' },
  { value: 'expired', label: 'Expired' },
] as const;
type State = (typeof STATES)[number]['value'];
const EMPTY: Record<State, string> = {
  open: 'No open travel credits. A traveller gets one by choosing it after a departure was moved or cancelled.',
  used: 'No travel credit has been used.',
  expired: 'No travel credit has expired.',
};

function travelCreditsQuery(state: State, page: number) {
  return queryOptions({
    queryKey: ['travel-credits', state, page],
    queryFn: ({ signal }) => {
      const query = { state, page: String(page), limit: String(PAGE_SIZE) };
      return requestData(api.GET('/api/travel-credits', { params: { query }, signal }), travelCreditListAnswer);
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export default function TravelCredits() {
  const [state, setState] = useState<State>('open');
  const [page, setPage] = useState(1);
  const query = useQuery(travelCreditsQuery(state, page));
  return (
    <section aria-label="Travel credits" className="grid gap-4">
      <Segmented
        label="State of the credits"
        value={state}
        onChange={(to) => {
          setState(to);
          setPage(1);
        }}
        options={[...STATES]}
      />
      <DeskList query={query} what="The travel credits" empty={EMPTY[state]} isEmpty={({ total }) => total === 0}>
        {({ credits, total }) => (
          <>
            <DeskTable label="Travel credits" columns={COLUMNS}>
              {credits.map((credit) => (
                <Row key={credit._id} credit={credit} />
              ))}
            </DeskTable>
            <DeskPages
              words={plural(total, 'credit')}
              label="Pages of travel credits"
              page={page}
              total={total}
              perPage={PAGE_SIZE}
              onPage={setPage}
            />
          </>
        )}
      </DeskList>
    </section>
  );
}

function Row({ credit }: { credit: ListedCredit }) {
  const { number, name, state, amount, currency, reference, bookingId, expiresOn, usedBy } = credit;
  const origin = <BookingLink bookingId={bookingId} reference={reference} />;
  return (
    <tr>
      <th scope="row" className="w-full px-3 py-2 text-left font-normal">
        <span className="wrap-anywhere block font-semibold">{name || 'Deleted account'}</span>
        <span className="figures flex flex-wrap items-center gap-x-2 text-ink-soft">
          {number}
          {state === 'expired' && <Badge>Expired</Badge>}
        </span>
        <span className="figures block text-ink-soft sm:hidden">
          {origin}, until {formatDate(expiresOn)}
        </span>
        {usedBy && (
          <span className="figures block text-ink-soft">
            {state === 'used' ? 'Used for' : 'Reserved for'} <BookingLink {...usedBy} />
          </span>
        )}
      </th>
      <td className="figures hidden whitespace-nowrap px-3 py-2 sm:table-cell">{origin}</td>
      <td className="figures hidden whitespace-nowrap px-3 py-2 sm:table-cell">{formatDate(expiresOn)}</td>
      <td className="figures whitespace-nowrap px-3 py-2 text-right">{formatMoney(amount, currency)}</td>
    </tr>
  );
}

function BookingLink({ bookingId, reference }: Pick<ListedCredit, 'bookingId' | 'reference'>) {
  return (
    <Link to={paths.adminBooking(bookingId)} className="text-glacier underline underline-offset-4">
      {reference || 'Booking'}
    </Link>
  );
}
