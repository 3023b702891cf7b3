// Selection of a group departure, by month, with the places left.
import type { Departure } from '../../api/types';
import { formatLocalDateTime } from '../../lib/dates';
import { GUARANTEED_TEXT, groupByMonth, isBookable, monthName, placesText, shortDaysText } from '../../lib/departures';
import { plural } from '../../lib/format';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Input';
import { Skeleton } from '../../ui/States';

/** Seats that are held for a party from the waitlist. */
export interface Offer {
  token: string;
  departureId: string;
  guests: number;
  /** Until when the seats are held. */
  expiresAt: string;
}

export function tooFewSeatsText(left: number): string {
  if (left <= 0) return 'This departure is sold out. Choose another departure.';
  return `Only ${plural(left, 'place')} ${left === 1 ? 'is' : 'are'} left on this departure. Choose fewer guests or another departure.`;
}

export function DepartureField({
  departures,
  isFailed,
  departure,
  offer,
  error,
  onChange,
}: {
  /** Undefined until they are loaded. */
  departures: readonly Departure[] | undefined;
  isFailed: boolean;
  departure: Departure | undefined;
  offer: Offer | undefined;
  error: string | undefined;
  onChange: (departureId: string | undefined) => void;
}) {
  if (isFailed) {
    return (
      <p role="alert" className="rounded-sm bg-stone px-4 py-3 text-ink-soft">
        The departures could not be loaded. Check your connection and reload the page.
      </p>
    );
  }
  if (!departures) return <Skeleton className="h-19" />;
  if (departures.length === 0) {
    return (
      <p className="rounded-sm bg-stone px-4 py-3 text-ink-soft">
        There are no departures of this route at the moment.
      </p>
    );
  }
  const canBook = (one: Departure) => isBookable(one) || one._id === offer?.departureId;
  // Short, because a phone has no room for a second line: the places only where they are few.
  const text = (one: Departure) =>
    [
      shortDaysText(one.startDate, one.endDate),
      ...(one.availability === 'AVAILABLE' ? [] : [placesText(one)]),
      ...(one.isGuaranteed ? ['guaranteed'] : []),
    ].join(' · ');
  return (
    <Field label="Departure" error={error} hint={departure && hintOf(departure, offer)}>
      <Select
        value={departure?._id ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
        className="figures"
      >
        <option value="">Choose a departure</option>
        {groupByMonth(departures).map(([month, ofMonth]) => (
          <optgroup key={month} label={monthName(month)}>
            {ofMonth.map((one) => (
              <option key={one._id} value={one._id} disabled={!canBook(one)}>
                {text(one)}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  );
}

function hintOf(departure: Departure, offer: Offer | undefined): string {
  if (offer) {
    const held = `${plural(offer.guests, 'place')} ${offer.guests === 1 ? 'is' : 'are'} held for you`;
    return `${held} until ${formatLocalDateTime(offer.expiresAt)}.`;
  }
  return departure.isGuaranteed ? `${placesText(departure)}. ${GUARANTEED_TEXT}` : `${placesText(departure)}.`;
}
