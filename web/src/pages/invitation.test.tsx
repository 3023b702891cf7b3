// /invitation/:token with the real route table.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { ReceivedInvitation } from '../features/staff/staff';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

import './InvitationPage';

afterEach(closePages);

const READ = 'GET /api/invitations/tok';
const ACCEPT = 'POST /api/invitations/tok/accept';
const invitation: ReceivedInvitation = {
  email: 'pemba@example.com',
  role: 'guide',
  invitedBy: 'Ang Rita',
  expiresAt: '2026-11-27T03:00:00Z',
  hasAccount: false,
};
const received = (more: Partial<ReceivedInvitation> = {}) =>
  json(200, { status: 'success', data: { invitation: { ...invitation, ...more } } });
const guide = { ...maya, email: 'pemba@example.com', role: 'guide' as const };
const desk = { 'GET /api/users/me/departures': json(500, {}) };

test('a person without an account creates one, and is signed in with the role', async () => {
  const weak = json(400, {
    status: 'error',
    message: 'Please fill out all fields correctly.',
    errors: [{ field: 'password', message: 'This password is too common.' }],
  });
  const tokens = { 'x-access-token': 'a', 'x-refresh-token': 'r' };
  const made = json(200, { status: 'success', user: guide }, tokens);
  const server = serve({ ...answers, ...desk, [READ]: received(), [ACCEPT]: [weak, made] });
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone: 'America/New_York',
  } as Intl.ResolvedDateTimeFormatOptions);
  const { address } = openPage('/invitation/tok');
  expect(await screen.findByText(/Ang Rita invites/)).toBeVisible();
  expect(screen.getByText('Nov 26, 2026')).toBeVisible();
  const button = await screen.findByRole('button', { name: 'Create account and accept' });
  await userEvent.click(button);
  expect(screen.getByText('Enter your name')).toBeVisible();
  expect(server.to(ACCEPT)).toHaveLength(0);
  await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), 'Pemba Sherpa');
  await userEvent.type(screen.getByLabelText('Password'), 'password1');
  await userEvent.click(button);
  expect(await screen.findByText('This password is too common.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: /Name/ })).toHaveValue('Pemba Sherpa');
  await userEvent.click(button);
  await waitFor(() => expect(address()).toBe('/guide'));
  expect(await server.to(ACCEPT)[1]?.json()).toEqual({ name: 'Pemba Sherpa', password: 'password1' });
});

test('an account of the address accepts when it is logged in, and logs in first', async () => {
  serve({ ...answers, [READ]: received({ hasAccount: true }) });
  openPage('/invitation/tok');
  const link = await screen.findByRole('link', { name: 'Log in' });
  expect(link).toHaveAttribute('href', '/login?next=%2Finvitation%2Ftok');
  closePages();
  document.body.innerHTML = '';
  const server = serve({
    ...answers,
    ...desk,
    ...signedIn({ ...guide, role: 'user' }),
    [READ]: received({ hasAccount: true }),
    [ACCEPT]: json(200, { status: 'success', user: guide }),
  });
  const { address } = openPage('/invitation/tok');
  await userEvent.click(await screen.findByRole('button', { name: 'Accept the invitation' }));
  await waitFor(() => expect(address()).toBe('/guide'));
  expect(server.to(ACCEPT)).toHaveLength(1);
});

test('another account is told to log out, which keeps the page', async () => {
  serve({
    ...answers,
    ...signedIn(maya),
    [READ]: received({ hasAccount: true }),
    'POST /api/auth/logout': json(200, { status: 'success', message: 'Logout successful' }),
  });
  const { address } = openPage('/invitation/tok');
  expect(await screen.findByText(/this invitation is for another address/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Accept the invitation' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  expect(await screen.findByText('This address has an account. Log in with it to accept.')).toBeVisible();
  expect(address()).toBe('/invitation/tok');
});

test('a link that was used, withdrawn or is wrong says so', async () => {
  const withdrawn = json(410, { status: 'error', message: 'This invitation was withdrawn.' });
  serve({ ...answers, [READ]: received(), [ACCEPT]: withdrawn });
  openPage('/invitation/tok');
  await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 'Pemba Sherpa');
  await userEvent.type(screen.getByLabelText('Password'), 'valley of many rivers');
  await userEvent.click(screen.getByRole('button', { name: 'Create account and accept' }));
  expect(await screen.findByRole('heading', { name: 'This invitation is no longer open' })).toBeVisible();
  expect(screen.getByText('This invitation was withdrawn.')).toBeVisible();
  closePages();
  document.body.innerHTML = '';
  serve({ ...answers, [READ]: json(404, { status: 'error', message: 'This link is not valid.' }) });
  openPage('/invitation/tok');
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible();
});
