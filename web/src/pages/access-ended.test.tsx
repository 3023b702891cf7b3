// What is entered at the desk stays on the screen when the access ends.
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signIn } from '../features/session/session';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import '../features/staff/Staff';
import './AdminPage';

afterEach(closePages);

const owner = { ...maya, role: 'admin' as const };
const refused = json(401, { status: 'error', message: 'Please log in to continue.' });
const INVITE = 'POST /api/staff/invitations';
const list = json(200, { status: 'success', data: { staff: [], invitations: [] } });

function open(reply: Response, more: object = {}) {
  serve({
    ...answers,
    ...signedIn(owner),
    'GET /api/staff': list,
    'POST /api/auth/refresh': refused,
    [INVITE]: reply,
    ...more,
  });
  return openPage('/admin?section=staff');
}

/** Enters an address into the form of the desk and sends it. */
async function enter() {
  await userEvent.click(await screen.findByRole('button', { name: 'Invite a person' }));
  const email = await screen.findByLabelText('Email');
  await userEvent.type(email, 'pasang@example.com');
  await userEvent.click(screen.getByRole('button', { name: /^Send/ }));
  return email;
}

beforeEach(() => {
  // The desk opens without the name of another tab.
  localStorage.clear();
});

test('a form stays with what was entered when the session ends, until the person leaves the page', async () => {
  const page = open(refused);
  const email = await enter();
  expect(await screen.findByText('You were signed out.')).toBeInTheDocument();
  expect(email).toHaveValue('pasang@example.com');
  expect(page.address()).toBe('/admin?section=staff');
  expect(screen.getByRole('link', { name: 'Log in in a new tab' })).toHaveAttribute('target', '_blank');
  // As after a login in another tab.
  act(() => void signIn({ user: owner, accessToken: 'a', refreshToken: 'r' }));
  await waitFor(() => expect(screen.queryByText('You were signed out.')).not.toBeInTheDocument());
  expect(email).toHaveValue('pasang@example.com');
});

test('a person who logs in again without the role sees that the access ended, and another person sees nothing', async () => {
  const page = open(refused);
  const email = await enter();
  await screen.findByText('You were signed out.');
  act(() => void signIn({ user: { ...owner, role: 'user' }, accessToken: 'a', refreshToken: 'r' }));
  expect(await screen.findByText('Your access to this page has ended.')).toBeInTheDocument();
  expect(email).toHaveValue('pasang@example.com');
  act(() => void signIn({ user: { ...maya, id: 'other', role: 'user' }, accessToken: 'a', refreshToken: 'r' }));
  await waitFor(() => expect(page.address()).not.toContain('/admin'));
});

test('a page of the desk is left after the access ended, and does not open again', async () => {
  const page = open(refused);
  await enter();
  await screen.findByText('You were signed out.');
  await act(() => page.router.navigate('/admin?section=audit-log'));
  await waitFor(() => expect(page.address()).toMatch(/^\/login\?next=/));
});

test('a second step that becomes required keeps the form, with a link to set it up', async () => {
  const message = 'Set up a second step for your login first. It is required for staff.';
  open(json(403, { status: 'error', message, code: 'second-step-required' }));
  const email = await enter();
  expect(await screen.findByText('Set up a second step.')).toBeInTheDocument();
  expect(email).toHaveValue('pasang@example.com');
});
