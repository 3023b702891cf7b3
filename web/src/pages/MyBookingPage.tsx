// /dashboard/bookings/:bookingId: a traveller's booking, with the next step, the trip, the guests, the price and the
// cancellation. Emails link here.
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { isAllowed } from '../api/booking-actions';
import type { Booking } from '../api/types';
import { useConfig } from '../api/useConfig';
import { BookedGuests } from '../features/account/BookedGuests';
import { bookingState, useOwnBooking } from '../features/account/bookings';
import { CancelBooking } from '../features/account/CancelBooking';
import { NextStep } from '../features/account/NextStep';
import { Refunds } from '../features/account/Refunds';
import { Receipt } from '../features/booking/Receipt';
import { PolicyTable } from '../features/checkout/CancellationPolicy';
import { ChargedPrice, PriceRow } from '../features/currency/ChargedPrice';
import { InvoicePdf } from '../features/currency/InvoicePdf';
import { amountPaid, isPaidInParts } from '../features/currency/installments';
import { formatMoney } from '../features/currency/money';
import { InvoiceButton } from '../features/invoice/InvoiceButton';
import { isStaff } from '../features/session/roles';
import { useSession } from '../features/session/useSession';
import { bookedTrekPath } from '../lib/booked-trek';
import { formatDate } from '../lib/dates';
import { groupTripText } from '../lib/departures';
import { lazyComponent } from '../lib/lazy-component';
import { specialRequestsText } from '../lib/special-requests';
import { plural } from '../lib/text';
import { paths } from '../paths';
import { ButtonLink } from '../ui/Button';
import { Picture } from '../ui/Picture';
import { Badge, EmptyState, ErrorState, Skeleton } from '../ui/States';
import { Days, MomentText } from '../ui/Time';
import { PageTitle } from './PageTitle';

const BookingPayments = lazyComponent(() =>
  import('../features/account/BookingPayments').then((file) => file.BookingPayments),
);

const HowToPay = lazyComponent(() => import('./WaitingBooking').then((file) => file.HowToPay));
const RupeeBalance = lazyComponent(() => import('../features/currency/RupeeBalance').then((file) => file.RupeeBalance));

export function MyBookingPage() {
  const { bookingId = '' } = useParams();
  const { user } = useSession();
  const { booking, isMissing, query } = useOwnBooking(bookingId);
  // Staff who follow the link of a traveller's email are redirected to the desk, which has all details.
  if (booking && isStaff(user) && booking.userId !== user?.id) {
    return <Navigate to={paths.adminBooking(bookingId)} replace />;
  }
  return (
    <div className="page-width pt-6 pb-16">
      {booking ? (
        <>
          <BackToBookings />
          <Body booking={booking} />
        </>
      ) : isMissing ? (
        <>
          <PageTitle>Booking not found</PageTitle>
          <EmptyState
            whole
            title="Booking not found"
            message="Check the address, or log in with the account that made the booking."
            action={<ButtonLink to={paths.dashboardSection('my-bookings')}>My Bookings</ButtonLink>}
            className="min-h-[50vh] justify-center"
          />
        </>
      ) : query.isError ? (
        <>
          <PageTitle>Booking</PageTitle>
          <BackToBookings />
          <ErrorState
            whole
            title="Your booking could not be loaded"
            message="Your booking is safe. Please check your connection and try again."
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
            className="mt-4"
          />
        </>
      ) : (
        <BookingSkeleton />
      )}
    </div>
  );
}

function BackToBookings() {
  return (
    <Link
      to={paths.dashboardSection('my-bookings')}
      className="-ml-1 inline-flex min-h-11 items-center gap-1 text-ink-soft text-sm hover:text-ink"
    >
      <ChevronLeft aria-hidden className="size-4" />
      My Bookings
    </Link>
  );
}

function Body({ booking }: { booking: Booking }) {
  const { trek, reference } = booking;
  const state = bookingState(booking);
  return (
    <>
      <PageTitle>{reference ? `${reference} · ${trek.name}` : trek.name}</PageTitle>
      <header className="mt-2">
        <p className="flex flex-wrap items-center gap-3">
          <span className="figures font-semibold">{reference}</span>
          <Badge tone={state.tone}>{state.label}</Badge>
        </p>
        <h1 className="wrap-anywhere mt-2 text-4xl">{trek.name}</h1>
        <p className="figures mt-1 text-ink-soft text-lg">
          <Days from={booking.checkIn} to={booking.checkOut} />, {plural(booking.totalGuests, 'guest')}
        </p>
      </header>
      <div className="mt-6 grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 content-start gap-8">
          <NextStep booking={booking} />
          {waitsForStaff(booking) && <HowToPay booking={booking} />}
          <Trip booking={booking} />
          <Section title="Guests">
            <BookedGuests booking={booking} />
          </Section>
          <Contact booking={booking} />
        </div>
        <aside aria-label="Price and cancellation" className="grid min-w-0 content-start gap-6">
          <Price booking={booking} offersInvoice={state.offer === 'invoice'} />
          <CancellationTerms booking={booking} />
        </aside>
      </div>
    </>
  );
}

/** Whether it waits for a payment that staff record. */
function waitsForStaff({ amountDue, payWith }: Booking): boolean {
  return amountDue !== undefined && (payWith === 'bank' || payWith === 'arrival');
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Trip({ booking }: { booking: Booking }) {
  const { trek, routeDetails: route } = booking;
  const wishes = specialRequestsText(booking);
  const lines: [string, ReactNode][] = [
    [
      'Trek',
      <Link key="trek" to={bookedTrekPath(trek)} className="text-glacier underline underline-offset-4">
        {trek.name}
      </Link>,
    ],
    ['Location', trek.location],
    ...(booking.departureId ? [['Trip', groupTripText(booking.isGuaranteed)] as [string, ReactNode]] : []),
    ['Route', route.routeName],
    ['Dates', <Days key="dates" from={booking.checkIn} to={booking.checkOut} />],
    ['Duration', `${plural(route.numberOfDays, 'day')}, ${plural(route.numberOfNights, 'night')}`],
  ];
  if (wishes) lines.push(['Special requests', wishes]);
  if (booking.additionalNotes) lines.push(['Your notes', booking.additionalNotes]);
  if (booking.buyerPan) lines.push(['PAN or VAT number', booking.buyerPan]);
  return (
    <Section title="Trip">
      <Receipt lines={lines} />
    </Section>
  );
}

function Contact({ booking }: { booking: Booking }) {
  const config = useConfig();
  const { customer, guestDetails } = booking;
  const lines: [string, ReactNode][] = [
    ['Booked by', customer.name],
    ['Email', customer.email],
  ];
  if (guestDetails.primaryGuest.phoneNumber) lines.push(['Phone', guestDetails.primaryGuest.phoneNumber]);
  lines.push(['Booked on', <MomentText key="booked" at={booking.createdAt} />], ['Booking ID', booking._id]);
  return (
    <Section title="Contact details">
      <Receipt lines={lines} />
      {config?.contactEmail && (
        <p className="mt-3 text-ink-soft text-sm">
          Need to change something? Write to{' '}
          <a
            href={`mailto:${config.contactEmail}?subject=${encodeURIComponent(booking.reference)}`}
            className="text-glacier underline underline-offset-4"
          >
            {config.contactEmail}
          </a>{' '}
          and quote <span className="figures">{booking.reference}</span>.
        </p>
      )}
    </Section>
  );
}

function Price({ booking, offersInvoice }: { booking: Booking; offersInvoice: boolean }) {
  return (
    <section aria-label="Price" className="overflow-hidden rounded-lg border border-line bg-raised">
      <Picture eager src={booking.trek.bannerImage} sizes="(min-width: 64rem) 24rem, 100vw" className="h-40 w-full" />
      <div className="grid gap-4 p-5 sm:p-6">
        <h2 className="text-2xl">Price</h2>
        <ChargedPrice price={booking.priceBreakdown}>
          <PaymentRows booking={booking} />
        </ChargedPrice>
        {isPaidInParts(booking) && <BookingPayments booking={booking} />}
        {booking.balanceInRupees ? <RupeeBalance booking={booking} /> : null}
        <Refunds booking={booking} />
        {booking.invoiceNumber && <p className="figures text-ink-soft text-sm">Invoice {booking.invoiceNumber}</p>}
        {offersInvoice && <InvoiceButton booking={booking} variant="secondary" />}
        {offersInvoice && <InvoicePdf booking={booking} />}
      </div>
    </section>
  );
}

function PaymentRows({ booking }: { booking: Booking }) {
  const { payment, currency, refunded } = booking;
  if (isPaidInParts(booking)) {
    // The payments are listed below.
    return <PriceRow label="Paid">{formatMoney(amountPaid(booking), currency)}</PriceRow>;
  }
  if (payment.status !== 'Confirmed' && payment.status !== 'Refunded') {
    return <PriceRow label="Paid">{formatMoney(0, currency)}</PriceRow>;
  }
  const card = payment.cardLast4 && `, card ending ${payment.cardLast4}`;
  return (
    <>
      <PriceRow
        label={
          <>
            Paid
            {payment.paidAt && (
              <>
                {' on '}
                <MomentText at={payment.paidAt} />
              </>
            )}
            {card}
          </>
        }
      >
        {formatMoney(payment.finalAmount, currency)}
      </PriceRow>
      {refunded > 0 && <PriceRow label="Refunded">{formatMoney(-refunded, currency)}</PriceRow>}
    </>
  );
}

function CancellationTerms({ booking }: { booking: Booking }) {
  if (!isAllowed(booking, 'cancel')) return null;
  const unpaid = booking.status === 'Pending';
  return (
    <section aria-labelledby="cancellation" className="rounded-lg border border-line bg-raised p-5 sm:p-6">
      <h2 id="cancellation" className="text-2xl">
        Cancellation
      </h2>
      {booking.freeCancellationUntil && (
        <p className="figures mt-2 font-semibold text-juniper">
          Free cancellation until {formatDate(booking.freeCancellationUntil)}
        </p>
      )}
      {unpaid && <p className="mt-2 text-ink-soft text-sm">Cancelling is free until you pay.</p>}
      {/* A booking cached offline by an older version has no deadlines. */}
      {booking.cancellationDeadlines && (
        <div className="mt-3 mb-4 text-sm">
          <PolicyTable booking={booking} />
        </div>
      )}
      <CancelBooking booking={booking}>Cancel booking</CancelBooking>
    </section>
  );
}

function BookingSkeleton() {
  return (
    <div aria-busy="true" className="pt-11">
      <PageTitle>Booking</PageTitle>
      <p role="status" className="sr-only">
        Loading your booking
      </p>
      <Skeleton className="h-10 w-3/4 max-w-md" />
      <div className="mt-8 grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Skeleton className="h-80" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </div>
  );
}
