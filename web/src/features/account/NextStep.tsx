// First section of a booking's page: the next step and its button.
import clsx from 'clsx';
import { useRef } from 'react';
import type { Booking } from '../../api/types';
import { useBookableDays } from '../../api/useConfig';
import { bookedItineraryPath, bookedTrekPath } from '../../lib/booked-trek';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/Button';
import type { Tone } from '../../ui/States';
import { nextStepOf, type NextStep as Step } from './next-step';
import { useFocusAfterChange } from './useFocusAfterChange';

const EDGES: Record<Tone, string> = {
  neutral: 'border-l-line-strong',
  info: 'border-l-glacier',
  success: 'border-l-juniper',
  warning: 'border-l-marigold',
  danger: 'border-l-danger',
};

export function NextStep({ booking }: { booking: Booking }) {
  const { today } = useBookableDays();
  const step = nextStepOf(booking, today);
  const title = useRef<HTMLHeadingElement>(null);
  useFocusAfterChange(booking.status, title);
  return (
    <section
      aria-labelledby="next-step"
      className={clsx('rounded-lg border border-line border-l-4 bg-raised p-5 sm:p-6', EDGES[step.tone])}
    >
      <h2 id="next-step" ref={title} tabIndex={-1} className="figures text-2xl outline-none">
        {step.title}
      </h2>
      <p className="figures mt-1 max-w-measure text-ink-soft">{step.text}</p>
      <Action step={step} booking={booking} />
    </section>
  );
}

function Action({ step, booking }: { step: Step; booking: Booking }) {
  switch (step.action) {
    case 'pay':
      return (
        <ButtonLink to={paths.checkoutOf(booking._id)} className="mt-4 max-sm:w-full">
          Pay now
        </ButtonLink>
      );
    case 'payBalance':
      return (
        booking.balanceToken && (
          <ButtonLink to={paths.balance(booking.balanceToken)} className="mt-4 max-sm:w-full">
            Pay the balance
          </ButtonLink>
        )
      );
    case 'takeAgain':
      return (
        <ButtonLink to={paths.checkoutOf(booking._id)} className="mt-4 max-sm:w-full">
          Take the seats again
        </ButtonLink>
      );
    case 'seePayment':
      return (
        <ButtonLink variant="secondary" to={paths.confirmation(booking._id)} className="mt-4">
          View payment
        </ButtonLink>
      );
    case 'choose':
      return (
        booking.openChoice?.token && (
          <ButtonLink to={paths.choices(booking.openChoice.token)} className="mt-4 max-sm:w-full">
            Choose what happens
          </ButtonLink>
        )
      );
    case 'review':
      return (
        booking.openReview && (
          <ButtonLink to={paths.review(booking.openReview.token)} className="mt-4 max-sm:w-full">
            {booking.openReview.isWritten ? 'Change your review' : 'Write a review'}
          </ButtonLink>
        )
      );
    case 'itinerary':
      return (
        <ButtonLink variant="secondary" to={bookedItineraryPath(booking.trek)} className="mt-4">
          View itinerary
        </ButtonLink>
      );
    case 'bookAgain':
      return (
        <ButtonLink variant="secondary" to={bookedTrekPath(booking.trek)} className="mt-4">
          Book again
        </ButtonLink>
      );
    default:
      return null;
  }
}
