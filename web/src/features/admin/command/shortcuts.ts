// The keys that open a section of the desk: one table, which the sheet shows and the keyboard follows.
import type { AdminSectionId } from '../sections';

/** Behind `g`, for "go to". */
export const GO_KEYS: Record<string, AdminSectionId> = {
  t: 'manage-treks',
  b: 'all-bookings',
  y: 'my-bookings',
  p: 'manage-blogs',
  n: 'manage-subscribers',
  a: 'view-achievements',
  c: 'custom-treks',
  l: 'audit-log',
  f: 'failed-mails',
};

/** 'g t' for the section that it opens. */
export function goKeysOf(section: string): string | undefined {
  const letter = Object.keys(GO_KEYS).find((key) => GO_KEYS[key] === section);
  return letter && `g ${letter}`;
}
