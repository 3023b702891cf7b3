// Keys that open an admin section. The shortcut sheet and the keyboard handler use this table.
import type { AdminSectionId } from '../sections';

/** Second key after `g`, for "go to". */
export const GO_KEYS: Record<string, AdminSectionId> = {
  t: 'manage-treks',
  b: 'all-bookings',
  y: 'my-bookings',
  p: 'manage-blogs',
  n: 'manage-subscribers',
  a: 'view-achievements',
  d: 'departures',
  c: 'custom-treks',
  l: 'audit-log',
  f: 'failed-mails',
};

/** Shortcut of a section, for example 'g t'. */
export function goShortcut(section: string): string | undefined {
  const letter = Object.keys(GO_KEYS).find((key) => GO_KEYS[key] === section);
  return letter && `g ${letter}`;
}
