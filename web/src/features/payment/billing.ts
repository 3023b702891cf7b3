// Billing details: validation (decision 77) and a draft in sessionStorage. The card is never stored.
import * as z from 'zod/mini';
import '../../lib/zod-setup';
import { isObject } from '../../lib/json';
import { readJson, remove, writeJson } from '../../lib/storage';
import type { Billing } from './card';

const MAX_LENGTH = 300;
const required = (what: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, `${what} is required`),
      z.maxLength(MAX_LENGTH, `${what} must be at most ${MAX_LENGTH} characters`),
    );

export const billingSchema = z.object({
  name: required('Name on the card'),
  email: required('Email').check(
    z.refine((text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text), 'Please enter a valid email address'),
  ),
  phone: z.string().check(
    z.trim(),
    z.maxLength(MAX_LENGTH, `Phone must be at most ${MAX_LENGTH} characters`),
    z.refine((text) => text === '' || /^\+?[\d -]{10,}$/.test(text), 'Please enter a valid phone number'),
  ),
  address: required('Billing address'),
});

const keyOf = (bookingId: string) => `draft:billing:${bookingId}`; // removed at logout, see main.tsx

function isBilling(value: unknown): value is Partial<Billing> {
  return isObject(value) && Object.values(value).every((text) => typeof text === 'string');
}

export function initialBilling(bookingId: string, known: Billing): Billing {
  return { ...known, ...readJson('session', keyOf(bookingId), isBilling) };
}

export function saveBilling(bookingId: string, typed: Partial<Billing>): void {
  writeJson('session', keyOf(bookingId), typed);
}

/** Moves the draft to the booking that replaced another one, when a guest was changed after the payment had started. */
export function moveBilling(from: string, to: string): void {
  const typed = readJson('session', keyOf(from), isBilling);
  if (from === to || !typed) return;
  saveBilling(to, typed);
  clearBilling(from);
}

export function clearBilling(bookingId: string): void {
  remove('session', keyOf(bookingId));
}
