// A desk with two treks and one booking, for tests of the command menu and the shortcuts.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answers, json, maya, openPage, serve, signedIn } from '../test-server';
import { bookingOf } from './booking-fixtures';

export const data = (value: object) => json(200, { status: 'success', data: value });
export const langtang = {
  _id: 't1',
  name: 'Langtang Valley',
  location: 'Langtang',
  noOfRoutes: 3,
  visibleRoutes: 2,
  price: 899,
  currency: 'USD',
  bookings: 4,
  version: 1,
  updatedAt: '2026-11-02T00:00:00Z',
  bannerImage: '/pictures/banner.svg',
};
export const mustang = { ...langtang, _id: 't2', name: 'Upper Mustang', location: 'Lo' };
export const admin = { ...maya, role: 'admin' as const };
export const booking = { ...bookingOf('Confirmed'), _id: 'b1' };

export function desk(more: Parameters<typeof serve>[0] = {}) {
  return serve({
    ...answers,
    ...signedIn(admin),
    'GET /api/overview': json(500, {}),
    'GET /api/treks/manage': (request: Request) => {
      const search = new URL(request.url).searchParams.get('search') ?? '';
      const treks = [langtang, mustang].filter(({ name }) => name.toLowerCase().includes(search));
      return data({ treks, total: treks.length });
    },
    'GET /api/bookings': data({ bookings: [booking], total: 1 }),
    'GET /api/blogs/manage': data({ blogs: [], total: 0 }),
    'GET /api/departures': data({ departures: [], total: 0 }),
    'GET /api/custom-treks': data({ customTreks: [], total: 0 }),
    'GET /api/newsletter/subscribers': data({ subscribers: [], total: 0 }),
    ...more,
  });
}

/** Opens the list of treks and waits for its rows. */
export async function openTreks(more?: Parameters<typeof serve>[0]) {
  const server = desk(more);
  const page = openPage('/admin?section=manage-treks');
  await screen.findByRole('row', { name: /Langtang Valley/ });
  return { ...page, server };
}
export const text = () => screen.findByRole('combobox', { name: 'Search or go to' });
export const openMenu = async () => {
  await userEvent.keyboard('{Control>}k{/Control}');
  return text();
};
export const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
