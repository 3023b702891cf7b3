// The sections of the account page, by their name in the address (document 1 §2, decisions 16 and 17).
export const ACCOUNT_SECTIONS = [
  { id: 'my-bookings', label: 'My Bookings', inMenu: true },
  { id: 'personal-info', label: 'Personal Info', inMenu: true },
  // Reached from Personal Info and by their address; the documents leave them out of the menu.
  { id: 'security', label: 'Security', inMenu: false },
  { id: 'preferences', label: 'Preferences', inMenu: false },
  { id: 'payment-details', label: 'Payment details', inMenu: false },
] as const;

export type AccountSection = (typeof ACCOUNT_SECTIONS)[number]['id'];

/** Personal Info unless the address names another one. */
export function sectionOf(named: string | null): AccountSection {
  return ACCOUNT_SECTIONS.find((section) => section.id === named)?.id ?? 'personal-info';
}
