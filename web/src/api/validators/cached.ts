// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
/** What the offline cache holds, by the first part of the query key, and the fingerprint of its required fields. */
export const CACHED: Readonly<Record<string, string>> = {
  config: 'R-FR',
  treks: 'HLBc',
  trending: 'HLBc',
  trek: 'Zsjk',
  blogs: '1ila',
  blog: '6cLg',
  achievements: 'XtqF',
  'my-bookings': 'wL0V',
  booking: 'wL0V',
};
