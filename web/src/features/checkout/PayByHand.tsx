// Books with a payment that staff record: by bank transfer, or at the agency.
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiFailure } from '../../api/client';
import type { Booking, BookingOpened, OfferedWay } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { plural } from '../../lib/text';
import { ActionBar, clearOfActionBar } from '../../ui/ActionBar';
import { Button } from '../../ui/Button';
import { formatMoney } from '../currency/money';
import { payWith } from './open-payment';
import { waitText } from './ways';

export function PayByHand({
  opened: { booking, amountDue },
  offered: { way, hours },
  isClosed,
  onBooked,
}: {
  opened: BookingOpened;
  offered: OfferedWay;
  /** The booking cannot be paid at the moment. */
  isClosed: boolean;
  onBooked: (booking: Booking) => void;
}) {
  const config = useConfig();
  // A ref, because a second click comes before React renders the first.
  const isRunning = useRef(false);
  const book = useMutation({
    mutationFn: () => payWith(booking._id, way),
    onSuccess: (opened) => onBooked(opened.booking),
    onError: () => {
      isRunning.current = false;
    },
  });
  const amount = formatMoney(amountDue, booking.currency);
  const isPart = amountDue < booking.payment.finalAmount;
  const run = () => {
    if (isRunning.current) return;
    isRunning.current = true;
    book.mutate();
  };
  return (
    <div className={clearOfActionBar}>
      <ol className="figures grid list-decimal gap-1.5 pl-5">
        {way === 'bank' ? (
          <>
            <li>You book now. Nothing is charged.</li>
            <li>
              You transfer {amount} within {waitText(hours)} and state {booking.reference}. We show and email you our
              bank account.
            </li>
            <li>We confirm your booking by email when the money has arrived.</li>
          </>
        ) : (
          <>
            <li>You book now. Nothing is charged.</li>
            <li>
              You pay {amount} within {waitText(hours)} at our office{config && `: ${config.company.address}`}.
            </li>
            <li>We confirm your booking when you have paid.</li>
          </>
        )}
      </ol>
      <p className="mt-3 text-ink-soft text-sm">
        Your places are kept until then, at most until the first day of your trek is over. You can cancel for free until
        you pay.
      </p>
      {book.error && (
        <p role="alert" className="mt-4 rounded-sm border border-danger bg-danger-wash p-4 font-semibold text-danger">
          {errorText(book.error)}
        </p>
      )}
      <div className="mt-5">
        <ActionBar
          total={amount}
          note={isPart ? 'deposit' : `total for ${plural(booking.totalGuests, 'guest')}`}
          className="lg:*:grow"
        >
          <Button
            size="lg"
            loading={book.isPending}
            disabled={isClosed && !book.isPending}
            onClick={run}
            className="max-lg:px-4 max-lg:text-base"
          >
            {way === 'bank' ? 'Book and pay by bank transfer' : 'Book and pay at our office'}
          </Button>
        </ActionBar>
      </div>
    </div>
  );
}

function errorText(failure: unknown): string {
  if (failure instanceof ApiFailure && failure.serverMessage) return failure.serverMessage;
  return "We couldn't book this. Check your connection and try again.";
}
