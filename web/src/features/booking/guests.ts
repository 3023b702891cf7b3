// Validation rules of the guest forms (document 2 §5 and decision 133). The server applies the same ones in
// domain/guest.rs.
import * as z from 'zod/mini';
import type { User } from '../../api/types';
import { isPhone } from '../../lib/phone';
import '../../lib/zod-setup';
import { bookingTexts } from './messages';

export const GENDERS = ['Male', 'Female', 'Other'] as const;
export const MAX_NOTES = 2000;
const MAX_NAME = 100;

/** Number of user-visible characters: 'é' made of two code points counts as one. */
function length(text: string): number {
  return Array.from(text.normalize('NFC')).length;
}

const name = z.string().check(
  z.trim(),
  z.refine((value) => length(value) >= 2, bookingTexts.name),
  z.refine((value) => length(value) <= MAX_NAME, `Name must be at most ${MAX_NAME} characters`),
  z.refine((value) => !/\p{Cc}/u.test(value), 'Name has characters that cannot be used'),
);

const age = z.string().check(
  z.trim(),
  z.refine((value) => /^\d{1,3}$/.test(value) && Number(value) >= 5 && Number(value) <= 100, bookingTexts.age),
);

const requiredPhone = z.string().check(z.trim(), z.refine(isPhone, bookingTexts.phone));
const optionalPhone = z.string().check(
  z.trim(),
  z.refine((value) => value === '' || isPhone(value), bookingTexts.phone),
);

/** Nepal's PAN and VAT numbers, as a company may write them: '301 234 567'. */
export const panOf = (text: string): string => text.replace(/[\s-]/g, '');

const buyerPan = z
  .string()
  .check(z.refine((value) => /^(\d{9})?$/.test(panOf(value)), 'PAN or VAT number must be nine digits'));

const guest = { name, age, gender: z.enum(GENDERS) };

export const guestFormSchema = z.object({
  primaryGuest: z.object({ ...guest, phoneNumber: requiredPhone }),
  additionalGuests: z.array(z.object({ ...guest, phoneNumber: optionalPhone })),
  additionalNotes: z.string().check(z.maxLength(MAX_NOTES, `Notes must be at most ${MAX_NOTES} characters`)),
  buyerPan,
});

export type GuestForm = z.infer<typeof guestFormSchema>;
export type GuestEntry = GuestForm['primaryGuest'];

export function blankGuest(): GuestEntry {
  return { name: '', age: '', gender: 'Male', phoneNumber: '' };
}

/** Form values for `totalGuests` guests: keeps what was typed, adds blank guests, drops surplus ones. */
export function initialGuestForm(
  totalGuests: number,
  account: Pick<User, 'name' | 'phone'>,
  kept?: Partial<GuestForm>,
): GuestForm {
  const additional = kept?.additionalGuests ?? [];
  return {
    primaryGuest: { ...blankGuest(), name: account.name, phoneNumber: account.phone ?? '', ...kept?.primaryGuest },
    additionalGuests: Array.from({ length: totalGuests - 1 }, (_, index) => ({
      ...blankGuest(),
      ...additional[index],
    })),
    additionalNotes: kept?.additionalNotes ?? '',
    buyerPan: kept?.buyerPan ?? '',
  };
}
