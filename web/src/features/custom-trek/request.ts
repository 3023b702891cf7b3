// Validation rules and API call of a custom trek request (decisions §10, ledger DECIDE-15).
import * as z from 'zod/mini';
import '../../lib/zod-setup';
import { api, send } from '../../api/client';
import type { CustomTrekRequest } from '../../api/types';
import { isPhone } from '../../lib/phone';

export const MAX_DESTINATION = 200;
export const MAX_MESSAGE = 2000;
const MAX_DAYS = 60;
const MAX_GUESTS = 100;

/** Number of user-visible characters: 'é' made of two code points counts as one. */
const length = (text: string) => Array.from(text.normalize('NFC')).length;
const isCount = (text: string, most: number) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= most;

/** The server has the same rules and messages in domain/custom_trek.rs. */
export const customTrekSchema = z.object({
  destination: z.string().check(
    z.trim(),
    z.refine((text) => text !== '', 'Please tell us where you want to go'),
    z.refine((text) => length(text) <= MAX_DESTINATION, `Destination must be at most ${MAX_DESTINATION} characters`),
  ),
  startDate: z.string(),
  days: z.string().check(
    z.trim(),
    z.refine((text) => text === '' || isCount(text, MAX_DAYS), `Days must be between 1 and ${MAX_DAYS}`),
  ),
  guests: z.string().check(
    z.trim(),
    z.refine((text) => isCount(text, MAX_GUESTS), `Guests must be between 1 and ${MAX_GUESTS}`),
  ),
  message: z.string().check(
    z.trim(),
    z.refine((text) => length(text) <= MAX_MESSAGE, `Message must be at most ${MAX_MESSAGE} characters`),
  ),
  name: z.string().check(
    z.trim(),
    z.refine((text) => length(text) >= 2, 'Name must be at least 2 characters'),
    z.refine((text) => length(text) <= 100, 'Name must be at most 100 characters'),
  ),
  email: z.string().check(z.trim(), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Please enter a valid email address')),
  phone: z.string().check(
    z.trim(),
    z.refine((text) => text === '' || isPhone(text), 'Please enter a valid phone number'),
  ),
});
export type CustomTrekValues = z.infer<typeof customTrekSchema>;

/** In the order of the form: the first field with an error gets the focus. */
export const FIELDS = ['destination', 'startDate', 'days', 'guests', 'message', 'name', 'email', 'phone'] as const;

export const BLANK: CustomTrekValues = {
  destination: '',
  startDate: '',
  days: '',
  guests: '2',
  message: '',
  name: '',
  email: '',
  phone: '',
};

export function requestOf(wish: CustomTrekValues): CustomTrekRequest {
  const { destination, startDate, days, guests, message, name, email, phone } = wish;
  return {
    name,
    email,
    ...(phone && { phone }),
    destination,
    ...(startDate && { startDate }),
    ...(days && { days: Number(days) }),
    guests: Number(guests),
    ...(message && { message }),
  };
}

/** Idempotency key of an unchanged body, so that a request whose response was lost is not stored twice. */
export interface Attempt {
  key: string;
  body: string;
}

export function attemptFor(body: CustomTrekRequest, before: Attempt | undefined): Attempt {
  const text = JSON.stringify(body);
  return before?.body === text ? before : { key: crypto.randomUUID(), body: text };
}

export async function sendRequest(body: CustomTrekRequest, key: string): Promise<void> {
  await send(api.POST('/api/custom-treks', { params: { header: { 'Idempotency-Key': key } }, body }), 'silent');
}
