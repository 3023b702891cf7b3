// Travel credits at the desk and in My Bookings.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import '../features/admin/TravelCredits';
import './AdminPage';

afterEach(closePages);

const credit = {
  _id: 'c1',
  number: 'TC-2026-00042',
  state: 'open',
  amount: 500,
  currency: 'USD',
  expiresOn: '2028-11-20',
  createdAt: '2026-11-20T09:00:00Z',
  bookingId: 'b0',
  reference: 'KD-1207',
  name: 'Maya Gurung',
};
const list = (...credits: object[]) => json(200, { status: 'success', data: { credits, total: credits.length } });

test('staff see whose each credit is, its amount, until when, and its booking', async () => {
  const server = serve({
    ...answers,
    ...signedIn({ ...maya, role: 'admin' }),
    'GET /api/travel-credits': [list(credit), list()],
  });
  openPage('/admin?section=travel-credits');
  const table = within(await screen.findByRole('table', { name: 'Travel credits' }));
  expect(table.getByRole('rowheader')).toHaveTextContent('Maya GurungTC-2026-00042');
  expect(table.getByRole('row', { name: /Maya/ })).toHaveTextContent('$500.00');
  for (const link of table.getAllByRole('link', { name: 'KD-1207' })) {
    expect(link).toHaveAttribute('href', '/admin?section=all-bookings&booking=b0');
  }
  await userEvent.click(screen.getByRole('radio', { name: 'Expired' }));
  expect(await screen.findByText('No travel credit has expired.')).toBeVisible();
  const asked = server.to('GET /api/travel-credits').map(({ url }) => new URL(url).searchParams.get('state'));
  expect(asked).toEqual(['open', 'expired']);
});

test('My Bookings shows the open credits', async () => {
  serve({
    ...answers,
    ...signedIn(),
    'GET /api/travel-credits/my-credits': list(credit),
    'GET /api/bookings/my-bookings': json(200, { status: 'success', data: { bookings: [] } }),
  });
  openPage('/dashboard?section=my-bookings');
  const credits = await screen.findByRole('region', { name: 'Travel credits' });
  expect(credits).toHaveTextContent('TC-2026-00042From KD-1207, valid until Nov 20, 2028$500.00');
});
