// A change of a booking by staff: the form, its request, the price that it would have, and the change itself.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiFailure, api, request } from '../../api/client';
import type { components } from '../../api/schema';
import type { Booking } from '../../api/types';
import { bookingAnswer } from '../../api/validators/booking';
import { changePreviewAnswer } from '../../api/validators/booking-change';
import { type Day, isDay } from '../../lib/dates';
import { readPath } from '../../lib/json';
import { BOOKINGS_KEY } from './all-bookings';
import { DETAIL_KEY } from './booking-mutations';
import { forgetDepartures } from './departures/departures';

type Schemas = components['schemas'];
export type BookingChange = Schemas['ChangeRequest'];
export type ChangePreview = Schemas['ChangePreview'];
export type MoneyBack = NonNullable<BookingChange['moneyBack']>;

export const GENDERS = ['Male', 'Female', 'Other'] as const;

export interface GuestRow {
  /** Stays the same while rows before it are removed. */
  key: string;
  name: string;
  age: string;
  gender: (typeof GENDERS)[number];
  phoneNumber: string;
}

export interface ChangeForm {
  /** With a group, or by itself from a day of its own. */
  way: 'departure' | 'date';
  departureId: string;
  startDate: Day;
  routeId: string;
  guests: GuestRow[];
}

/** The fields of the form by the paths of the server. */
export type ChangeProblems = Readonly<Record<string, string>>;

export function blankGuest(): GuestRow {
  return { key: crypto.randomUUID(), name: '', age: '', gender: 'Male', phoneNumber: '' };
}

export function formOf({ guestDetails, departureId, checkIn, routeDetails }: Booking): ChangeForm {
  const party = [guestDetails.primaryGuest, ...guestDetails.additionalGuests];
  return {
    way: departureId ? 'departure' : 'date',
    departureId: departureId ?? '',
    startDate: checkIn,
    routeId: routeDetails.routeId,
    guests: party.map(({ name, age, gender, phoneNumber = '' }) => ({
      ...blankGuest(),
      name,
      age: String(age),
      gender,
      phoneNumber,
    })),
  };
}

export function problemsOf({ way, departureId, startDate }: ChangeForm): ChangeProblems {
  if (way === 'departure') return departureId ? {} : { departureId: 'Choose a departure' };
  return isDay(startDate) ? {} : { startDate: 'Please select a date' };
}

export function serverProblems(failure: unknown): ChangeProblems {
  if (!(failure instanceof ApiFailure)) return {};
  return Object.fromEntries(failure.errors.map(({ field, message }) => [field, message]));
}

const asGuest = ({ name, age, gender, phoneNumber }: GuestRow) => ({
  name,
  // The server refuses the age 0 and names the field.
  age: /^\d{1,3}$/.test(age.trim()) ? Number(age) : 0,
  gender,
  ...(phoneNumber.trim() && { phoneNumber }),
});

/** Only what differs from the booking, so that nothing is priced anew without a reason. */
export function requestOf(form: ChangeForm, booking: Booking): BookingChange {
  const before = formOf(booking);
  const rows = (guests: GuestRow[]) => JSON.stringify(guests.map(asGuest));
  const [primary = blankGuest(), ...others] = form.guests;
  const isAlone = form.way === 'date';
  return {
    version: booking.version,
    ...(rows(form.guests) !== rows(before.guests) && {
      guestDetails: { primaryGuest: asGuest(primary), additionalGuests: others.map(asGuest) },
    }),
    ...(isAlone && (before.way !== 'date' || form.startDate !== before.startDate) && { startDate: form.startDate }),
    ...(isAlone && form.routeId !== before.routeId && { routeId: form.routeId }),
    ...(!isAlone && form.departureId !== before.departureId && { departureId: form.departureId }),
  };
}

export const isUnchanged = ({ version: _, ...wanted }: BookingChange) => Object.keys(wanted).length === 0;

export function useChangePreview(id: string) {
  return useMutation({
    mutationFn: async (body: BookingChange): Promise<ChangePreview> => {
      const call = api.POST('/api/bookings/{id}/change/preview', { params: { path: { id } }, body });
      return (await request(call, changePreviewAnswer, 'silent')).data.preview;
    },
  });
}

/** The same change keeps its key, so that a second click or a retry after a lost response makes it once. */
export function useChangeBooking(id: string) {
  const queries = useQueryClient();
  const attempt = useRef({ key: '', body: '' });
  return useMutation({
    mutationFn: async (body: BookingChange): Promise<Booking> => {
      const text = JSON.stringify(body);
      if (attempt.current.body !== text) attempt.current = { key: crypto.randomUUID(), body: text };
      const params = { path: { id }, header: { 'Idempotency-Key': attempt.current.key } };
      const call = api.POST('/api/bookings/{id}/change', { params, body });
      return (await request(call, bookingAnswer, 'silent')).data.booking;
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [DETAIL_KEY, id] }),
        queries.invalidateQueries({ queryKey: [BOOKINGS_KEY] }),
        queries.invalidateQueries({ queryKey: ['overview'] }),
        forgetDepartures(queries),
      ]),
  });
}

/** The booking as it is now, from the answer to a change of an older version. */
export function changedByOthers(failure: unknown): Booking | undefined {
  if (!(failure instanceof ApiFailure) || failure.status !== 409) return undefined;
  return readPath(failure.data, 'booking') as Booking | undefined;
}
