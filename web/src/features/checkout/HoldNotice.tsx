// The hold of the seats at the checkout: a countdown, and after its end a button that takes the seats again.
import { useRef, useState } from 'react';
import { ApiFailure, api, requestWithHeaders } from '../../api/client';
import type { Booking, BookingOpened, PriceBreakdown } from '../../api/types';
import { isValid } from '../../api/validate';
import { bookingOpenedAnswer, quoteData } from '../../api/validators/booking';
import { plural } from '../../lib/format';
import { readPath } from '../../lib/json';
import { paths } from '../../paths';
import { Button, ButtonLink } from '../../ui/Button';
import { useMoney } from '../currency/useMoney';
import { announcement, bookAgainRequest, clockText } from './hold';
import { clockDifference } from './open-payment';

export function HoldCountdown({ seconds }: { seconds: number }) {
  return (
    <div className="mb-5 rounded-sm bg-marigold-wash px-4 py-3 text-marigold-ink">
      <p role="timer" className="figures font-semibold">
        Your seats are held for {clockText(seconds)}
      </p>
      <p className="text-sm">Pay before the time is up. After that, others can book them.</p>
      <p role="status" className="sr-only">
        {announcement(seconds)}
      </p>
    </div>
  );
}

type Refusal =
  | { kind: 'seats'; left: number }
  | { kind: 'price'; price: PriceBreakdown }
  | { kind: 'other'; text: string };

/** `onTaken`: the seats are held again, for a new booking with the same data. */
export function HoldEnded({
  booking,
  onTaken,
}: {
  booking: Booking;
  onTaken: (opened: BookingOpened, serverAhead: number) => void;
}) {
  const money = useMoney();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  // The same request keeps its key, so that a repeated click after a lost response books once.
  const attempt = useRef({ key: '', total: 0 });
  const title = useRef<HTMLHeadingElement>(null);

  async function take() {
    const price = refusal?.kind === 'price' ? refusal.price : booking.priceBreakdown;
    if (attempt.current.total !== price.total || refusal?.kind === 'seats')
      attempt.current = { key: crypto.randomUUID(), total: price.total };
    setBusy(true);
    try {
      const header = { 'Idempotency-Key': attempt.current.key };
      const call = api.POST('/api/bookings', { params: { header }, body: bookAgainRequest(booking, price) });
      const { data, headers } = await requestWithHeaders(call, bookingOpenedAnswer, 'silent');
      onTaken(data.data, clockDifference(headers));
    } catch (failure) {
      setRefusal(refusalOf(failure));
      title.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  const soldOut = refusal?.kind === 'seats' && refusal.left === 0;
  return (
    <section
      aria-labelledby="hold-ended"
      className="mb-6 rounded-lg border border-line border-l-4 border-l-marigold bg-raised p-5"
    >
      <h2 id="hold-ended" ref={title} tabIndex={-1} className="text-2xl outline-none">
        {soldOut ? 'These seats are sold out' : 'Your hold has ended'}
      </h2>
      <p role="status" className="mt-1 max-w-measure text-ink-soft">
        {refusal ? refusalText(refusal, booking) : 'Nothing was charged, and what you typed is kept.'}
        {refusal?.kind === 'price' && ` The total is now ${money.format(refusal.price.total, refusal.price.currency)}.`}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {!soldOut && (
          <Button onClick={() => void take()} loading={isBusy}>
            {refusal?.kind === 'price' ? 'Take the seats at the new price' : 'Take the seats again'}
          </Button>
        )}
        {refusal?.kind === 'seats' && booking.departureId && (
          <ButtonLink
            variant={soldOut ? 'primary' : 'secondary'}
            to={`${paths.packageDeparture(booking.trek._id, booking.departureId, { guests: String(booking.totalGuests) })}#departures`}
          >
            {soldOut ? 'Join the waitlist' : 'Change the number of guests'}
          </ButtonLink>
        )}
        <ButtonLink variant="secondary" to={`${paths.package(booking.trek._id)}#departures`}>
          Other dates
        </ButtonLink>
      </div>
    </section>
  );
}

function refusalOf(failure: unknown): Refusal {
  if (failure instanceof ApiFailure) {
    const left = readPath(failure.data, 'seatsLeft');
    if (failure.status === 409 && typeof left === 'number') return { kind: 'seats', left };
    if (failure.status === 409 && isValid(quoteData, failure.data))
      return { kind: 'price', price: failure.data.priceBreakdown };
    if (failure.serverMessage) return { kind: 'other', text: failure.serverMessage };
  }
  return { kind: 'other', text: "We couldn't take the seats. Check your connection and try again." };
}

function refusalText(refusal: Refusal, booking: Booking): string {
  if (refusal.kind === 'price') return 'The price of this trek has changed.';
  if (refusal.kind === 'other') return refusal.text;
  if (refusal.left === 0) return 'Others booked the last seats meanwhile. Nothing was charged.';
  const are = refusal.left === 1 ? 'seat is' : 'seats are';
  return `Only ${refusal.left} ${are} left for your ${plural(booking.totalGuests, 'guest')}. Nothing was charged.`;
}
