// The keys of the desk: one table, which the sheet shows and the keyboard follows.
import { commandKey } from '../../../lib/platform';
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

export interface Shortcut {
  keys: string[];
  does: string;
}

/** What is not "go to". */
export function listShortcuts(): Shortcut[] {
  return [
    { keys: ['/'], does: 'Search in the list' },
    { keys: ['j', '↓'], does: 'Next row' },
    { keys: ['k', '↑'], does: 'Row before' },
    { keys: ['Enter'], does: 'Open the row' },
    { keys: ['u'], does: 'Back to the list' },
    { keys: ['n'], does: 'New trek, blog or achievement' },
  ];
}

export function alwaysShortcuts(): Shortcut[] {
  return [
    { keys: [`${commandKey()} K`], does: 'Command menu' },
    { keys: [`${commandKey()} S`], does: 'Save, while a trek is edited' },
    { keys: ['Esc'], does: 'Close what lies over the page, leave the search' },
  ];
}
