// My Bookings: every booking with its dates, amount, status and the action it allows.

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { isAllowed } from '../../api/booking-actions';
import { ApiFailure, tell } from '../../api/client';
import type { Booking } from '../../api/types';
import { useBookableDays } from '../../api/useConfig';
import { bookedItineraryPath, bookedTrekPath } from '../../lib/booked-trek';
import { type Day, describeDays, formatDate } from '../../lib/dates';
import { groupTripText } from '../../lib/departures';
import { plural } from '../../lib/text';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/Button';
import { Picture } from '../../ui/Picture';
import { Badge, EmptyState, ErrorState, Skeleton } from '../../ui/States';
import { Days, DeadlineText } from '../../ui/Time';
import { balanceText } from '../currency/installments';
import { formatMoney } from '../currency/money';
import { bookingKind } from './booking-kinds';
import { bookingState, myBookingsQuery, PAYMENT_MISMATCH } from './bookings';
import { CancelBooking } from './CancelBooking';
import { FilteredBookings } from './FilteredBookings';
import { OpenCredits } from './OpenCredits';
import { Refunds } from './Refunds';
import { useFocusAfterChange } from './useFocusAfterChange';

/** `invoice` renders the button of the invoice feature; the page passes it in. */
export default function MyBookings({ invoice }: { invoice: (booking: Booking) => ReactNode }) {
  const { data: bookings, isPending, isFetching, error, refetch } = useQuery(myBookingsQuery);
  // TOAST-05, TOAST-06: shows the server's message as a toast beside the error panel. Offline, the banner says it
  // already.
  useEffect(() => {
    if (error instanceof ApiFailure && error.status > 0) tell(error);
  }, [error]);
  if (isPending) return <ListSkeleton />;
  if (!bookings) {
    return (
      <ErrorState
        title="Your bookings could not be loaded"
        message="Your bookings are safe. Please check your connection and try again."
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    );
  }
  if (bookings.length === 0) {
    return (
      <>
        <OpenCredits />
        <EmptyState
          title="No bookings yet"
          message="Your bookings appear here once you reserve a trek."
          action={<ButtonLink to={paths.packages}>Discover Packages</ButtonLink>}
        />
      </>
    );
  }
  return (
    <>
      <OpenCredits />
      <FilteredBookings bookings={bookings}>
        {(booking) => <BookingCard booking={booking} invoice={invoice} />}
      </FilteredBookings>
    </>
  );
}

function BookingCard({ booking, invoice }: { booking: Booking; invoice: (booking: Booking) => ReactNode }) {
  const state = bookingState(booking);
  const { today } = useBookableDays();
  const page = useRef<HTMLAnchorElement>(null);
  useFocusAfterChange(booking.status, page);
  return (
    <article className="grid overflow-hidden rounded-lg border border-line bg-raised sm:grid-cols-[11rem_1fr]">
      <Picture
        src={booking.trek.bannerImage}
        sizes="(min-width: 40rem) 11rem, 100vw"
        className="h-32 w-full sm:h-full"
      />
      <div className="flex flex-wrap items-end justify-between gap-4 p-5">
        <div className="min-w-0">
          <Badge tone={state.tone}>{state.label}</Badge>
          <h2 className="mt-2 text-xl">
            <Link to={bookedTrekPath(booking.trek)} className="hover:text-glacier">
              {booking.trek.name}
            </Link>
          </h2>
          <p className="figures text-ink-soft text-sm">
            {booking.reference && <span className="block font-semibold text-ink">{booking.reference}</span>}
            {booking.routeDetails.routeName}
            <br />
            <Days from={booking.checkIn} to={booking.checkOut} />, {plural(booking.totalGuests, 'guest')}
            {booking.departureId && <span className="block">{groupTripText(booking.isGuaranteed)}</span>}
            {bookingKind(booking, today) === 'upcoming' && (
              <span className="block text-ink">{startText(booking, today)}</span>
            )}
            {booking.status === 'Confirmed' && booking.balance > 0 && (
              <span className="block text-ink">{balanceText(booking, today)}</span>
            )}
            {booking.openChoice && (
              <span className="block text-ink">Please answer by {formatDate(booking.openChoice.answerBy)}.</span>
            )}
            {booking.payBy && isAllowed(booking, 'pay') && (
              <span className="block text-ink">
                Pay by <DeadlineText at={booking.payBy} />. The booking is cancelled after that.
              </span>
            )}
            {booking.payment.mismatch && <span className="block text-danger">{PAYMENT_MISMATCH}</span>}
          </p>
          <p className="flex flex-wrap gap-x-5">
            <CardLink ref={page} to={paths.myBooking(booking._id)} label={`View booking of ${booking.trek.name}`}>
              View booking
            </CardLink>
            <CardLink to={bookedItineraryPath(booking.trek)} label={`Itinerary of ${booking.trek.name}`}>
              Itinerary
            </CardLink>
            {booking.openReview && (
              <CardLink
                to={paths.review(booking.openReview.token)}
                label={`${booking.openReview.isWritten ? 'Change your' : 'Write a'} review of ${booking.trek.name}`}
              >
                {booking.openReview.isWritten ? 'Change your review' : 'Write a review'}
              </CardLink>
            )}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <p className="figures font-display font-semibold text-xl">{formatMoney(booking.amount, booking.currency)}</p>
          {state.offer === 'pay' && (
            <ButtonLink to={paths.checkoutOf(booking._id)} aria-label={`Pay now for ${booking.trek.name}`}>
              Pay now
            </ButtonLink>
          )}
          {state.offer === 'wait' && (
            <ButtonLink variant="secondary" to={paths.confirmation(booking._id)}>
              View payment
            </ButtonLink>
          )}
          {state.offer === 'choose' && booking.openChoice?.token && (
            <ButtonLink to={paths.choices(booking.openChoice.token)}>Choose what happens</ButtonLink>
          )}
          {state.offer === 'invoice' && invoice(booking)}
          {isAllowed(booking, 'cancel') && <CancelBooking booking={booking} />}
        </div>
        <Refunds booking={booking} />
      </div>
    </article>
  );
}

function CardLink({
  ref,
  to,
  label,
  children,
}: {
  ref?: Ref<HTMLAnchorElement>;
  to: string;
  label: string;
  children: string;
}) {
  return (
    <Link
      ref={ref}
      to={to}
      aria-label={label}
      className="inline-flex min-h-11 items-center text-glacier text-sm underline underline-offset-4"
    >
      {children}
    </Link>
  );
}

/** Relative to the agency's calendar day, because treks start there. */
function startText({ checkIn, checkOut }: Booking, today: Day): string {
  if (checkIn > today) return `Starts ${describeDays(checkIn, today)}`;
  return checkOut === today ? 'Ends today' : 'Under way';
}

function ListSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <p role="status" className="sr-only">
        Loading your bookings
      </p>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-36 rounded-lg" />
      ))}
    </div>
  );
}
