// /booking: name the guests, then pay (document 2 §2). The draft of the tab and ?booking= carry it over a reload.
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { User } from '../api/types';
import { BookingForm } from '../features/booking/BookingForm';
import { BookingSummary } from '../features/booking/BookingSummary';
import { type Draft, dropDraft, keepDraft, openDraft } from '../features/booking/draft';
import { bookingTexts } from '../features/booking/messages';
import { BOOKING_STEPS, STEP_GUESTS } from '../features/booking/steps';
import { useSession } from '../features/session/useSession';
import { toast } from '../lib/toast';
import { paths } from '../paths';
import { StepBar } from '../ui/StepBar';
import { Checkout } from './Checkout';
import { PageTitle } from './PageTitle';

export function BookingPage() {
  const { user } = useSession();
  const [search] = useSearchParams();
  const bookingId = search.get('booking');
  const navigate = useNavigate();
  if (!user) return null; // the route's guard lets nobody in without one
  if (bookingId) {
    return (
      <Checkout
        bookingId={bookingId}
        onConfirmed={(booking) => {
          dropDraft();
          navigate(paths.confirmation(booking._id), { replace: true });
        }}
        onPaidBefore={(booking) => navigate(paths.confirmation(booking._id), { replace: true })}
      />
    );
  }
  return <GuestsStep user={user} />;
}

function GuestsStep({ user }: { user: User }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft | null>(() => openDraft(state, user.id));
  const missing = draft === null;

  useEffect(() => {
    if (!missing) return;
    toast.error(bookingTexts.missingInformation, { id: 'missing-booking' });
    navigate(paths.home, { replace: true });
  }, [missing, navigate]);
  if (!draft) return <p className="page-width py-20">{bookingTexts.missingInformation}</p>;

  const change = (next: Draft) => {
    keepDraft(next);
    setDraft(next);
  };
  return (
    <div className="page-width pt-8 pb-16">
      <PageTitle>{`Guests · ${draft.details.name}`}</PageTitle>
      <StepBar label="Steps of the booking" steps={BOOKING_STEPS} current={STEP_GUESTS} />
      <h1 className="mt-8 text-4xl">Who is walking?</h1>
      <div className="mt-6 grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
        <div className="min-w-0 lg:order-1">
          <BookingForm
            draft={draft}
            user={user}
            onTyped={keepDraft}
            onDraft={change}
            onOpened={(opened, latest) => {
              change({ ...latest, bookingId: opened.booking._id });
              navigate(`${paths.booking}?booking=${encodeURIComponent(opened.booking._id)}`, { state });
            }}
          />
        </div>
        <aside className="order-first lg:sticky lg:top-22 lg:order-2 lg:self-start">
          <BookingSummary reservation={draft} />
        </aside>
      </div>
    </div>
  );
}
