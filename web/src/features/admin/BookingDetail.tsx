// One booking for administrators: guests, payments and refunds, emails, history, and actions.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiFailure } from '../../api/client';
import type { Booking } from '../../api/types';
import { useBookableDays, useConfig } from '../../api/useConfig';
import { refundTexts } from '../../lib/cancellation';
import { formatDate, formatDateIn } from '../../lib/dates';
import { plural } from '../../lib/text';
import { paths } from '../../paths';
import { DeskDetail } from '../../ui/DeskDetail';
import { Badge } from '../../ui/States';
import { InvoicePdf } from '../currency/InvoicePdf';
import { formatMoney } from '../currency/money';
import { priceLinesOf } from '../currency/price-lines';
import { Block } from './Block';
import { BookingActions } from './BookingActions';
import { BookingPayments } from './BookingPayments';
import { BookingRecord } from './BookingRecord';
import { paymentLabel, statusTone } from './booking-labels';
import { deskBookingQuery } from './booking-mutations';
import { DepartureOfBooking } from './DepartureOfBooking';

export function BookingDetail({ id }: { id: string }) {
  const query = useQuery(deskBookingQuery(id));
  const isMissing = query.error instanceof ApiFailure && query.error.status === 404;
  return (
    <DeskDetail query={query} isMissing={isMissing} label="Booking" list="All Bookings" parameter="booking">
      {(booking) => <Body booking={booking} />}
    </DeskDetail>
  );
}

function Body({ booking }: { booking: Booking }) {
  const { trek, routeDetails, customer } = booking;
  return (
    <>
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-xl">
            <Link
              to={
                trek.proposalToken ? `${paths.adminSection('proposals')}&proposal=${trek._id}` : paths.package(trek._id)
              }
              className="hover:text-glacier"
            >
              {trek.name}
            </Link>
          </h2>
          <p className="figures mt-0.5 text-ink-soft text-sm">
            {routeDetails.routeName}, {formatDate(booking.checkIn)} – {formatDate(booking.checkOut)},{' '}
            {plural(booking.totalGuests, 'guest')}
          </p>
          <p className="mt-2 flex flex-wrap gap-2">
            <Badge tone={statusTone[booking.status]}>{booking.status}</Badge>
            <Badge>{paymentLabel(booking)}</Badge>
          </p>
          <DepartureOfBooking booking={booking} />
        </div>
        <BookingActions booking={booking} />
      </div>
      {booking.payment.mismatch && (
        <p role="alert" className="mt-4 rounded-sm border border-danger bg-danger-wash p-4 text-danger">
          The payment does not match: the provider took{' '}
          {formatMoney(booking.payment.mismatch.amount, booking.payment.mismatch.currency)}, the price is{' '}
          {formatMoney(booking.amount, booking.currency)}. Cancel the booking to refund what was taken, or confirm it.
        </p>
      )}
      <div className="mt-5 grid gap-5 xl:grid-cols-2">
        <Block title="Booked by">
          <p className="font-medium">{customer.name || 'Deleted account'}</p>
          {customer.email && (
            <a
              href={`mailto:${customer.email}`}
              className="break-all text-glacier text-sm underline underline-offset-4"
            >
              {customer.email}
            </a>
          )}
          {booking.reseller && <p className="text-sm">Sold by {booking.reseller}, on invoice</p>}
          <Reference booking={booking} />
          <div className="mt-2 -ml-3 flex flex-wrap">
            <InvoicePdf booking={booking} />
            {(booking.earlierDates ?? []).map(
              ({ invoiceNumber }) =>
                invoiceNumber && <InvoicePdf key={invoiceNumber} booking={booking} replaced={invoiceNumber} />,
            )}
          </div>
        </Block>
        <Block title="Price">
          <PriceTable booking={booking} />
        </Block>
        <Block title="Payments">
          <BookingPayments booking={booking} />
        </Block>
        <Block title="Guests">
          <Guests booking={booking} />
        </Block>
        <BookingRecord booking={booking} />
      </div>
    </>
  );
}

function Reference({ booking }: { booking: Booking }) {
  const timezone = useConfig()?.timezone;
  const { today } = useBookableDays();
  const isOpen = booking.status === 'Pending' || booking.status === 'Confirmed';
  const rows: [string, string | undefined][] = [
    ['Reference', booking.reference],
    ['Booking', booking._id],
    ['Booked on', formatDateIn(booking.createdAt, timezone)],
    ['Invoice', booking.invoiceNumber],
    ['Credit note', booking.creditNoteNumber],
    ['Cancellation', isOpen ? refundTexts(booking.cancellationDeadlines, today).join('. ') : undefined],
    ['Meals', booking.includeMeals ? 'Requested' : 'No'],
    ['Porter', booking.includePorter ? 'Requested' : 'No'],
    ['Notes', booking.additionalNotes],
    ["Buyer's PAN or VAT no.", booking.buyerPan],
  ];
  return (
    <dl className="figures mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt className="text-ink-soft">{label}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Guests({ booking: { guestDetails } }: { booking: Booking }) {
  const party = [guestDetails.primaryGuest, ...guestDetails.additionalGuests];
  return (
    <ol className="grid gap-1.5 text-sm">
      {party.map((guest, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: guests have no id and never change their order
        <li key={at} className="figures flex flex-wrap justify-between gap-x-4">
          <span className="font-medium">
            {guest.name || 'Name removed'}
            {at === 0 && <span className="ml-2 font-normal text-ink-soft">primary guest</span>}
          </span>
          <span className="text-ink-soft">
            {guest.age > 0 && `${guest.age}, `}
            {guest.gender}
            {guest.phoneNumber && `, ${guest.phoneNumber}`}
          </span>
        </li>
      ))}
    </ol>
  );
}

function PriceTable({ booking: { priceBreakdown: price, refunded, refunds } }: { booking: Booking }) {
  return (
    <dl className="figures grid grid-cols-[1fr_auto] gap-y-1 text-sm [&_dt]:pr-4">
      {priceLinesOf(price).map(({ label, amount }) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="text-right">{formatMoney(amount, price.currency)}</dd>
        </div>
      ))}
      <dt className="border-line border-t pt-1 font-semibold">Total</dt>
      <dd className="border-line border-t pt-1 text-right font-semibold">{formatMoney(price.total, price.currency)}</dd>
      {refunded > 0 && (
        <>
          <dt className="text-ink-soft">Refunded{refunds.some((refund) => !refund.made) && ', partly pending'}</dt>
          <dd className="text-right">{formatMoney(-refunded, price.currency)}</dd>
        </>
      )}
    </dl>
  );
}
