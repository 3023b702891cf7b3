// The checkout with its payment, shared by /booking and /checkout. The page decides what follows the payment.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { configQuery } from '../api/query';
import type { Booking, BookingOpened, Config, OfferedWay, WayToPay } from '../api/types';
import { type Draft, findDraft, saveDraft } from '../features/booking/draft';
import { bookingSteps, STEP_PAYMENT } from '../features/booking/steps';
import { isByHand, isWallet } from '../features/checkout/by-hand';
import { CheckoutView } from '../features/checkout/CheckoutView';
import { HoldCountdown, HoldEnded } from '../features/checkout/HoldNotice';
import { useSecondsUntil } from '../features/checkout/hold';
import { type Unpaid, unpaidQuery } from '../features/checkout/open-payment';
import { moveBilling } from '../features/payment/billing';
import { paymentTexts } from '../features/payment/messages';
import { PaymentForm } from '../features/payment/PaymentForm';
import { useSession } from '../features/session/useSession';
import { bookedTrekPath } from '../lib/booked-trek';
import { plural } from '../lib/format';
import { lazyComponent } from '../lib/lazy-component';
import { ButtonLink } from '../ui/Button';
import { EmptyState, ErrorState, Skeleton } from '../ui/States';
import { StepBar } from '../ui/StepBar';
import { Days } from '../ui/Time';
import { PageTitle } from './PageTitle';

// Only agencies with several ways to pay, or without cards, need these.
const WayPicker = lazyComponent(() => import('../features/checkout/WayPicker').then((file) => file.WayPicker));
const PayByHand = lazyComponent(() => import('../features/checkout/PayByHand').then((file) => file.PayByHand));
const PayByCard = lazyComponent(() => import('../features/checkout/PayByCard').then((file) => file.PayByCard));

/** A longer hold is that of a booking which waits for a bank transfer: it has a date, not a countdown. */
const MAX_HOLD_SECONDS = 24 * 60 * 60;

const PayAtWallet = lazyComponent(() => import('../features/checkout/PayAtWallet').then((file) => file.PayAtWallet));

interface Props {
  bookingId: string;
  onConfirmed: (booking: Booking) => void;
  /** Called if the booking was already paid when the page opened. */
  onPaidBefore: (booking: Booking) => void;
  /** Called if it is booked with a payment that staff record. */
  onBooked: (booking: Booking) => void;
}

export function Checkout({ bookingId, onConfirmed, onPaidBefore, onBooked }: Props) {
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
  const open = unpaid?.kind === 'open' ? unpaid : undefined;
  const secondsLeft = useSecondsUntil(open?.opened.booking.holdExpiresAt, open?.serverAhead ?? 0);
  const takenAgain = useTakenAgain(bookingId, draft);
  const [chosen, setChosen] = useState<WayToPay>();
  const way = chosen ?? presetWay(config?.waysToPay ?? [], open?.opened.payWith);

  return (
    <div className="page-width pt-8 pb-16">
      <PageTitle>Payment</PageTitle>
      <StepBar label="Steps of the booking" steps={bookingSteps(draft)} current={STEP_PAYMENT} />
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-4xl outline-none">
        Payment
      </h1>
      {unpaid?.kind === 'open' && <Paying booking={unpaid.opened.booking} />}
      <div className="mt-6">
        {/* The card form appears only when the provider is known, so that no card is typed into the wrong form. */}
        {(isPending || paid || (unpaid && !config && !noConfig)) && <CheckoutSkeleton />}
        {!isPending && (!unpaid || (noConfig && !config)) && (
          <ErrorState
            title={paymentTexts.notInitialized}
            message="Your booking is kept and nothing was charged."
            onRetry={() => Promise.all([refetch(), config ?? askConfig()])}
            retrying={isFetching}
          />
        )}
        {unpaid?.kind === 'over' && unpaid.booking.isHoldEnded && (
          <HoldEnded booking={unpaid.booking} onTaken={takenAgain} />
        )}
        {unpaid?.kind === 'over' && !unpaid.booking.isHoldEnded && (
          <EmptyState
            title="This booking can no longer be paid"
            message={`It is ${unpaid.booking.status.toLowerCase()}. Nothing will be charged.`}
            action={<ButtonLink to={bookedTrekPath(unpaid.booking.trek)}>View trek</ButtonLink>}
          />
        )}
        {unpaid?.kind === 'open' && config && (
          <CheckoutView
            booking={unpaid.opened.booking}
            config={config}
            way={way}
            hold={
              secondsLeft === 0 ? (
                <HoldEnded booking={unpaid.opened.booking} onTaken={takenAgain} />
              ) : (
                secondsLeft !== undefined &&
                !isByHand(way) &&
                secondsLeft <= MAX_HOLD_SECONDS && <HoldCountdown seconds={secondsLeft} />
              )
            }
            payment={
              <Ways config={config} chosen={way} onChange={setChosen}>
                <Way
                  opened={unpaid.opened}
                  config={config}
                  way={way}
                  onConfirmed={onConfirmed}
                  onBooked={onBooked}
                  isClosed={secondsLeft === 0}
                />
              </Ways>
            }
          />
        )}
      </div>
    </div>
  );
}

/** The way of the booking, or the first one if the agency does not offer it any more. */
function presetWay(ways: OfferedWay[], own: WayToPay = 'card'): WayToPay {
  const isOffered = ways.some(({ way }) => way === own);
  return isOffered ? own : (ways[0]?.way ?? own);
}

/** The choice of the way to pay, if there is one. */
function Ways({
  config,
  chosen,
  onChange,
  children,
}: {
  config: Config;
  chosen: WayToPay;
  onChange: (way: WayToPay) => void;
  children: ReactNode;
}) {
  if (config.waysToPay.length < 2) return children;
  return (
    <div className="grid gap-6">
      <WayPicker ways={config.waysToPay} chosen={chosen} onChange={onChange} />
      {children}
    </div>
  );
}

/** The form of the chosen way to pay. */
function Way({
  opened,
  config,
  way,
  onConfirmed,
  onBooked,
  isClosed,
}: {
  opened: BookingOpened;
  config: Config;
  way: WayToPay;
  onConfirmed: (booking: Booking) => void;
  onBooked: (booking: Booking) => void;
  isClosed: boolean;
}) {
  const offered = config.waysToPay.find((one) => one.way === way);
  if (offered && isByHand(way)) {
    return <PayByHand opened={opened} offered={offered} isClosed={isClosed} onBooked={onBooked} />;
  }
  if (isWallet(way)) return <PayAtWallet opened={opened} way={way} isClosed={isClosed} />;
  // A booking that waits for another way has no payment by card yet.
  if (opened.payWith && opened.payWith !== 'card') return <PayByCard opened={opened} />;
  return (
    <PaymentForm
      booking={opened.booking}
      amountDue={opened.amountDue}
      session={{
        bookingId: opened.booking._id,
        paymentIntentId: opened.paymentIntentId,
        clientSecret: opened.clientSecret,
      }}
      stripeKey={config.stripePublishableKey}
      onConfirmed={onConfirmed}
      isClosed={isClosed}
    />
  );
}

/** Continues with the booking that holds the seats again: card and address stay as they are typed. */
function useTakenAgain(endedId: string, draft: Draft | null) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const queries = useQueryClient();
  return (opened: BookingOpened, serverAhead: number) => {
    const { _id } = opened.booking;
    moveBilling(endedId, _id);
    if (draft) saveDraft({ ...draft, bookingId: _id });
    const unpaid: Unpaid = { kind: 'open', opened, serverAhead };
    queries.setQueryData(unpaidQuery(_id).queryKey, unpaid);
    navigate(`${pathname}?booking=${encodeURIComponent(_id)}`, { replace: true });
  };
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
