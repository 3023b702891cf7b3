// Balances: what customers still have to pay, by due date. A payment is recorded right here.
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useConfig } from '../../api/useConfig';
import { formatDate, formatDateIn } from '../../lib/dates';
import { plural } from '../../lib/text';
import { useFilters } from '../../lib/useFilters';
import { PHONE, useMedia } from '../../lib/useMedia';
import { paths } from '../../paths';
import { Button } from '../../ui/Button';
import { DeskList, DeskPages } from '../../ui/DeskList';
import { type Column, DeskTable } from '../../ui/DeskTable';
import { formatMoney } from '../currency/money';
import { BALANCE_STATES, BALANCES_PER_PAGE, type Balance, type BalanceState, balancesQuery, dueText } from './balances';
import { deskBookingQuery } from './booking-mutations';
import { PaymentLink } from './PaymentLink';
import { RecordPayment } from './RecordPayment';

const COLUMNS: Column[] = [
  { label: 'Guest' },
  { label: 'Trek', className: 'hidden lg:table-cell' },
  { label: 'Due' },
  { label: 'Last reminder', className: 'hidden 2xl:table-cell' },
  { label: 'Paid', figures: true, className: 'hidden 2xl:table-cell' },
  { label: 'Left to pay', figures: true },
  { label: 'Record a payment', silent: true },
];
const LABELS: Record<BalanceState, string> = { all: 'All', due: 'Due soon', overdue: 'Overdue' };
const EMPTY: Record<BalanceState, string> = {
  due: 'Nothing is due soon or overdue.',
  overdue: 'Nothing is overdue.',
  all: 'No balances. Bookings with a deposit are listed here until they are paid in full.',
};

export default function Balances() {
  const { of, page, set, turn } = useFilters();
  const state = BALANCE_STATES.find((one) => one === of('state')) ?? 'all';
  const query = useQuery(balancesQuery(state, page));
  const isPhone = useMedia(PHONE);
  const [paying, setPaying] = useState<Balance | null>(null);
  return (
    <section aria-label="Balances">
      <States
        state={state}
        counts={query.data?.counts}
        onState={(next) => set({ state: next === 'all' ? undefined : next })}
      />
      {state === 'due' && query.data && (
        <p className="mb-3 text-ink-soft text-sm">Due within {plural(query.data.daysAhead, 'day')}, or overdue.</p>
      )}
      <DeskList
        query={query}
        what="The balances"
        empty={EMPTY[state]}
        isEmpty={({ balances }) => balances.length === 0}
      >
        {({ balances, total }) => (
          <>
            {isPhone ? (
              <ul aria-label="Balances" className={clsx('grid gap-3', query.isPlaceholderData && 'opacity-60')}>
                {balances.map((balance) => (
                  <Card key={balance.bookingId} balance={balance} onPay={() => setPaying(balance)} />
                ))}
              </ul>
            ) : (
              <DeskTable label="Balances" columns={COLUMNS} busy={query.isPlaceholderData}>
                {balances.map((balance) => (
                  <Row key={balance.bookingId} balance={balance} onPay={() => setPaying(balance)} />
                ))}
              </DeskTable>
            )}
            <DeskPages
              words={plural(total, 'balance')}
              label="Pages of balances"
              page={page}
              total={total}
              perPage={BALANCES_PER_PAGE}
              onPage={turn}
            />
          </>
        )}
      </DeskList>
      {paying && <PaymentOf bookingId={paying.bookingId} onClose={() => setPaying(null)} />}
    </section>
  );
}

function States({
  state,
  counts,
  onState,
}: {
  state: BalanceState;
  counts: Record<BalanceState, number> | undefined;
  onState: (state: BalanceState) => void;
}) {
  return (
    <nav aria-label="Balances shown" className="mb-3 flex gap-1 overflow-x-auto border-line border-b" data-print="none">
      {BALANCE_STATES.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={state === one}
          onClick={() => onState(one)}
          className={clsx(
            'figures -mb-px min-h-11 shrink-0 whitespace-nowrap border-b-2 px-3 py-2 font-semibold text-sm -outline-offset-2',
            state === one ? 'border-laligurans text-ink' : 'border-transparent text-ink-soft hover:text-ink',
          )}
        >
          {LABELS[one]}
          {counts && <span className="font-normal"> {counts[one]}</span>}
        </button>
      ))}
    </nav>
  );
}

/** Loads the booking for the dialog that its own page opens, too. */
function PaymentOf({ bookingId, onClose }: { bookingId: string; onClose: () => void }) {
  const { data: booking, isError } = useQuery(deskBookingQuery(bookingId));
  if (isError) {
    return (
      <p role="alert" className="mt-3 rounded-sm bg-danger-wash p-3 text-danger">
        The booking could not be loaded. Please try again.
      </p>
    );
  }
  if (!booking) return null;
  return <RecordPayment booking={booking} kind="payment" onClose={onClose} />;
}

const bookingAddress = ({ bookingId }: Balance) => `${paths.adminSection('all-bookings')}&booking=${bookingId}`;

function Due({ balance: { dueAt, daysUntilDue, isDueOnArrival } }: { balance: Balance }) {
  return (
    <>
      <span className="block whitespace-nowrap">{formatDate(dueAt)}</span>
      <span className={clsx('block text-xs', daysUntilDue < 0 ? 'font-semibold text-danger' : 'text-ink-soft')}>
        {dueText(daysUntilDue)}
        {isDueOnArrival && ', on arrival'}
      </span>
    </>
  );
}

function LastReminder({ balance: { lastReminderAt } }: { balance: Balance }) {
  const timezone = useConfig()?.timezone;
  return lastReminderAt ? formatDateIn(lastReminderAt, timezone) : <span className="text-ink-soft">None yet</span>;
}

function PayButton({ balance, onPay, className }: { balance: Balance; onPay: () => void; className?: string }) {
  return (
    <Button size="sm" variant="secondary" className={clsx('whitespace-nowrap', className)} onClick={onPay}>
      Record a payment<span className="sr-only"> for {balance.reference}</span>
    </Button>
  );
}

function Row({ balance, onPay }: { balance: Balance; onPay: () => void }) {
  const { reference, customerName, trekName, startDate, paid, currency } = balance;
  return (
    <tr className="align-top">
      <th scope="row" className="min-w-44 px-3 py-2 font-normal">
        <Link
          to={bookingAddress(balance)}
          data-desk-open
          className="wrap-anywhere block font-semibold text-ink hover:text-glacier"
        >
          {customerName || 'Deleted account'}
        </Link>
        <span className="figures block text-ink-soft text-xs">
          <span className="font-medium text-ink">{reference}</span>
          <span className="wrap-anywhere lg:hidden">
            , {trekName}, {formatDate(startDate)}
          </span>
        </span>
      </th>
      <td className="hidden min-w-32 px-3 py-2 lg:table-cell">
        <span className="wrap-anywhere line-clamp-2">{trekName}</span>
        <span className="block text-ink-soft text-xs">{formatDate(startDate)}</span>
      </td>
      <td className="px-3 py-2">
        <Due balance={balance} />
      </td>
      <td className="hidden whitespace-nowrap px-3 py-2 2xl:table-cell">
        <LastReminder balance={balance} />
      </td>
      <td className="hidden whitespace-nowrap px-3 py-2 text-right 2xl:table-cell">
        {formatMoney(paid, currency)}
        <span className="block text-ink-soft text-xs">of {formatMoney(balance.total, currency)}</span>
      </td>
      <td className="whitespace-nowrap px-3 py-2 text-right font-semibold">{formatMoney(balance.balance, currency)}</td>
      <td className="px-3 py-2">
        <div className="flex flex-wrap justify-end gap-2">
          {balance.canSendLink && <PaymentLink bookingId={balance.bookingId} reference={reference} />}
          <PayButton balance={balance} onPay={onPay} />
        </div>
      </td>
    </tr>
  );
}

function Card({ balance, onPay }: { balance: Balance; onPay: () => void }) {
  const { reference, customerName, trekName, startDate, paid, total, currency } = balance;
  return (
    <li className="figures rounded-sm border border-line bg-paper p-3 text-sm">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0">
          <Link
            to={bookingAddress(balance)}
            data-desk-open
            className="wrap-anywhere block font-semibold text-base text-ink hover:text-glacier"
          >
            {customerName || 'Deleted account'}
          </Link>
          <span className="block text-ink-soft text-xs">{reference}</span>
        </p>
        <p className="shrink-0 text-right">
          <span className="block font-semibold text-base">{formatMoney(balance.balance, currency)}</span>
          <span className="block text-ink-soft text-xs">left to pay</span>
        </p>
      </div>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact label="Due">
          <Due balance={balance} />
        </Fact>
        <Fact label="Trek">
          <span className="wrap-anywhere">{trekName}</span>, {formatDate(startDate)}
        </Fact>
        <Fact label="Paid">
          {formatMoney(paid, currency)} of {formatMoney(total, currency)}
        </Fact>
        <Fact label="Reminder">
          <LastReminder balance={balance} />
        </Fact>
      </dl>
      <div className="mt-3 grid gap-3">
        <PayButton balance={balance} onPay={onPay} className="min-h-12 w-full text-base" />
        {balance.canSendLink && <PaymentLink bookingId={balance.bookingId} reference={reference} />}
      </div>
    </li>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
