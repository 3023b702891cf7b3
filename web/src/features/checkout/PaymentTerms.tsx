// Terms shown before payment: the cancellation deadline, the payment deadline, and the payment provider.
import type { Booking, Config, WayToPay } from '../../api/types';
import { useBookableDays } from '../../api/useConfig';
import { refundTexts } from '../../lib/cancellation';
import { formatDate } from '../../lib/dates';
import { DeadlineText } from '../../ui/Time';

export function PaymentTerms({
  booking,
  config,
  way,
}: {
  booking: Booking;
  config: Config | undefined;
  way: WayToPay;
}) {
  const { freeCancellationUntil, payBy } = booking;
  const { today } = useBookableDays();
  const company = config?.company;
  return (
    <ul className="figures grid gap-1 text-ink-soft text-sm">
      {freeCancellationUntil ? (
        <li className="font-semibold text-base text-juniper">
          Free cancellation until {formatDate(freeCancellationUntil)}
        </li>
      ) : (
        <li className="font-semibold text-base text-ink">
          {refundTexts(booking.cancellationDeadlines, today).join('. ')}.
        </li>
      )}
      {way === 'card' && payBy && !booking.departureId && (
        <li>
          Pay by <DeadlineText at={payBy} />. The booking is cancelled after that.
        </li>
      )}
      {config && way === 'card' && (
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
