// The trip beside the card form: picture, name, place, dates, price lines, total, price per night (document 2 §2).

import type { ReactNode } from 'react';
import type { Booking } from '../../api/types';
import { useBookableDays } from '../../api/useConfig';
import { formatDate } from '../../lib/dates';
import { specialRequestsText } from '../../lib/special-requests';
import { plural } from '../../lib/text';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import { Picture } from '../../ui/Picture';
import { CurrencyToggle } from '../currency/CurrencyToggle';
import { InstallmentRows } from '../currency/InstallmentRows';
import { formatMoney } from '../currency/money';
import { priceLinesOf } from '../currency/price-lines';
import { useMoney } from '../currency/useMoney';

export function TripSummary({ booking }: { booking: Booking }) {
  const money = useMoney();
  const { priceBreakdown: price, routeDetails: route } = booking;
  const { today } = useBookableDays();
  const wishes = specialRequestsText(booking);
  const show = (amount: number) => money.format(amount, booking.currency);
  return (
    <section aria-label="Your trip" className="overflow-hidden rounded-lg border border-line bg-raised lg:self-start">
      <Picture eager src={booking.trek.bannerImage} sizes="(min-width: 64rem) 24rem, 100vw" className="h-40 w-full" />
      <div className="p-6">
        <h2 className="text-2xl">{booking.trek.name}</h2>
        <p className="wrap-anywhere text-ink-soft">{booking.trek.location}</p>
        <p className="mt-1 text-sm">
          {booking.reference && <span className="figures block font-semibold">{booking.reference}</span>}
          {route.routeName}, {plural(route.numberOfDays, 'day')}, {plural(booking.totalGuests, 'guest')}
        </p>
        {booking.departureId && <p className="text-sm">Group departure</p>}
        {wishes && <p className="text-ink-soft text-sm">Special requests: {wishes}</p>}
        <div className="mt-4 grid grid-cols-2 gap-3">
          <Field label="From">
            <Input disabled value={formatDate(booking.checkIn)} className="figures" />
          </Field>
          <Field label="To">
            <Input disabled value={formatDate(booking.checkOut)} className="figures" />
          </Field>
        </div>
        <dl className="mt-5 grid gap-2 text-sm">
          {priceLinesOf(price).map(({ label, amount }) => (
            <Row key={label} label={label}>
              {show(amount)}
            </Row>
          ))}
        </dl>
        <div className="mt-4 flex items-baseline justify-between gap-4 border-line border-t pt-4">
          <span className="font-semibold">Total</span>
          <span className="figures font-display font-semibold text-2xl">{show(booking.payment.finalAmount)}</span>
        </div>
        {booking.schedule.length > 1 && (
          <dl className="figures mt-2 grid gap-1 text-sm">
            <InstallmentRows schedule={booking.schedule} today={today} show={show} />
          </dl>
        )}
        {booking.creditUsed && booking.amountDue !== undefined && (
          <dl className="figures mt-2 grid gap-1 text-sm">
            <Row label={`Travel credit ${booking.creditUsed.number}`}>{show(-booking.creditUsed.amount)}</Row>
            <Row label="To pay now">{show(booking.amountDue)}</Row>
          </dl>
        )}
        {route.numberOfNights > 0 && (
          <dl className="mt-2 text-ink-soft text-xs">
            <Row label="Price per night, per person">{show(route.pricePerHead / route.numberOfNights)}</Row>
          </dl>
        )}
        {money.shown !== booking.currency && (
          <p className="figures mt-1 text-right text-ink-soft text-sm">
            Charged as {formatMoney(booking.payment.finalAmount, booking.currency)}
          </p>
        )}
        {money.choices.length > 1 && (
          <div className="mt-4 flex items-center justify-between gap-3 text-ink-soft text-sm">
            <span aria-hidden>Convert</span>
            <CurrencyToggle label="Convert" />
          </div>
        )}
      </div>
    </section>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}
