// The audit log at the desk: who changed what, before and after, found by words.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { momentIn, wordsOfField, wordsOfKind } from '../features/admin/desk-words';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Loaded before, so that no test waits for it.
import '../features/admin/AuditLog';
import './AdminPage';

afterEach(closePages);

const LIST = 'GET /api/audit';
const change = (field: string, before: unknown, after: unknown) => ({ field, before, after });
const entry = {
  _id: 'a1',
  at: '2026-11-20T20:30:00Z',
  who: { id: 'u1', name: 'Asha Rai' },
  action: 'update',
  subject: { kind: 'trek', id: 't1', name: 'Langtang Valley' },
  changes: [
    change('price', 899, 949),
    change('description', null, 'A valley.'),
    change('routes[0].isVisible', true, false),
    change('location', 'Langtang', 'Rasuwa'),
  ],
};

test('ROLE-08 it says who changed what and when, with before and after, and is searched by words', async () => {
  const server = serve({
    ...answers,
    ...signedIn({ ...maya, role: 'admin' }),
    [LIST]: json(200, { status: 'success', data: { entries: [entry], total: 1 } }),
  });
  const page = openPage('/admin?section=audit-log');
  const row = await screen.findByRole('row', { name: /Langtang Valley/ });
  expect(row).toHaveTextContent('Nov 21, 2026, 02:15');
  expect(row).toHaveTextContent('Asha Rai');
  expect(row).toHaveTextContent('Trek: update');
  expect(row).toHaveTextContent('Price 899 → 949');
  expect(row).toHaveTextContent('Description A valley.');
  await userEvent.click(screen.getByText('1 more change'));
  expect(await screen.findByText('Rasuwa')).toBeVisible();
  await userEvent.type(screen.getByRole('searchbox'), 'asha');
  await waitFor(() => expect(page.address()).toBe('/admin?section=audit-log&q=asha'));
  await waitFor(() => expect(new URL(server.to(LIST).at(-1)?.url ?? '').searchParams.get('search')).toBe('asha'));
});

test('ROLE-08 names of the wire become words, and a moment is one of the agency', () => {
  expect(wordsOfKind('mailBookingConfirmed')).toBe('Booking confirmed');
  expect(wordsOfKind('mailing')).toBe('Mailing');
  expect(wordsOfField('payment.status')).toBe('Payment status');
  expect(wordsOfField('archivedAt')).toBe('Archived at');
  expect(wordsOfField('routes[0].dailyActivities[2].waypoints')).toBe('Route 1, daily activity 3, waypoints');
  expect(wordsOfField('images.secondaryImages[1]')).toBe('Images secondary image 2');
  expect(momentIn('2026-11-20T20:30:00Z', 'Asia/Kathmandu')).toBe('Nov 21, 2026, 02:15');
  expect(momentIn('never')).toBe('');
});
