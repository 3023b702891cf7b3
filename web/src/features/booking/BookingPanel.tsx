// Booking panel of a trek: date, guests, special requests, live price, and Reserve (document 2 §2, §4).
import clsx from 'clsx';
import { useMemo, useRef, useState } from 'react';
import type { Departure, Route, Trek } from '../../api/types';
import { addDays, formatDate } from '../../lib/dates';
import type { Closure } from '../../lib/departures';
import { lazyComponent } from '../../lib/lazy-component';
import { Button } from '../../ui/Button';
import { DatePicker } from '../../ui/DatePicker';
import { Field } from '../../ui/Field';
import { Segmented } from '../../ui/Toggle';
import { CurrencyToggle } from '../currency/CurrencyToggle';
import { useMoney } from '../currency/useMoney';
import { useSession } from '../session/useSession';
import { CancellationNote } from './CancellationNote';
import { type Choice, guestCountOf, isGroup, quoteChoice, reserveBlocker } from './choice';
import { DepartureField, type Offer, tooFewSeatsText } from './DepartureField';
import { createReservation, type Reservation } from './draft';
import { GroupDiscount } from './GroupDiscount';
import { GuestCountField } from './GuestCountField';
import { LogInToReserve, SignedOutNote } from './LogInToReserve';
import { PriceLines } from './PriceLines';
import { privateDays } from './private-days';
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
  /** Group departures of the chosen route; undefined until they are loaded. */
  departures?: readonly Departure[] | undefined;
  isDeparturesFailed?: boolean;
  /** The chosen one of them. `route` has its price then. */
  departure?: Departure | undefined;
  closures?: readonly Closure[] | undefined;
  /** Seats that are held for this party from the waitlist. */
  offer?: Offer | undefined;
}

/**
 * Keeps the main button at the bottom where the panel itself scrolls: in the sheet, and beside the page in a low
 * window. A focused field never lies under it.
 */
const stickyFooter = clsx(
  '-bottom-5 z-10 -mx-5 -mb-3 bg-raised px-5 pb-3 in-[[role=dialog]]:sticky lg:sticky [@media(max-height:26rem)]:static!',
  'before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-3.5 before:bg-linear-to-t before:from-raised before:to-transparent',
);

const PromotionCode = lazyComponent(() => import('./PromotionCode').then((file) => file.PromotionCode));
const PayChoice = lazyComponent(() => import('./PayChoice').then((file) => file.PayChoice));

const NO_CLOSURES: readonly Closure[] = [];

export function BookingPanel({
  trek,
  route,
  routeIndex,
  choice,
  onChange,
  days,
  onReserve,
  departures,
  isDeparturesFailed = false,
  departure,
  closures = NO_CLOSURES,
  offer,
}: PanelProps) {
  const { status } = useSession();
  const money = useMoney();
  const [dateError, setDateError] = useState<string>();
  const dateBox = useRef<HTMLDivElement>(null);
  const inGroup = isGroup(trek, choice);
  const calendar = useMemo(() => privateDays(trek, closures, days.today), [trek, closures, days.today]);
  const guests = guestCountOf(choice);
  const price = quoteChoice(trek, route, guests, choice.promotion);
  const offered = offer && departure?._id === offer.departureId ? offer : undefined;
  const seatsLeft = inGroup && departure ? Math.max(departure.seatsLeft, offered?.guests ?? 0) : undefined;
  const startDate = inGroup ? departure?.startDate : choice.startDate;
  const { terms } = trek.paymentDetails ?? {};
  const refusal = reserveBlocker(status === 'authenticated', route, guests, price, seatsLeft);

  function pickDate(day: string | undefined) {
    const past = day !== undefined && day < days.today ? 'This date has passed. Please choose another one.' : undefined;
    const problem = past ?? (day && calendar.problemOf(day));
    setDateError(problem);
    if (!problem) onChange({ startDate: day });
  }

  function showDateError(message: string) {
    setDateError(message);
    dateBox.current?.querySelector<HTMLElement>('button, select')?.focus();
  }

  function reserve() {
    if (inGroup && !departure) return showDateError('Please choose a departure.');
    if (!inGroup) {
      if (!choice.startDate || choice.startDate < days.today) return showDateError('Please choose a start date.');
      const problem = calendar.problemOf(choice.startDate);
      if (problem) return showDateError(`${problem}.`);
    }
    if (!route || guests === null || !price) return;
    const joined = inGroup && departure ? { departure, offer: offered?.token } : undefined;
    const reservation = createReservation(trek, route, routeIndex, choice, guests, price, joined);
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
      {trek.soldAs === 'both' && (
        <Segmented
          label="How you walk"
          value={inGroup ? 'group' : 'private'}
          onChange={(to) => {
            setDateError(undefined);
            onChange({ group: to === 'group' });
          }}
          options={[
            { value: 'private', label: 'Private, own date' },
            { value: 'group', label: 'Join a group' },
          ]}
          className="*:flex-1 *:px-2"
        />
      )}
      <div ref={dateBox}>
        {inGroup ? (
          <DepartureField
            departures={departures}
            isFailed={isDeparturesFailed}
            departure={departure}
            offer={offered}
            error={dateError}
            onChange={(departureId) => {
              setDateError(undefined);
              onChange({ departureId });
            }}
          />
        ) : (
          <Field label="Start date" error={dateError} hint={route && endDateHint(choice.startDate, route)}>
            <DatePicker value={choice.startDate} onChange={pickDate} min={days.today} max={days.last} days={calendar} />
          </Field>
        )}
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
      {route && guests !== null && (
        <PromotionCode
          trip={{ trekId: trek._id, routeId: route._id, totalGuests: guests, departureId: departure?._id }}
          promotion={choice.promotion}
          isKept
          onChange={({ promotion }) => onChange({ promotion })}
        />
      )}
      {terms && price && guests !== null && (
        <PayChoice
          terms={terms}
          price={price}
          guests={guests}
          startDate={startDate}
          today={days.today}
          pay={choice.pay ?? 'deposit'}
          onChange={(pay) => onChange({ pay })}
        />
      )}
      {startDate && price && <CancellationNote startDate={startDate} today={days.today} />}
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
        {status !== 'loading' && <BlockerNote refusal={refusal} choice={choice} seatsLeft={seatsLeft ?? 0} />}
      </div>
    </div>
  );
}

function endDateHint(startDate: string | undefined, route: Route): string | undefined {
  return startDate
    ? `${route.numberOfDays} days, back on ${formatDate(addDays(startDate, route.numberOfDays - 1))}.`
    : undefined;
}

function BlockerNote({
  refusal,
  choice,
  seatsLeft,
}: {
  refusal: ReturnType<typeof reserveBlocker>;
  choice: Choice;
  seatsLeft: number;
}) {
  if (refusal === 'no-seats') return <p role="status">{tooFewSeatsText(seatsLeft)}</p>;
  if (refusal === 'no-route') return <p>Choose a route first.</p>;
  if (refusal === 'no-guests') return <p>Enter the number of guests first.</p>;
  if (refusal === 'no-price')
    return <p>No price is available for this choice. Please choose another route or number of guests.</p>;
  if (refusal === undefined) return <p>Next: guest details, then payment. Nothing is charged yet.</p>;
  return <SignedOutNote choice={choice} />;
}
