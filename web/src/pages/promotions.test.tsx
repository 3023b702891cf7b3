// Promotion codes at the desk.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import '../features/admin/promotions/Promotions';
import './AdminPage';

afterEach(closePages);

const spring = {
  _id: 'p1',
  code: 'SPRING',
  state: 'active',
  percent: 10,
  validFrom: null,
  validUntil: '2026-12-31',
  maxUses: 5,
  uses: 2,
  trekIds: [],
  note: 'For the fair',
  isActive: true,
  version: 3,
};
const list = (...promotions: object[]) =>
  json(200, { status: 'success', data: { promotions, total: promotions.length } });
const one = (promotion: object) => json(200, { status: 'success', data: { promotion } });
const desk = () => ({ ...answers, ...signedIn({ ...maya, role: 'staff' }) });

test('staff see how often a code was used and until when it is valid, and make a new one', async () => {
  const taken = 'This promotion code exists already. Choose another one.';
  const refused = json(409, { status: 'error', message: taken, errors: [{ field: 'code', message: taken }] });
  const server = serve({
    ...desk(),
    'GET /api/promotions': list(spring),
    'POST /api/promotions': [refused, one({ ...spring, code: 'AUTUMN' })],
  });
  openPage('/admin?section=promotions');
  const row = await screen.findByRole('row', { name: /SPRING/ });
  expect(row).toHaveTextContent('10% off');
  expect(row).toHaveTextContent('Until Dec 31, 2026');
  expect(row).toHaveTextContent('2 of 5');
  await userEvent.click(screen.getByRole('button', { name: 'New promotion' }));
  const form = within(await screen.findByRole('dialog', { name: 'New promotion' }));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(form.getByText('Enter a code of at least 3 characters')).toBeVisible();
  expect(server.to('POST /api/promotions')).toHaveLength(0);
  await userEvent.type(form.getByLabelText('Code'), 'autumn');
  await userEvent.click(form.getByRole('radio', { name: 'Amount' }));
  await userEvent.type(form.getByLabelText('Amount off, in USD'), '25.50');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(taken)).toBeVisible();
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('AUTUMN was saved.')).toBeInTheDocument();
  expect(await server.to('POST /api/promotions')[1]?.json()).toMatchObject({ code: 'autumn', amount: 25.5 });
});

test('staff see which bookings use a code, with the day on which each was made at the agency', async () => {
  const use = {
    bookingId: 'b1',
    reference: 'KD-1207',
    name: 'Maya Gurung',
    trek: 'Mardi Himal',
    status: 'Confirmed',
    amount: 50,
    currency: 'USD',
    createdAt: '2026-11-20T20:00:00Z',
  };
  const uses = json(200, { status: 'success', data: { uses: [use], total: 1 } });
  serve({ ...desk(), 'GET /api/promotions': list(spring), 'GET /api/promotions/p1/uses': uses });
  openPage('/admin?section=promotions');
  await userEvent.click(await screen.findByRole('button', { name: /^Bookings/ }));
  expect(await screen.findByRole('row', { name: /KD-1207/ })).toHaveTextContent('Nov 21, 2026$50.00');
});

test('a code is switched off with the version that was read', async () => {
  const server = serve({
    ...desk(),
    'GET /api/promotions': list(spring),
    'PATCH /api/promotions/p1': one({ ...spring, isActive: false, state: 'off', version: 4 }),
  });
  openPage('/admin?section=promotions');
  await userEvent.click(await screen.findByRole('button', { name: /Switch off ?SPRING/ }));
  expect(await screen.findByText('SPRING is switched off.')).toBeInTheDocument();
  expect(await server.to('PATCH /api/promotions/p1')[0]?.json()).toEqual({ isActive: false, version: 3 });
});
