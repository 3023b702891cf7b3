// The return from eSewa or Khalti without a payment that the wallet knows of.
import type { Booking } from '../api/types';
import { wayLabels } from '../features/checkout/ways';
import { paths } from '../paths';
import { Button, ButtonLink } from '../ui/Button';
import { PageTitle } from './PageTitle';

export function NotPaidAtWallet({
  booking,
  isUnknown,
  onAskAgain,
}: {
  booking: Booking;
  /** The wallet may still confirm it. Otherwise it has ended the payment. */
  isUnknown: boolean;
  onAskAgain: () => void;
}) {
  const wallet = wayLabels[booking.payWith ?? 'card'];
  const title = isUnknown ? `${wallet} has not confirmed your payment yet` : 'Your booking is not paid yet';
  return (
    <div className="flex min-h-[50vh] flex-col items-center justify-center text-center">
      <PageTitle>{title}</PageTitle>
      <div role="status">
        <h1 className="text-balance text-3xl">{title}</h1>
        <p className="mt-2 max-w-measure text-balance text-lg">
          {isUnknown
            ? `If you paid, you don't need to do anything: we keep asking ${wallet}, then confirm your booking and email you.`
            : booking.payment.lastError}
        </p>
      </div>
      <p className="mt-2 max-w-measure text-balance text-ink-soft">
        {isUnknown ? "If you didn't pay, you can pay now, also another way." : 'You can pay again, also another way.'}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {isUnknown && <Button onClick={onAskAgain}>Ask {wallet} again</Button>}
        <ButtonLink variant={isUnknown ? 'secondary' : 'primary'} to={paths.checkoutOf(booking._id)}>
          Choose how to pay
        </ButtonLink>
        <ButtonLink variant="secondary" to={paths.myBooking(booking._id)}>
          View booking
        </ButtonLink>
      </div>
    </div>
  );
}
