// Sends the payer to the page of eSewa or Khalti. The server asks the wallet about the payment afterwards.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiFailure } from '../../api/client';
import type { BookingOpened, WayToPay } from '../../api/types';
import { plural } from '../../lib/text';
import { ActionBar, clearOfActionBar } from '../../ui/ActionBar';
import { Button } from '../../ui/Button';
import { formatMoney } from '../currency/money';
import { payWith } from './open-payment';
import { followRedirect } from './redirect';
import { wayLabels } from './ways';

export function PayAtWallet({
  opened: { booking, amountDue },
  way,
  isClosed,
}: {
  opened: BookingOpened;
  way: WayToPay;
  /** The booking cannot be paid at the moment. */
  isClosed: boolean;
}) {
  // A ref, because a second click comes before React renders the first.
  const isRunning = useRef(false);
  const open = useMutation({
    // The same page as before, unless the wallet has ended that payment meanwhile.
    mutationFn: () => payWith(booking._id, way),
    onSuccess: ({ redirect }) => redirect && followRedirect(redirect),
    onSettled: () => {
      isRunning.current = false;
    },
  });
  // The browser may show this page as it was left, after the payer went back from the wallet.
  const { reset } = open;
  useEffect(() => {
    const start = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', start);
    return () => window.removeEventListener('pageshow', start);
  }, [reset]);
  const name = wayLabels[way];
  const { amountDueInRupees, rate, currency } = booking;
  const amount = amountDueInRupees === undefined ? undefined : formatMoney(amountDueInRupees, 'NPR');
  const price = formatMoney(amountDue, currency);
  const isPart = amountDue < booking.payment.finalAmount;
  const run = () => {
    if (isRunning.current) return;
    isRunning.current = true;
    open.mutate();
  };
  return (
    <div className={clearOfActionBar}>
      <ol className="figures grid list-decimal gap-1.5 pl-5">
        <li>
          You pay {amount ?? price} on the page of {name}
          {rate && amount && `: ${price} at NPR ${rate.value} for ${currency} 1, the rate of your booking`}.
        </li>
        <li>{name} sends you back here.</li>
        <li>We ask {name} about your payment, and confirm your booking.</li>
      </ol>
      <p className="mt-3 text-ink-soft text-sm">
        If you leave {name} without paying, nothing is charged and you can pay again, also another way.
      </p>
      {open.error && (
        <p role="alert" className="mt-4 rounded-sm border border-danger bg-danger-wash p-4 font-semibold text-danger">
          {errorText(open.error, name)}
        </p>
      )}
      <div className="mt-5">
        <ActionBar
          total={amount ?? price}
          note={isPart ? 'deposit' : `total for ${plural(booking.totalGuests, 'guest')}`}
          className="lg:*:grow"
        >
          <Button
            size="lg"
            // The page of the wallet is on its way.
            loading={open.isPending || open.isSuccess}
            disabled={isClosed && !open.isPending}
            onClick={run}
            className="max-lg:px-4 max-lg:text-base"
          >
            Continue to {name}
          </Button>
        </ActionBar>
      </div>
    </div>
  );
}

function errorText(failure: unknown, name: string): string {
  if (failure instanceof ApiFailure && failure.serverMessage) return failure.serverMessage;
  return `We couldn't open ${name}. Check your connection and try again.`;
}
