// The audit log on the desk: who changed what, before and after, and the search.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fieldLabel, formatTimeIn, kindLabel } from '../features/admin/desk-labels';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
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

test('ROLE-08 the log shows who changed what and when, before and after, and can be searched', async () => {
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

test('ROLE-08 uploads are hidden at first and shown on request, which the address stores', async () => {
  const picture = {
    ...entry,
    _id: 'a2',
    action: 'create',
    subject: { kind: 'picture', id: 'images/banner/p1.jpg', name: 'images/banner/p1.jpg' },
    changes: [],
  };
  const server = serve({
    ...answers,
    ...signedIn({ ...maya, role: 'admin' }),
    [LIST]: (request: Request) => {
      const entries = new URL(request.url).searchParams.get('excludeKind') === 'picture' ? [entry] : [picture, entry];
      return json(200, { status: 'success', data: { entries, total: entries.length } });
    },
  });
  const page = openPage('/admin?section=audit-log&page=3');
  await screen.findByRole('row', { name: /Langtang Valley/ });
  expect(screen.queryByRole('row', { name: /p1\.jpg/ })).toBe(null);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show uploads' }));
  const link = await screen.findByRole('link', { name: 'images/banner/p1.jpg' });
  expect(link).toHaveAttribute('href', '/uploads/images/banner/p1.jpg');
  expect(page.address()).toBe('/admin?section=audit-log&uploads=shown');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show uploads' }));
  await waitFor(() => expect(page.address()).toBe('/admin?section=audit-log'));
  expect(new URL(server.to(LIST)[0]?.url ?? '').searchParams.get('excludeKind')).toBe('picture');
});

test('ROLE-08 an entry links to its subject on the desk, unless that was deleted', async () => {
  const about = (kind: string, id: string, action = 'update') => ({
    ...entry,
    _id: `${kind}${action}`,
    action,
    subject: { kind, id, name: `${action} ${kind}` },
    changes: [],
  });
  const entries = [
    about('trek', 't1'),
    about('booking', 'b1', 'refund'),
    about('blog', 'a&b'),
    about('custom trek', 'c1'),
    about('blog', 'gone', 'delete'),
    about('something new', 'x'),
  ];
  serve({
    ...answers,
    ...signedIn({ ...maya, role: 'admin' }),
    [LIST]: json(200, { status: 'success', data: { entries, total: entries.length } }),
  });
  openPage('/admin?section=audit-log');
  const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await link('update trek')).toBe('/package/edit/t1');
  expect(await link('refund booking')).toBe('/admin?section=all-bookings&booking=b1');
  expect(await link('update blog')).toBe('/admin?section=manage-blogs&blog=a%26b');
  expect(await link('update custom trek')).toBe('/admin?section=custom-treks&request=c1');
  for (const name of ['delete blog', 'update something new']) {
    expect(screen.getByText(name)).toBeVisible();
    expect(screen.queryByRole('link', { name })).toBe(null);
  }
});

test("ROLE-08 field names are readable, and times are in the agency's time zone", () => {
  expect(kindLabel('mailBookingConfirmed')).toBe('Booking confirmed');
  expect(kindLabel('mailing')).toBe('Mailing');
  expect(fieldLabel('payment.status')).toBe('Payment status');
  expect(fieldLabel('archivedAt')).toBe('Archived at');
  expect(fieldLabel('routes[0].dailyActivities[2].waypoints')).toBe('Route 1, daily activity 3, waypoints');
  expect(fieldLabel('images.secondaryImages[1]')).toBe('Images secondary image 2');
  expect(formatTimeIn('2026-11-20T20:30:00Z', 'Asia/Kathmandu')).toBe('Nov 21, 2026, 02:15');
  expect(formatTimeIn('never')).toBe('');
});
