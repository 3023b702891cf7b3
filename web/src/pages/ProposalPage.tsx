// /proposal/:token: the agency's answer to a custom trek request (operations §6). Anyone with the link reads it; a booking
// accepts it, which needs a login as any booking does.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { ApiFailure } from '../api/client';
import type { Proposal } from '../api/types';
import { useBookableDays, useConfig } from '../api/useConfig';
import { CancellationNote } from '../features/booking/CancellationNote';
import type { Reservation } from '../features/booking/draft';
import type { Pay } from '../features/booking/schedule';
import { formatMoney } from '../features/currency/money';
import { ProposalBody } from '../features/proposal/ProposalBody';
import { proposalQuery } from '../features/proposal/proposal';
import { useSession } from '../features/session/useSession';
import { formatDate } from '../lib/dates';
import { plural } from '../lib/format';
import { readPath } from '../lib/json';
import { lazyComponent } from '../lib/lazy-component';
import { paths } from '../paths';
import { Button, ButtonLink } from '../ui/Button';
import { Picture } from '../ui/Picture';
import { EmptyState, ErrorState, Skeleton } from '../ui/States';
import { Contact } from './BalanceContact';
import { PageTitle } from './PageTitle';

const PayChoice = lazyComponent(() => import('../features/booking/PayChoice').then((file) => file.PayChoice));

export function ProposalPage() {
  const { token = '' } = useParams();
  const { status, user } = useSession();
  const query = useQuery({ ...proposalQuery(token, user?.id), enabled: status !== 'loading' });
  const { data: proposal, error, isFetching, refetch } = query;
  return (
    <div className="page-width pt-8 pb-16">
      {proposal ? (
        <Reading token={token} proposal={proposal} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <div aria-busy="true" className="grid gap-4">
          <p role="status" className="sr-only">
            Loading your proposal
          </p>
          <Skeleton className="h-12" />
          <Skeleton className="h-96" />
        </div>
      )}
    </div>
  );
}

function Reading({ token, proposal }: { token: string; proposal: Proposal }) {
  const { title, location, bannerImage } = proposal;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {bannerImage && <Picture src={bannerImage} sizes="80rem" className="mb-6 h-48 w-full rounded-lg lg:h-72" />}
      <p className="text-ink-soft">Proposal for your private trek{location && ` · ${location}`}</p>
      <h1 className="wrap-anywhere text-4xl">{title}</h1>
      <div className="mt-6 grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">
          <ProposalBody proposal={proposal} />
        </div>
        <aside aria-label="Accept and book" className="min-w-0 lg:sticky lg:top-22 lg:self-start">
          <section className="grid gap-4 rounded-lg border border-line bg-raised p-5 sm:p-6">
            <Accept token={token} proposal={proposal} />
          </section>
        </aside>
      </div>
    </>
  );
}

function Accept({ token, proposal }: { token: string; proposal: Proposal }) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { today } = useBookableDays();
  const [pay, setPay] = useState<Pay>('deposit');
  const {
    state,
    booking,
    canBeAccepted,
    priceBreakdown: price,
    guests,
    schedule,
    startDate,
    terms,
    validUntil,
  } = proposal;
  if (booking && !canBeAccepted) return <Accepted booking={booking} />;
  if (!canBeAccepted) return <Over state={state} validUntil={validUntil} />;
  return (
    <>
      <p>
        <span className="text-ink-soft text-sm">Total for {plural(guests, 'guest')}</span>
        <span className="figures block font-display font-semibold text-4xl">
          {formatMoney(price.total, price.currency)}
        </span>
      </p>
      {terms && (
        <PayChoice
          terms={terms}
          price={price}
          guests={guests}
          startDate={startDate}
          today={today}
          pay={pay}
          onChange={setPay}
        />
      )}
      <CancellationNote startDate={startDate} today={today} />
      {user ? (
        <Button
          size="lg"
          className="w-full"
          onClick={() => navigate(paths.booking, { state: toReservation(token, proposal, pay) })}
        >
          {schedule.length > 1 && pay === 'deposit' ? 'Accept and pay the deposit' : 'Accept and pay'}
        </Button>
      ) : (
        <ButtonLink size="lg" className="w-full" to={paths.loginThen(pathname)}>
          Log in to accept
        </ButtonLink>
      )}
      <p className="text-ink-soft text-sm">
        {user ? (
          <>Next: guest details, then payment. Nothing is charged yet. Valid until {formatDate(validUntil)}.</>
        ) : (
          <>
            New here?{' '}
            <ButtonLink variant="ghost" size="sm" to={paths.signupThen(pathname)}>
              Sign up
            </ButtonLink>
          </>
        )}
      </p>
      <p className="text-ink-soft text-sm">
        Would you like something changed? <Contact />
      </p>
    </>
  );
}

function Accepted({ booking }: { booking: NonNullable<Proposal['booking']> }) {
  return (
    <>
      <h2 className="text-2xl">You accepted this proposal</h2>
      <p>
        Your booking is <span className="figures font-semibold">{booking.reference}</span>.
      </p>
      {booking.status === 'Pending' ? (
        <ButtonLink to={paths.checkoutOf(booking._id)}>Continue to payment</ButtonLink>
      ) : (
        <ButtonLink to={paths.myBooking(booking._id)}>View booking</ButtonLink>
      )}
    </>
  );
}

function Over({ state, validUntil }: Pick<Proposal, 'state' | 'validUntil'>) {
  const isExpired = state === 'expired';
  return (
    <>
      <h2 className="text-2xl">{isExpired ? 'This proposal has ended' : 'This proposal was accepted'}</h2>
      <p>
        {isExpired
          ? `It could be accepted until ${formatDate(validUntil)}. Write to us and we renew it.`
          : 'Log in with the account that booked it to see the booking.'}
      </p>
      <p className="text-ink-soft text-sm">
        <Contact />
      </p>
      {!isExpired && (
        <ButtonLink variant="secondary" to={paths.dashboardSection('my-bookings')}>
          My Bookings
        </ButtonLink>
      )}
    </>
  );
}

function toReservation(token: string, proposal: Proposal, pay: Pay): Reservation {
  const { _id, title, location, bannerImage, guests, days, terms, startDate, endDate } = proposal;
  return {
    bookingData: {
      trekId: _id,
      startDate,
      endDate,
      totalGuests: guests,
      includeMeals: true,
      includePorter: true,
      priceBreakdown: proposal.priceBreakdown,
      proposal: token,
      ...(terms && { pay, terms }),
    },
    details: {
      name: title,
      location,
      bannerImage,
      guests,
      noOfDay: days.length,
      noOfNight: days.length - 1,
      coordinates: undefined,
    },
    selectedRoute: {
      _id,
      index: 0,
      name: 'Private trek',
      pricePerHead: proposal.pricePerHead,
      numberOfDays: days.length,
    },
  };
}

function Failed({ error, onRetry, isRetrying }: { error: unknown; onRetry: () => void; isRetrying: boolean }) {
  const config = useConfig();
  const failure = error instanceof ApiFailure ? error : null;
  if (failure?.status === 404 || failure?.status === 410) {
    const url = readPath(failure.data, 'url');
    const title = failure.status === 410 ? 'This proposal is no longer open' : 'This link is not valid';
    return (
      <>
        <PageTitle>{title}</PageTitle>
        <EmptyState
          whole
          title={title}
          message={
            <>
              {failure.status === 410 ? failure.serverMessage : 'Check that you opened the whole link of our email.'}{' '}
              <Contact />
            </>
          }
          action={
            typeof url === 'string' ? (
              <ButtonLink to={new URL(url).pathname}>View the new version</ButtonLink>
            ) : (
              config && <ButtonLink to={paths.customTrek}>Request a custom trek</ButtonLink>
            )
          }
          className="min-h-[50vh] justify-center"
        />
      </>
    );
  }
  return (
    <>
      <PageTitle>Proposal</PageTitle>
      <ErrorState
        whole
        title="Your proposal could not be loaded"
        message="Please check your connection and try again."
        onRetry={onRetry}
        retrying={isRetrying}
      />
    </>
  );
}
