// The sections of the account page, by their name in the address (document 1 §2).
export const ACCOUNT_SECTIONS = [
  { id: 'my-bookings', label: 'My Bookings' },
  { id: 'personal-info', label: 'Personal Info' },
] as const;

export type AccountSection = (typeof ACCOUNT_SECTIONS)[number]['id'];

/** Personal Info unless the address names another one. */
export function sectionOf(named: string | null): AccountSection {
  return ACCOUNT_SECTIONS.find((section) => section.id === named)?.id ?? 'personal-info';
}
