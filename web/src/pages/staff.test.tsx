// The Staff section of the desk, with the real route table.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { Invitation, StaffMember } from '../features/staff/staff';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import '../features/staff/Staff';
import './AdminPage';

afterEach(closePages);

const LIST = 'GET /api/staff';
const INVITE = 'POST /api/staff/invitations';
const admin = { ...maya, role: 'admin' as const };
const member = (more: Partial<StaffMember> = {}): StaffMember => ({
  _id: 's1',
  name: 'Pemba Sherpa',
  email: 'pemba@example.com',
  role: 'staff',
  createdAt: '2026-11-01T06:00:00Z',
  lastSeenAt: null,
  ...more,
});
const invitation: Invitation = {
  _id: 'i1',
  email: 'dawa@example.com',
  role: 'guide',
  invitedBy: 'Maya Gurung',
  // At the agency a day later.
  createdAt: '2026-11-20T20:00:00Z',
  expiresAt: '2026-11-27T20:00:00Z',
  isExpired: false,
};
const list = (staff: StaffMember[], invitations: Invitation[] = []) =>
  json(200, { status: 'success', data: { staff, invitations } });
const refusal = (status: number, message: string) => json(status, { status: 'error', message });

test('an owner invites a person, and a refusal keeps what was entered', async () => {
  const sent = json(201, { status: 'success', data: { invitation } });
  const server = serve({
    ...answers,
    ...signedIn(admin),
    [LIST]: [list([member()]), list([member()]), list([member()], [invitation])],
    [INVITE]: [refusal(409, 'This address has an invitation already.'), sent],
  });
  openPage('/admin?section=staff');
  await userEvent.click(await screen.findByRole('button', { name: 'Invite a person' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite a person' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(dialog.getByText('Enter an email address like name@example.com')).toBeVisible();
  expect(server.to(INVITE)).toHaveLength(0);
  await userEvent.type(dialog.getByRole('textbox', { name: /Email/ }), ' dawa@example.com ');
  await userEvent.click(dialog.getByRole('radio', { name: /^Guide/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(await dialog.findByText('This address has an invitation already.')).toBeVisible();
  expect(dialog.getByRole('radio', { name: /^Guide/ })).toBeChecked();
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(await server.to(INVITE)[1]?.json()).toEqual({ email: 'dawa@example.com', role: 'guide' });
  const open = await screen.findByRole('table', { name: 'Open invitations' });
  const row = within(open).getByRole('row', { name: /dawa@example.com/ });
  for (const text of ['Guide', 'Valid until Nov 28, 2026', 'Nov 21, 2026by Maya Gurung']) {
    expect(row).toHaveTextContent(text);
  }
});

test('an invitation is sent again, and withdrawn after a confirmation', async () => {
  const RESEND = 'POST /api/staff/invitations/i1/resend';
  const WITHDRAW = 'DELETE /api/staff/invitations/i1';
  const server = serve({
    ...answers,
    ...signedIn(admin),
    [LIST]: [list([member()], [{ ...invitation, isExpired: true }]), list([member()], [invitation]), list([member()])],
    [RESEND]: json(200, { status: 'success', data: { invitation } }),
    [WITHDRAW]: json(200, { status: 'success', message: 'Invitation withdrawn.' }),
  });
  openPage('/admin?section=staff');
  expect(await screen.findByText('Expired')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Send again/ }));
  await waitFor(() => expect(screen.queryByText('Expired')).toBeNull());
  expect(server.to(RESEND)).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: /^Withdraw/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw this invitation?' }));
  expect(server.to(WITHDRAW)).toHaveLength(0);
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw invitation' }));
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Open invitations' })).toBeNull());
});

test('a role is taken away, and the last owner is told why it cannot be', async () => {
  const CHANGE = 'PATCH /api/staff/s1';
  const only = 'This is the only owner.';
  const server = serve({
    ...answers,
    ...signedIn(admin),
    [LIST]: [list([member()]), list([member()]), list([])],
    [CHANGE]: [refusal(409, only), json(200, { status: 'success', data: { member: member({ role: 'user' }) } })],
  });
  openPage('/admin?section=staff');
  await userEvent.click(await screen.findByRole('button', { name: /^Change/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Role of Pemba Sherpa' }));
  await userEvent.click(dialog.getByRole('radio', { name: /^No role/ }));
  expect(dialog.getByText('Pemba Sherpa is signed out everywhere when you save.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Take role away' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(only);
  await userEvent.click(dialog.getByRole('button', { name: 'Take role away' }));
  expect(await screen.findByText('Nobody has a role yet.')).toBeVisible();
  expect(await server.to(CHANGE)[1]?.json()).toEqual({ role: 'user' });
});

test('the section is not for staff', async () => {
  serve({ ...answers, ...signedIn({ ...maya, role: 'staff' }), 'GET /api/treks/manage': json(500, {}) });
  const { address } = openPage('/admin?section=staff');
  await waitFor(() => expect(address()).toBe('/admin?section=manage-treks'));
});
