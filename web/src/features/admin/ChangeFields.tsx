// The fields of a change: departure or date, route, and the guests.
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Booking } from '../../api/types';
import { useToday } from '../../api/useConfig';
import { plural } from '../../lib/text';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Input, Select } from '../../ui/Input';
import { Segmented } from '../../ui/Toggle';
import { blankGuest, type ChangeForm, type ChangeProblems, GENDERS, type GuestRow } from './booking-change';
import { targetsQuery, trekToSellQuery } from './departures/departures';
import { formatDays } from './departures/labels';

const MAX_GUESTS = 100;
const WAYS: { value: ChangeForm['way']; label: string }[] = [
  { value: 'departure', label: 'Group departure' },
  { value: 'date', label: 'Private date' },
];

interface Fields {
  booking: Booking;
  form: ChangeForm;
  problems: ChangeProblems;
  onForm: (form: ChangeForm) => void;
}

export function ChangeFields(fields: Fields) {
  // Only the guests of an unpaid booking can be changed.
  const isPaid = fields.booking.status === 'Confirmed';
  return (
    <>
      {isPaid && <Place {...fields} />}
      <Guests {...fields} canResize={isPaid} />
    </>
  );
}

function Place({ booking, form, problems, onForm }: Fields) {
  const today = useToday();
  const sold = useQuery(trekToSellQuery(booking.trek._id)).data;
  const own = { _id: booking.departureId ?? '', trekId: booking.trek._id };
  const others = useQuery(targetsQuery(own, today)).data ?? [];
  const hasGroups = others.length > 0 || booking.departureId !== undefined;
  const hasPrivate = booking.departureId === undefined || sold?.soldAs !== 'departures';
  const routes = sold?.trek.routes.filter(
    ({ _id, isVisible }) => isVisible || _id === booking.routeDetails.routeId,
  ) ?? [{ _id: booking.routeDetails.routeId, name: booking.routeDetails.routeName }];
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-semibold">Dates and route</legend>
      {hasGroups && hasPrivate && (
        <Segmented
          label="How the party walks"
          value={form.way}
          onChange={(way) => onForm({ ...form, way })}
          options={WAYS}
          className="w-fit"
        />
      )}
      {form.way === 'departure' ? (
        <Field label="Departure" required error={problems.departureId}>
          <Select value={form.departureId} onChange={(event) => onForm({ ...form, departureId: event.target.value })}>
            {booking.departureId ? (
              <option value={booking.departureId}>
                {`${formatDays({ startDate: booking.checkIn, endDate: booking.checkOut })}, ${booking.routeDetails.routeName}, as booked`}
              </option>
            ) : (
              <option value="">Choose a departure</option>
            )}
            {others.map((one) => (
              <option key={one._id} value={one._id}>
                {`${formatDays(one)}, ${one.routeName}, ${plural(one.seatsLeft, 'seat')} left`}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="Start date" required error={problems.startDate}>
            <Input
              type="date"
              min={today}
              max="9999-12-31"
              value={form.startDate}
              onChange={(event) => onForm({ ...form, startDate: event.target.value })}
            />
          </Field>
          <Field label="Route" required error={problems.routeId}>
            <Select value={form.routeId} onChange={(event) => onForm({ ...form, routeId: event.target.value })}>
              {routes.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
    </fieldset>
  );
}

function Guests({ form, problems, onForm, canResize }: Fields & { canResize: boolean }) {
  const set = (guests: GuestRow[]) => onForm({ ...form, guests });
  const [added, setAdded] = useState('');
  const add = () => {
    const guest = blankGuest();
    setAdded(guest.key);
    set([...form.guests, guest]);
  };
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-semibold">{plural(form.guests.length, 'guest')}</legend>
      {form.guests.map((guest, at) => (
        <GuestFields
          key={guest.key}
          guest={guest}
          number={at + 1}
          isAdded={guest.key === added}
          problems={problems}
          onGuest={(changed) => set(form.guests.with(at, changed))}
          onRemove={canResize && form.guests.length > 1 ? () => set(form.guests.toSpliced(at, 1)) : undefined}
        />
      ))}
      {canResize && form.guests.length < MAX_GUESTS && (
        <Button variant="secondary" size="sm" className="w-fit" onClick={add}>
          <Plus aria-hidden className="size-4" />
          Add guest
        </Button>
      )}
    </fieldset>
  );
}

function GuestFields({
  guest,
  number,
  isAdded,
  problems,
  onGuest,
  onRemove,
}: {
  guest: GuestRow;
  number: number;
  isAdded: boolean;
  problems: ChangeProblems;
  onGuest: (guest: GuestRow) => void;
  onRemove: (() => void) | undefined;
}) {
  const path = number === 1 ? 'guestDetails.primaryGuest' : `guestDetails.additionalGuests[${number - 2}]`;
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAdded) name.current?.focus();
  }, [isAdded]);
  const problem = (field: string) => problems[`${path}.${field}`];
  return (
    <fieldset
      aria-label={number === 1 ? 'Primary guest' : `Guest ${number}`}
      className="grid grid-cols-2 items-start gap-3 border-line border-t pt-3 sm:grid-cols-[minmax(0,1.3fr)_4.5rem_7rem_minmax(0,1fr)_2.75rem]"
    >
      <Field label="Name" required error={problem('name')} className="max-sm:col-span-2">
        <Input
          ref={name}
          autoComplete="off"
          value={guest.name}
          onChange={(event) => onGuest({ ...guest, name: event.target.value })}
        />
      </Field>
      <Field label="Age" required error={problem('age')}>
        <Input
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          value={guest.age}
          onChange={(event) => onGuest({ ...guest, age: event.target.value })}
        />
      </Field>
      <Field label="Gender">
        <Select
          value={guest.gender}
          onChange={(event) => onGuest({ ...guest, gender: event.target.value as GuestRow['gender'] })}
        >
          {GENDERS.map((gender) => (
            <option key={gender}>{gender}</option>
          ))}
        </Select>
      </Field>
      <Field label="Phone" required={number === 1} error={problem('phoneNumber')} className="max-sm:col-span-2">
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="off"
          value={guest.phoneNumber}
          onChange={(event) => onGuest({ ...guest, phoneNumber: event.target.value })}
        />
      </Field>
      {onRemove && (
        <Button variant="ghost" size="sm" className="self-end max-sm:col-span-2 max-sm:w-fit" onClick={onRemove}>
          <X aria-hidden className="size-4" />
          <span className="sm:sr-only">Remove {guest.name.trim() || `guest ${number}`}</span>
        </Button>
      )}
    </fieldset>
  );
}
