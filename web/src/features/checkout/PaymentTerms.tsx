// Terms shown before payment: the cancellation deadline, the payment deadline, and the payment provider.
import type { Booking, Config } from '../../api/types';
import { formatDate } from '../../lib/dates';
import { DeadlineText } from '../../ui/Time';

export function PaymentTerms({ booking, config }: { booking: Booking; config: Config | undefined }) {
  const { freeCancellationUntil, payBy } = booking;
  const company = config?.company;
  return (
    <ul className="figures grid gap-1 text-ink-soft text-sm">
      {freeCancellationUntil && (
        <li className="font-semibold text-base text-juniper">
          Free cancellation until {formatDate(freeCancellationUntil)}
        </li>
      )}
      {payBy && (
        <li>
          Pay by <DeadlineText at={payBy} />. The booking is cancelled after that.
        </li>
      )}
      {config && (
        <li>
          {config.paymentProvider === 'stripe'
            ? 'Visa, Mastercard, American Express and other cards, processed by Stripe. We never see your card number.'
            : 'Test mode: the built-in sandbox takes test cards only.'}
        </li>
      )}
      {company?.licence && (
        <li>
          {company.name}, licence {company.licence}
        </li>
      )}
    </ul>
  );
}
