// A booking that waits for a payment which staff record: on the confirmation page and on its own page.
import { isAllowed } from '../api/booking-actions';
import type { Booking } from '../api/types';
import { useConfig } from '../api/useConfig';
import { confirmationTexts } from '../features/booking/confirmation';
import { instructionTitle } from '../features/checkout/instruction-title';
import { PaymentInstructions } from '../features/checkout/PaymentInstructions';
import { plural } from '../lib/text';
import { paths } from '../paths';
import { ButtonLink } from '../ui/Button';
import { DayText } from '../ui/Time';
import { PageTitle } from './PageTitle';

/** Booked with a payment that staff record when it comes. */
export function WaitingBooking({ booking }: { booking: Booking }) {
  return (
    <div className="mx-auto mt-8 max-w-2xl">
      <PageTitle>{confirmationTexts.waiting}</PageTitle>
      <div role="status">
        <h1 className="text-4xl">{confirmationTexts.waiting}</h1>
      </div>
      <p className="figures mt-3 font-semibold text-lg">
        {instructionTitle(booking)}; {booking.payWith === 'bank' ? 'state' : 'bring'} {booking.reference}.
      </p>
      <p className="mt-1 text-ink-soft">
        Your places are kept until then. We're emailing these lines to {booking.customer.email}, and confirm your
        booking when {booking.payWith === 'bank' ? 'the money has arrived' : 'you have paid'}.
      </p>
      <div className="mt-6">
        <PaymentInstructions booking={booking} />
      </div>
      <p className="mt-6 text-ink-soft">
        {booking.trek.name}, <DayText day={booking.checkIn} /> to <DayText day={booking.checkOut} />,{' '}
        {plural(booking.totalGuests, 'guest')}
      </p>
      <div className="mt-4 flex flex-wrap gap-3 *:max-sm:grow">
        <ButtonLink to={paths.myBooking(booking._id)}>View booking</ButtonLink>
        <ButtonLink variant="secondary" to={paths.home}>
          Go to Home
        </ButtonLink>
      </div>
    </div>
  );
}

/** The instructions, and the way to the other ways. */
export function HowToPay({ booking }: { booking: Booking }) {
  const ways = useConfig()?.waysToPay ?? [];
  return (
    <div>
      <PaymentInstructions booking={booking} />
      {ways.length > 1 && isAllowed(booking, 'pay') && (
        <ButtonLink variant="secondary" to={paths.checkoutOf(booking._id)} className="mt-4 max-sm:w-full">
          Pay another way
        </ButtonLink>
      )}
    </div>
  );
}
