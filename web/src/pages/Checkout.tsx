// The checkout with its payment, shared by /booking and /checkout. The page decides what follows the payment.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { configQuery } from '../api/query';
import type { Booking } from '../api/types';
import { findDraft } from '../features/booking/draft';
import { bookingSteps, STEP_PAYMENT } from '../features/booking/steps';
import { CheckoutView } from '../features/checkout/CheckoutView';
import { unpaidQuery } from '../features/checkout/open-payment';
import { paymentTexts } from '../features/payment/messages';
import { PaymentForm } from '../features/payment/PaymentForm';
import { useSession } from '../features/session/useSession';
import { plural } from '../lib/format';
import { paths } from '../paths';
import { ButtonLink } from '../ui/Button';
import { EmptyState, ErrorState, Skeleton } from '../ui/States';
import { StepBar } from '../ui/StepBar';
import { Days } from '../ui/Time';
import { PageTitle } from './PageTitle';

interface Props {
  bookingId: string;
  onConfirmed: (booking: Booking) => void;
  /** Called if the booking was already paid when the page opened. */
  onPaidBefore: (booking: Booking) => void;
}

export function Checkout({ bookingId, onConfirmed, onPaidBefore }: Props) {
  const { data: config, isError: noConfig, refetch: askConfig } = useQuery(configQuery);
  const { data: unpaid, isPending, isFetching, refetch } = useQuery(unpaidQuery(bookingId));
  const paid = unpaid?.kind === 'paid' ? unpaid.booking : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving happens once, for this booking
  useEffect(() => {
    if (paid) onPaidBefore(paid);
  }, [paid]);

  // On /booking this replaces the guest forms without a change of page, so the focus must be moved explicitly.
  const { user } = useSession();
  const draft = useMemo(() => findDraft(bookingId, user?.id), [bookingId, user?.id]);

  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <div className="page-width pt-8 pb-16">
      <PageTitle>Payment</PageTitle>
      <StepBar label="Steps of the booking" steps={bookingSteps(draft)} current={STEP_PAYMENT} />
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-4xl outline-none">
        Payment
      </h1>
      {unpaid?.kind === 'open' && <Paying booking={unpaid.opened.booking} />}
      <div className="mt-6">
        {/* The card form appears only when the provider is known, so that nobody types a card into the wrong form. */}
        {(isPending || paid || (unpaid && !config && !noConfig)) && <CheckoutSkeleton />}
        {!isPending && (!unpaid || (noConfig && !config)) && (
          <ErrorState
            title={paymentTexts.notInitialized}
            message="Your booking is kept and nothing was charged."
            onRetry={() => Promise.all([refetch(), config ?? askConfig()])}
            retrying={isFetching}
          />
        )}
        {unpaid?.kind === 'over' && (
          <EmptyState
            title="This booking can no longer be paid"
            message={`It is ${unpaid.booking.status.toLowerCase()}. Nothing will be charged.`}
            action={<ButtonLink to={paths.package(unpaid.booking.trek._id)}>View trek</ButtonLink>}
          />
        )}
        {unpaid?.kind === 'open' && config && (
          <CheckoutView
            booking={unpaid.opened.booking}
            config={config}
            payment={
              <PaymentForm
                booking={unpaid.opened.booking}
                session={{
                  bookingId,
                  paymentIntentId: unpaid.opened.paymentIntentId,
                  clientSecret: unpaid.opened.clientSecret,
                }}
                stripeKey={config.stripePublishableKey}
                onConfirmed={onConfirmed}
              />
            }
          />
        )}
      </div>
    </div>
  );
}

/** A summary for phones, where the trip is below the card form. */
function Paying({ booking }: { booking: Booking }) {
  return (
    <p className="figures mt-2 text-ink-soft">
      <span className="font-semibold text-ink">{booking.reference}</span>
      <span className="lg:hidden">
        , {booking.trek.name}, <Days from={booking.checkIn} to={booking.checkOut} />,{' '}
        {plural(booking.totalGuests, 'guest')}
      </span>
    </p>
  );
}

function CheckoutSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <p role="status" className="sr-only">
        Loading the payment
      </p>
      <Skeleton className="h-96" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
