// /booking/confirmation/:bookingId: waits for the confirmation, shows it, and leads home after 15 seconds (document 2 §2, §4).

import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Booking } from '../api/types';
import { useBookableDays } from '../api/useConfig';
import { type ConfirmationState, confirmationTexts, REDIRECT_SECONDS } from '../features/booking/confirmation';
import { Receipt } from '../features/booking/Receipt';
import { bookingSteps, STEP_CONFIRMATION } from '../features/booking/steps';
import { useConfirmation } from '../features/booking/useConfirmation';
import { deadlineLine } from '../features/checkout/policy';
import { ChargedPrice } from '../features/currency/ChargedPrice';
import { amountPaid, isPaidInParts } from '../features/currency/installments';
import { formatMoney } from '../features/currency/money';
import { InvoiceButton } from '../features/invoice/InvoiceButton';
import { openDeadlines } from '../lib/cancellation';
import { describeDays } from '../lib/dates';
import { groupTripText } from '../lib/departures';
import { lazyComponent } from '../lib/lazy-component';
import { plural } from '../lib/text';
import { paths } from '../paths';
import { Button, ButtonLink } from '../ui/Button';
import { Countdown } from '../ui/Countdown';
import { Picture } from '../ui/Picture';
import { Spinner } from '../ui/Spinner';
import { StepBar } from '../ui/StepBar';
import { DayText } from '../ui/Time';
import { PageTitle } from './PageTitle';

const BookingPayments = lazyComponent(() =>
  import('../features/account/BookingPayments').then((file) => file.BookingPayments),
);

const WaitingBooking = lazyComponent(() => import('./WaitingBooking').then((file) => file.WaitingBooking));

const NotPaidAtWallet = lazyComponent(() => import('./NotPaidAtWallet').then((file) => file.NotPaidAtWallet));

export function ConfirmationPage() {
  const { bookingId = '' } = useParams();
  const { waiting, tryAgain } = useConfirmation(bookingId);
  return (
    <div className="page-width pt-8 pb-16">
      <StepBar label="Steps of the booking" steps={bookingSteps()} current={STEP_CONFIRMATION} />
      {waiting.phase === 'confirmed' && <Confirmed booking={waiting.booking} />}
      {waiting.phase === 'waiting' && <WaitingBooking booking={waiting.booking} />}
      {waiting.phase === 'cancelled' && <CancelledBooking booking={waiting.booking} />}
      {(waiting.phase === 'left' || waiting.phase === 'unknown') && (
        <NotPaidAtWallet booking={waiting.booking} isUnknown={waiting.phase === 'unknown'} onAskAgain={tryAgain} />
      )}
      {waiting.phase === 'failed' && <Failed message={waiting.message} onTryAgain={tryAgain} />}
      {(waiting.phase === 'verifying' || waiting.phase === 'received') && (
        <Centred>
          <PageTitle>{confirmationTexts.verifying}</PageTitle>
          <Spinner className="size-9 text-ink-soft" />
          <div role="status">
            <h1 className="mt-6 text-3xl">
              {waiting.phase === 'received' ? confirmationTexts.received : confirmationTexts.verifying}
            </h1>
          </div>
          <p className="mt-2 max-w-measure text-balance text-ink-soft">{waitingNote(waiting)}</p>
        </Centred>
      )}
    </div>
  );
}

function waitingNote(waiting: Extract<ConfirmationState, { phase: 'verifying' | 'received' }>): string {
  if (waiting.phase === 'received')
    return "You were charged once. You can leave this page: we'll email you the confirmation.";
  if (waiting.booking) return 'We are asking the wallet about your payment. Please stay on this page.';
  return waiting.note ? `${waiting.note}. Trying again.` : 'This takes a few seconds. Please stay on this page.';
}

/** The booking was cancelled in another tab, or before its payment arrived. */
function CancelledBooking({ booking }: { booking: Booking }) {
  const wasPaid = booking.payment.status === 'Confirmed' || booking.payment.status === 'Refunded';
  const back = booking.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  return (
    <Centred>
      <PageTitle>{confirmationTexts.cancelled}</PageTitle>
      <div role="status">
        <h1 className="text-3xl">{confirmationTexts.cancelled}</h1>
        <p className="figures mt-2 text-lg">
          {back > 0
            ? `${formatMoney(back, booking.currency)} will be refunded ${isRefundedToCard(booking) ? 'to the card you paid with' : 'the way you paid'}.`
            : wasPaid
              ? 'This booking is no longer refundable.'
              : 'Nothing was charged.'}
        </p>
      </div>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <ButtonLink to={paths.myBooking(booking._id)}>View booking</ButtonLink>
        <ButtonLink variant="secondary" to={paths.dashboardSection('my-bookings')}>
          My Bookings
        </ButtonLink>
      </div>
    </Centred>
  );
}

function isRefundedToCard({ payment, payWith = 'card' }: Booking): boolean {
  return !payment.byHand && payWith === 'card';
}

function Centred({ children }: { children: ReactNode }) {
  return <div className="flex min-h-[50vh] flex-col items-center justify-center text-center">{children}</div>;
}

function Failed({ message, onTryAgain }: { message: string; onTryAgain: () => void }) {
  return (
    <Centred>
      <PageTitle>{confirmationTexts.failed}</PageTitle>
      <div role="alert">
        <h1 className="text-3xl">{confirmationTexts.failed}</h1>
        <p className="mt-2 text-lg">{message}</p>
      </div>
      <p className="mt-2 max-w-measure text-ink-soft">
        If your card was charged, we'll confirm the booking and email you. You won't be charged twice.
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <Button onClick={onTryAgain}>Try Again</Button>
        <ButtonLink variant="secondary" to={paths.dashboardSection('my-bookings')}>
          My Bookings
        </ButtonLink>
      </div>
    </Centred>
  );
}

function Confirmed({ booking }: { booking: Booking }) {
  const { routeDetails: route } = booking;
  return (
    <div className="mt-8 grid gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-14">
      <PageTitle>{confirmationTexts.confirmed}</PageTitle>
      <div>
        <div role="status">
          <h1 className="text-5xl">{confirmationTexts.confirmed}</h1>
        </div>
        <p className="mt-3 text-ink-soft text-lg">
          {booking.trek.name}, <DayText day={booking.checkIn} /> to <DayText day={booking.checkOut} />.
        </p>
        <div className="mt-6">
          <Receipt
            lines={[
              ['Reference', booking.reference],
              ['Booking ID', booking._id],
              ['Amount paid', formatMoney(amountPaid(booking), booking.currency)],
              ['Trek', booking.trek.name],
              ['Route', route.routeName],
              ...(booking.departureId ? [['Trip', groupTripText(booking.isGuaranteed)] as [string, string]] : []),
              ['Duration', `${plural(route.numberOfDays, 'day')}, ${plural(route.numberOfNights, 'night')}`],
              ['Guests', plural(booking.totalGuests, 'guest')],
            ]}
          />
        </div>
        <h2 className="mt-8 mb-3 text-2xl">Price breakdown</h2>
        <ChargedPrice price={booking.priceBreakdown} />
        {isPaidInParts(booking) && (
          <div className="mt-5">
            <BookingPayments booking={booking} />
          </div>
        )}
        <div className="mt-6 flex flex-wrap gap-3 *:max-sm:grow">
          <InvoiceButton booking={booking} />
          <ButtonLink variant="secondary" to={paths.myBooking(booking._id)}>
            View booking
          </ButtonLink>
          <ButtonLink variant="secondary" to={paths.home}>
            Go to Home Now
          </ButtonLink>
        </div>
        <HomeCountdown />
      </div>
      <aside className="overflow-hidden rounded-lg border border-line bg-raised lg:self-start">
        <Picture eager src={booking.trek.bannerImage} sizes="(min-width: 64rem) 26rem, 100vw" className="h-52 w-full" />
        <div className="p-6">
          <h2 className="text-2xl">What's next</h2>
          <Next booking={booking} />
        </div>
      </aside>
    </div>
  );
}

function HomeCountdown() {
  const navigate = useNavigate();
  const [staying, setStaying] = useState(false);
  if (staying) {
    return (
      // The pressed button is removed, so the focus moves here instead of to the top of the page.
      <p ref={(text) => text?.focus()} tabIndex={-1} className="mt-4 text-ink-soft text-sm outline-none print:hidden">
        This page stays open.
      </p>
    );
  }
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-3 text-ink-soft text-sm print:hidden">
      <Countdown seconds={REDIRECT_SECONDS} onEnd={() => navigate(paths.home)}>
        {(left) => `The home page opens in ${left} s.`}
      </Countdown>
      <Button variant="ghost" size="sm" onClick={() => setStaying(true)}>
        Stay here
      </Button>
    </p>
  );
}

function Next({ booking }: { booking: Booking }) {
  const { today } = useBookableDays();
  const deadline = openDeadlines(booking.cancellationDeadlines, today)[0];
  const next = deadline && deadlineLine(deadline);
  return (
    <ol className="mt-3 grid gap-3 text-sm">
      <li>
        <strong className="block font-semibold">Now</strong> We're emailing your confirmation to{' '}
        {booking.customer.email}.
      </li>
      {next && (
        <li>
          <strong className="figures block font-semibold">{next.when}</strong> {next.refund} if you cancel.
        </li>
      )}
      {!next && (
        <li>
          <strong className="block font-semibold">Cancellation</strong> No refund any more if you cancel.
        </li>
      )}
      <li>
        <strong className="figures block font-semibold">
          <DayText day={booking.checkIn} />, {describeDays(booking.checkIn, today)}
        </strong>{' '}
        Day 1 of {booking.routeDetails.numberOfDays}.{' '}
        <ButtonLink variant="ghost" size="sm" to={paths.itinerary(booking.trek._id)} className="-ml-3">
          View itinerary
        </ButtonLink>
      </li>
    </ol>
  );
}
