// /booking: enter the guests, then pay (document 2 §2). The draft in session storage and ?booking= survive a reload.
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Booking, User } from '../api/types';
import { BookingForm } from '../features/booking/BookingForm';
import { BookingSummary } from '../features/booking/BookingSummary';
import { saveChoice } from '../features/booking/choice';
import { clearDraft, type Draft, loadDraft, saveDraft, toChoice } from '../features/booking/draft';
import { bookingTexts } from '../features/booking/messages';
import { bookingSteps, STEP_GUESTS } from '../features/booking/steps';
import { moveBilling } from '../features/payment/billing';
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
  if (!user) return null; // the route's guard requires a user
  if (bookingId) {
    const confirmed = (booking: Booking) => {
      clearDraft();
      navigate(paths.confirmation(booking._id), { replace: true });
    };
    return (
      <Checkout
        bookingId={bookingId}
        onConfirmed={confirmed}
        onBooked={confirmed}
        onPaidBefore={(booking) => navigate(paths.confirmation(booking._id), { replace: true })}
      />
    );
  }
  return <GuestsStep user={user} />;
}

function GuestsStep({ user }: { user: User }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft | null>(() => loadDraft(state, user.id));
  const missing = draft === null;
  // Newer than the draft: storing what is typed must not re-render up to a hundred guest forms for each key press.
  const typed = useRef(draft?.form);
  // On the way back from the payment the path stays the same, so the focus must be moved explicitly.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  useEffect(() => {
    if (!missing) return;
    toast.error(bookingTexts.missingInformation, { id: 'missing-booking' });
    navigate(paths.home, { replace: true });
  }, [missing, navigate]);
  if (!draft) return <p className="page-width py-20">{bookingTexts.missingInformation}</p>;

  const change = (changed: Draft) => {
    const next = { ...changed, form: typed.current };
    saveDraft(next);
    setDraft(next);
  };
  const changeTrip = (next: Draft) => {
    change(next);
    saveChoice(next.bookingData.trekId, toChoice(next));
    // A reload restores the state of this history entry.
    const { bookingData, details, selectedRoute } = next;
    navigate(paths.booking, {
      replace: true,
      preventScrollReset: true,
      state: { bookingData, details, selectedRoute },
    });
  };
  return (
    <div className="page-width pt-8 pb-16">
      <PageTitle>{`Guests · ${draft.details.name}`}</PageTitle>
      <StepBar label="Steps of the booking" steps={bookingSteps(draft)} current={STEP_GUESTS} />
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-4xl outline-none">
        Guest details
      </h1>
      <div className="mt-6 grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
        <div className="min-w-0 lg:order-1">
          <BookingForm
            draft={draft}
            user={user}
            onTyped={(form) => {
              typed.current = form;
              saveDraft({ ...draft, form });
            }}
            onDraft={change}
            onWishes={changeTrip}
            onOpened={(opened, latest) => {
              if (latest.caller) {
                clearDraft();
                toast.success('Booked for the caller. Record the payment here.');
                return navigate(paths.adminBooking(opened.booking._id), { replace: true });
              }
              if (opened.booking.status === 'Confirmed') {
                clearDraft();
                return navigate(paths.confirmation(opened.booking._id), { replace: true });
              }
              if (latest.bookingId) moveBilling(latest.bookingId, opened.booking._id);
              change({ ...latest, bookingId: opened.booking._id });
              navigate(`${paths.booking}?booking=${encodeURIComponent(opened.booking._id)}`, { state });
            }}
          />
        </div>
        <aside className="order-first lg:sticky lg:top-22 lg:order-2 lg:self-start">
          <BookingSummary draft={draft} onDraft={changeTrip} />
        </aside>
      </div>
    </div>
  );
}
