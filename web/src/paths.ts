// The only place that spells the site's addresses (document 1 §2).

export const paths = {
  home: '/',
  packages: '/packages',
  blogs: '/blogs',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  authCallback: '/auth/callback',
  checkout: '/checkout',
  booking: '/booking',
  bookingSuccess: '/booking-success',
  dashboard: '/dashboard',
  admin: '/admin',
  customTrek: '/custom-trek',
  terms: '/terms',
  privacy: '/privacy',
  unsubscribe: '/newsletter/unsubscribe',
  package: (id: string, date?: string) => withQuery(`/package/${encodeURIComponent(id)}`, { date }),
  editPackage: (id: string) => `/package/edit/${encodeURIComponent(id)}`,
  itinerary: (id: string) => `/package/${encodeURIComponent(id)}#itinerary`,
  packagesFor: (destination: string) => withQuery('/packages', { destination }),
  customTrekFor: (destination: string) => withQuery('/custom-trek', { destination }),
  blog: (id: string) => `/blog/${encodeURIComponent(id)}`,
  confirmation: (bookingId: string) => `/booking/confirmation/${encodeURIComponent(bookingId)}`,
  myBooking: (bookingId: string) => `/dashboard/bookings/${encodeURIComponent(bookingId)}`,
  checkoutOf: (bookingId: string) => withQuery('/checkout', { booking: bookingId }),
  adminSection: (section: string) => withQuery('/admin', { section }),
  adminBooking: (booking: string) => withQuery('/admin', { section: 'all-bookings', booking }),
  dashboardSection: (section: string, show?: string) => withQuery('/dashboard', { section, show }),
  /** Login and sign-up that come back to where the visitor was. */
  loginThen: (next: string) => withQuery('/login', { next }),
  forgotPasswordThen: (next: string) => withQuery('/forgot-password', { next }),
  signupThen: (next: string) => withQuery('/signup', { next }),
} as const;

function withQuery(path: string, query: Record<string, string | undefined>) {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) words.set(name, value);
  return words.size ? `${path}?${words}` : path;
}

/** Where a booking is made and paid: nothing else is offered there. */
export function isUnderWay(pathname: string): boolean {
  return pathname === paths.booking || pathname === paths.checkout;
}

/** The agency's desk: its sections and the trek editor. */
export function isDesk(pathname: string): boolean {
  return pathname === paths.admin || pathname.startsWith('/package/edit/');
}
