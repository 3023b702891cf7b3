// Collects the errors of the guest forms, by field and as a list for the error summary.
import type { FieldErrors } from 'react-hook-form';
import type { FieldError } from '../../ui/ErrorSummary';
import type { GuestEntry, GuestForm } from './guests';

export type GuestPath = 'primaryGuest' | `additionalGuests.${number}`;

// In the order of the form.
const FIELDS = ['name', 'phoneNumber', 'age', 'gender'] as const;

export function errorAt(errors: FieldErrors<GuestForm>, path: GuestPath, field: keyof GuestEntry): string | undefined {
  const [list, index] = path.split('.');
  const guest = list === 'primaryGuest' ? errors.primaryGuest : errors.additionalGuests?.[Number(index)];
  return guest?.[field]?.message;
}

/** All errors in the order of the form. `others` belong to no field. */
export function guestErrors(errors: FieldErrors<GuestForm>, totalGuests: number, others: string[]): FieldError[] {
  const found: FieldError[] = [];
  for (let number = 1; number <= totalGuests; number++) {
    const path: GuestPath = number === 1 ? 'primaryGuest' : `additionalGuests.${number - 2}`;
    const part = number === 1 ? 'Primary guest' : `Guest ${number}`;
    for (const field of FIELDS) {
      const message = errorAt(errors, path, field);
      if (message) found.push({ id: `${path}.${field}`, part, message });
    }
  }
  for (const id of ['additionalNotes', 'buyerPan'] as const) {
    const message = errors[id]?.message;
    if (message) found.push({ id, message });
  }
  return found.length > 0 ? [...found, ...others.map((message) => ({ message }))] : [];
}
