// The addresses of the site's pages (document 1 §2), from the paths of contract/routes.json.
import patterns from 'virtual:paths';

export const paths = {
  ...patterns,
  package: (id: string, date?: string) => withQuery(fill(patterns.package, id), { date }),
  packageDeparture: (id: string, departure: string, more: { guests?: string; offer?: string | undefined } = {}) =>
    withQuery(fill(patterns.package, id), { departure, ...more }),
  editPackage: (id: string) => fill(patterns.editPackage, id),
  itinerary: (id: string) => `${fill(patterns.package, id)}#itinerary`,
  packagesFor: (destination: string) => withQuery(patterns.packages, { destination }),
  customTrekFor: (destination: string) => withQuery(patterns.customTrek, { destination }),
  blog: (id: string) => fill(patterns.blog, id),
  confirmation: (bookingId: string) => fill(patterns.confirmation, bookingId),
  myBooking: (bookingId: string) => fill(patterns.myBooking, bookingId),
  checkoutOf: (bookingId: string) => withQuery(patterns.checkout, { booking: bookingId }),
  balance: (token: string) => fill(patterns.balance, token),
  choices: (token: string) => fill(patterns.choices, token),
  proposal: (token: string) => fill(patterns.proposal, token),
  review: (token: string) => fill(patterns.review, token),
  invitation: (token: string) => fill(patterns.invitation, token),
  manifest: (departure: string) => fill(patterns.manifest, departure),
  adminSection: (section: string) => withQuery(patterns.admin, { section }),
  departure: (id: string) => fill(patterns.departure, id),
  departureChanges: (id: string) => fill(patterns.departureChanges, id),
  newDepartureOf: (trek: string) => withQuery(patterns.newDeparture, { trek }),
  departuresOf: (trek: string) => withQuery(patterns.departures, { trek }),
  adminBooking: (booking: string) => withQuery(patterns.admin, { section: 'all-bookings', booking }),
  dashboardSection: (section: string, show?: string) => withQuery(patterns.dashboard, { section, show }),
  /** Login and sign-up that return to the page that the visitor came from. */
  loginThen: (next: string) => withQuery(patterns.login, { next }),
  forgotPasswordThen: (next: string) => withQuery(patterns.forgotPassword, { next }),
  signupThen: (next: string) => withQuery(patterns.signup, { next }),
} as const;

/** A page's path with its parameter. */
function fill(pattern: string, parameter: string): string {
  return pattern.replace(/:\w+/, encodeURIComponent(parameter));
}

function withQuery(path: string, query: Record<string, string | undefined>) {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) words.set(name, value);
  return words.size ? `${path}?${words}` : path;
}

/** Where a booking is made and paid: nothing else is offered there. */
export function isUnderWay(pathname: string): boolean {
  return pathname === paths.booking || pathname === paths.checkout;
}

/** The pages with the menu of the desk. */
export function isAdmin(pathname: string): boolean {
  return `${pathname}/`.startsWith(`${paths.admin}/`);
}

/** The agency's desk: its sections and the trek editor. */
export function isDesk(pathname: string): boolean {
  return isAdmin(pathname) || pathname.startsWith(fill(patterns.editPackage, ''));
}
