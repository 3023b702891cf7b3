// Group departures of a trek by month: dates, places left, price, and one button (operations §2). The server renders
// the same rows (crates/server/src/site/page/body/trek.html).
import clsx from 'clsx';
import { useState } from 'react';
import type { Departure, Route, Trek } from '../../api/types';
import {
  dayCount,
  daysText,
  GUARANTEED_TEXT,
  groupByMonth,
  isBookable,
  monthName,
  placesText,
  pricePerHeadOf,
} from '../../lib/departures';
import { plural } from '../../lib/format';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Input';
import { Badge, ErrorState, Skeleton } from '../../ui/States';
import { useMoney } from '../currency/useMoney';
import { MonthTabs } from './MonthTabs';
import { Waitlist } from './Waitlist';

export interface DatesProps {
  trek: Trek;
  routes: readonly Route[];
  /** In the order of their dates; undefined until they are loaded. */
  departures: readonly Departure[] | undefined;
  isFailed: boolean;
  onRetry: () => void;
  /** The departure that the booking panel shows. */
  chosen: string | undefined;
  /** Number of guests in the panel, for the waitlist. */
  guests: number | null;
  onBook: (departure: Departure) => void;
  /** Opens the booking panel for an own date. */
  onPrivate: () => void;
}

export function DatesAndPrices({ departures, isFailed, onRetry, ...props }: DatesProps) {
  return (
    <section
      id="departures"
      aria-labelledby="departures-title"
      aria-busy={(!departures && !isFailed) || undefined}
      className="scroll-mt-20"
    >
      {departures ? (
        <Dates {...props} departures={departures} />
      ) : (
        <>
          <DatesTitle />
          {isFailed ? (
            <ErrorState
              title="The departures could not be loaded"
              message="Check your connection and try again."
              onRetry={onRetry}
              className="mt-4"
            />
          ) : (
            <Skeleton className="mt-4 h-72" />
          )}
        </>
      )}
    </section>
  );
}

function DatesTitle() {
  return (
    <h2 id="departures-title" className="text-3xl">
      Dates and prices
    </h2>
  );
}

type LoadedProps = Omit<DatesProps, 'departures' | 'isFailed' | 'onRetry'> & { departures: readonly Departure[] };

function Dates({ trek, routes, departures, chosen, guests, onBook, onPrivate }: LoadedProps) {
  const sold = departures.filter((one) => routes.some((route) => route._id === one.routeId));
  const routesSold = routes.filter((route) => sold.some((one) => one.routeId === route._id));
  const [routeId, setRouteId] = useState('');
  const shown = sold.filter((one) => routeId === '' || one.routeId === routeId);
  const months = groupByMonth(shown);
  const [wanted, setMonth] = useState<string>();
  const month = months.find(([name]) => name === wanted) ?? months[0];
  const isPrivateToo = trek.soldAs === 'both';
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <DatesTitle />
          <p className="mt-3 max-w-measure text-ink-soft">
            {sold.length > 0 ? 'Join a group on one of these dates.' : emptyText(isPrivateToo)}
          </p>
        </div>
        {routesSold.length > 1 && (
          <Field label="Route of the departures" className="w-full sm:w-64">
            <Select value={routeId} onChange={(event) => setRouteId(event.target.value)}>
              <option value="">All routes</option>
              {routesSold.map((route) => (
                <option key={route._id} value={route._id}>
                  {route.name}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      {month && (
        <>
          {months.length > 1 && <MonthTabs months={months.map(([name]) => name)} month={month[0]} onMonth={setMonth} />}
          <h3 className="mt-5 font-semibold text-xl">{monthName(month[0])}</h3>
          <ul className="mt-1 divide-y divide-line border-line border-b">
            {month[1].map((one) => (
              <Row
                key={one._id}
                trek={trek}
                departure={one}
                route={routes.find((route) => route._id === one.routeId)}
                isRouteShown={routes.length > 1}
                isChosen={one._id === chosen}
                guests={guests}
                onBook={onBook}
              />
            ))}
          </ul>
          {sold.some((one) => one.isGuaranteed) && <p className="mt-3 text-ink-soft text-sm">{GUARANTEED_TEXT}</p>}
        </>
      )}
      {isPrivateToo && sold.length > 0 && (
        <p className="mt-3 text-ink-soft">
          None of these dates suits you?{' '}
          <button
            type="button"
            onClick={onPrivate}
            className="min-h-6 font-semibold text-glacier underline underline-offset-2"
          >
            Choose your own date
          </button>{' '}
          and walk as a private group.
        </p>
      )}
    </>
  );
}

function emptyText(isPrivateToo: boolean): string {
  return isPrivateToo
    ? 'There are no group departures at the moment. You can still choose your own date and walk as a private group.'
    : 'There are no departures at the moment. Ask us for the next dates.';
}

function Row({
  trek,
  departure,
  route,
  isRouteShown,
  isChosen,
  guests,
  onBook,
}: {
  trek: Trek;
  departure: Departure;
  route: Route | undefined;
  isRouteShown: boolean;
  isChosen: boolean;
  guests: number | null;
  onBook: (departure: Departure) => void;
}) {
  const money = useMoney();
  const { startDate, endDate, availability, isGuaranteed, allInPrice } = departure;
  const dates = daysText(startDate, endDate);
  const price = allInPrice ?? (route && pricePerHeadOf(departure, route)) ?? 0;
  const length = plural(dayCount(startDate, endDate), 'day');
  return (
    <li
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_7.5rem_7rem_minmax(9rem,auto)]',
        isChosen && '-mx-3 rounded-sm bg-stone px-3',
      )}
    >
      <p className="min-w-0">
        <span className="figures block text-balance font-semibold">{dates}</span>
        <span className="wrap-anywhere block text-ink-soft text-sm">
          {isRouteShown && route ? `${length} · ${route.name}` : length}
        </span>
      </p>
      <p className="flex flex-col items-end gap-1 text-sm sm:items-start">
        <span className={clsx('figures', availability === 'LIMITED' && 'font-semibold text-marigold-ink')}>
          {placesText(departure)}
        </span>
        {isGuaranteed && <Badge tone="success">Guaranteed</Badge>}
      </p>
      <p className="figures leading-tight sm:text-right">
        <span className="block font-display font-semibold text-lg">{money.short(price, trek.currency)}</span>
        <span className="text-ink-soft text-xs">incl. taxes & fees</span>
      </p>
      <div className="justify-self-end">
        {availability === 'SOLD_OUT' && <Waitlist departure={departure} guests={guests} />}
        {isBookable(departure) && (
          <Button
            size="sm"
            variant={isChosen ? 'secondary' : 'primary'}
            aria-label={`${isChosen ? 'Chosen' : 'Book'} ${dates}`}
            onClick={() => onBook(departure)}
          >
            {isChosen ? 'Chosen' : 'Book'}
          </Button>
        )}
      </div>
    </li>
  );
}
