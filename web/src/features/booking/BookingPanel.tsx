// Booking panel of a trek: date, guests, special requests, live price, and Reserve (document 2 §2, §4).
import clsx from 'clsx';
import { useRef, useState } from 'react';
import type { Route, Trek } from '../../api/types';
import { addDays, formatDate } from '../../lib/dates';
import { Button } from '../../ui/Button';
import { DatePicker } from '../../ui/DatePicker';
import { Field } from '../../ui/Field';
import { CurrencyToggle } from '../currency/CurrencyToggle';
import { useMoney } from '../currency/useMoney';
import { useSession } from '../session/useSession';
import { type Choice, guestCountOf, quoteChoice, reserveBlocker } from './choice';
import { createReservation, type Reservation } from './draft';
import { GroupDiscount } from './GroupDiscount';
import { GuestCountField } from './GuestCountField';
import { LogInToReserve, SignedOutNote } from './LogInToReserve';
import { PriceLines } from './PriceLines';
import { SpecialRequests } from './SpecialRequests';

export interface PanelProps {
  trek: Trek;
  route: Route | undefined;
  /** Index among the visible routes. */
  routeIndex: number;
  choice: Choice;
  onChange: (change: Partial<Choice>) => void;
  days: { today: string; last: string };
  onReserve: (reservation: Reservation) => void;
}

/**
 * Keeps the main button at the bottom where the panel itself scrolls: in the sheet, and beside the page in a low
 * window. A focused field never lies under it.
 */
const stickyFooter = clsx(
  '-bottom-5 z-10 -mx-5 -mb-3 bg-raised px-5 pb-3 in-[[role=dialog]]:sticky lg:sticky [@media(max-height:26rem)]:static!',
  'before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-3.5 before:bg-linear-to-t before:from-raised before:to-transparent',
);

export function BookingPanel({ trek, route, routeIndex, choice, onChange, days, onReserve }: PanelProps) {
  const { status } = useSession();
  const money = useMoney();
  const [dateError, setDateError] = useState<string>();
  const dateBox = useRef<HTMLDivElement>(null);
  const guests = guestCountOf(choice);
  const price = quoteChoice(trek, route, guests);
  const refusal = reserveBlocker(status === 'authenticated', route, guests, price);

  function pickDate(day: string | undefined) {
    const past = day !== undefined && day < days.today;
    setDateError(past ? 'This date has passed. Please choose another one.' : undefined);
    if (!past) onChange({ startDate: day });
  }

  function reserve() {
    if (!choice.startDate || choice.startDate < days.today) {
      setDateError('Please choose a start date.');
      dateBox.current?.querySelector('button')?.focus();
      return;
    }
    if (!route || guests === null || !price) return;
    const reservation = createReservation(trek, route, routeIndex, choice, guests, price);
    if (reservation) onReserve(reservation);
  }

  // The button that leads to the next step stays visible: Reserve, or the login before it.
  const isNextStep = refusal === undefined || refusal === 'signed-out';

  return (
    <div className={clsx('grid grid-cols-1 gap-3.5', isNextStep && '[&_:is(button,input,select)]:scroll-mb-20')}>
      {route && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b pb-3">
          <span className="wrap-anywhere min-w-0 font-display font-semibold text-xl">{route.name}</span>
          <span className="figures text-ink-soft text-sm">
            {money.short(route.pricePerHead, trek.currency)} per person before taxes & fees
          </span>
        </p>
      )}
      <div ref={dateBox}>
        <Field label="Start date" error={dateError} hint={route && endDateHint(choice.startDate, route)}>
          <DatePicker value={choice.startDate} onChange={pickDate} min={days.today} max={days.last} />
        </Field>
      </div>
      <GuestCountField choice={choice} onChange={onChange} />
      {route && price && guests !== null && <GroupDiscount trek={trek} route={route} guests={guests} />}
      <SpecialRequests includeMeals={choice.includeMeals} includePorter={choice.includePorter} onChange={onChange} />
      {price && guests !== null && (
        <div aria-live="polite" className="border-line border-t pt-3.5">
          <PriceLines
            price={price}
            guests={guests}
            terms={trek.paymentDetails}
            total="first"
            beside={<CurrencyToggle />}
          />
        </div>
      )}
      <div className={isNextStep ? stickyFooter : undefined}>
        {refusal === 'signed-out' && status !== 'loading' ? (
          <LogInToReserve choice={choice} />
        ) : (
          <Button
            size="lg"
            className="w-full"
            disabled={refusal !== undefined || status === 'loading'}
            aria-describedby="reserve-why"
            onClick={reserve}
          >
            Reserve
          </Button>
        )}
      </div>
      <div id="reserve-why" className="text-ink-soft text-sm">
        {status !== 'loading' && <BlockerNote refusal={refusal} choice={choice} />}
      </div>
    </div>
  );
}

function endDateHint(startDate: string | undefined, route: Route): string | undefined {
  return startDate
    ? `${route.numberOfDays} days, back on ${formatDate(addDays(startDate, route.numberOfDays - 1))}.`
    : undefined;
}

function BlockerNote({ refusal, choice }: { refusal: ReturnType<typeof reserveBlocker>; choice: Choice }) {
  if (refusal === 'no-route') return <p>Choose a route first.</p>;
  if (refusal === 'no-guests') return <p>Enter the number of guests first.</p>;
  if (refusal === 'no-price')
    return <p>No price is available for this choice. Please choose another route or number of guests.</p>;
  if (refusal === undefined) return <p>Next: guest details, then payment. Nothing is charged yet.</p>;
  return <SignedOutNote choice={choice} />;
}
