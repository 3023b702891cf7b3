// Sections of the account page by their name in the URL (document 1 §2, decisions 16 and 17).
export const ACCOUNT_SECTIONS = [
  { id: 'my-bookings', label: 'My Bookings', inMenu: true },
  { id: 'personal-info', label: 'Personal Info', inMenu: true },
  // Linked from Personal Info only; the documents do not list them in the menu.
  { id: 'security', label: 'Security', inMenu: false },
  { id: 'preferences', label: 'Preferences', inMenu: false },
  { id: 'payment-details', label: 'Payment details', inMenu: false },
] as const;

export type AccountSection = (typeof ACCOUNT_SECTIONS)[number]['id'];

/** Personal Info unless the URL names another section. */
export function findSection(named: string | null): AccountSection {
  return ACCOUNT_SECTIONS.find((section) => section.id === named)?.id ?? 'personal-info';
}
