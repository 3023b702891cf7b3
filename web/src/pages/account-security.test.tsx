import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { makeBooking } from '../fixtures';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import './DashboardPage';
import '../features/account/Security';
import './HomePage';

afterEach(closePages);

const SESSIONS = 'GET /api/users/me/sessions';
const hour = 3_600_000;
const session = (_id: string, device: string, current = false, age = 3 * hour) => ({
  _id,
  current,
  device,
  createdAt: '2026-11-08T06:00:00Z',
  lastUsedAt: new Date(Date.now() - age).toISOString(),
});
const sessions = (...list: object[]) => json(200, { status: 'success', data: { sessions: list } });
const gone = () => new Response(null, { status: 204 });
const failure = (status: number, message: string, errors: object[] = []) =>
  json(status, { status: 'error', message, errors });
const SIGN_INS = 'GET /api/users/me/sign-ins';
const google = {
  provider: 'Google',
  issuer: 'https://accounts.google.com',
  subject: '1',
  createdAt: '2026-11-08T06:00:00Z',
};
const linked = (...signIns: object[]) => json(200, { status: 'success', data: { signIns } });
const SECOND_STEP = 'GET /api/users/me/totp';
const here = {
  ...answers,
  [SECOND_STEP]: json(200, {
    status: 'success',
    data: { secondStep: { confirmedAt: null, isRequired: false, recoveryCodesLeft: 0 } },
  }),
  [SESSIONS]: sessions(session('s1', 'Firefox on Linux', true, 0)),
  [SIGN_INS]: linked(),
};
const passwordForm = async () => within(await screen.findByRole('form', { name: 'Password' }));

/** Sets the value in one event: each typed key renders the page, which takes long on a busy machine. */
async function put(field: HTMLElement, text: string) {
  await userEvent.click(field);
  await userEvent.paste(text);
}

test('ACCT-03 changing the password requires the current one; errors appear next to their fields', async () => {
  const CHANGE = 'POST /api/users/me/password';
  const server = serve({
    ...here,
    ...signedIn(),
    [CHANGE]: [
      failure(400, 'No.', [{ field: 'currentPassword', message: 'That is not your password' }]),
      json(200, { status: 'success', message: 'Your password was changed.' }),
    ],
  });
  openPage('/dashboard?section=security');
  const form = await passwordForm();
  await put(form.getByLabelText('Current password'), 'old password');
  await put(form.getByLabelText('New password'), 'short');
  await put(form.getByLabelText('Confirm new password'), 'other');
  await userEvent.click(form.getByRole('button', { name: 'Change password' }));
  expect(await form.findByText('At least 8 characters')).toBeVisible();
  expect(server.to(CHANGE)).toHaveLength(0);
  await put(form.getByLabelText('New password'), ' and longer');
  await userEvent.click(form.getByRole('button', { name: 'Change password' }));
  expect(await form.findByText("The passwords don't match")).toBeVisible();
  await userEvent.clear(form.getByLabelText('Confirm new password'));
  await put(form.getByLabelText('Confirm new password'), 'short and longer');
  await userEvent.click(form.getByRole('button', { name: 'Change password' }));
  expect(await form.findByText('That is not your password')).toBeVisible();
  expect(form.getByLabelText('New password')).toHaveValue('short and longer');
  await userEvent.click(form.getByRole('button', { name: 'Change password' }));
  expect(await form.findByText(/Every other device was signed out/)).toBeVisible();
  expect(form.getByLabelText('Current password')).toHaveValue('');
  expect(await server.to(CHANGE)[1]?.json()).toEqual({
    currentPassword: 'old password',
    newPassword: 'short and longer',
    confirmPassword: 'short and longer',
  });
  await waitFor(() => expect(server.to(SESSIONS)).toHaveLength(2));
});

test('a Google user sets a first password with an emailed code and stays signed in', async () => {
  const SET = 'POST /api/users/me/password';
  const server = serve({
    ...here,
    ...signedIn({ ...maya, hasPassword: false }),
    'POST /api/users/me/verification-code': json(200, { status: 'success', message: 'sent', expiresInSeconds: 60 }),
    [SET]: json(200, { status: 'success', message: 'Your password was changed.' }),
  });
  openPage('/dashboard?section=security');
  await userEvent.click(await screen.findByRole('button', { name: 'Email me a code to set one' }));
  const form = await passwordForm();
  await put(form.getByLabelText('Code from the email'), '123456');
  await put(form.getByLabelText('New password'), 'ridge-line-2026');
  await put(form.getByLabelText('Confirm new password'), 'ridge-line-2026');
  await userEvent.click(form.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByLabelText('Current password')).toBeVisible();
  expect(await server.to(SET)[0]?.json()).toMatchObject({ otp: '123456', newPassword: 'ridge-line-2026' });
});

test("the user's own email address is rejected as a password, with the server's message", async () => {
  const server = serve({ ...here, ...signedIn({ ...maya, email: 'maya.gurung@chautari.example' }) });
  openPage('/dashboard?section=security');
  const form = await passwordForm();
  await put(form.getByLabelText('Current password'), 'old password');
  await put(form.getByLabelText('New password'), 'Maya.Gurung');
  await put(form.getByLabelText('Confirm new password'), 'Maya.Gurung');
  await userEvent.click(form.getByRole('button', { name: 'Change password' }));
  expect(await form.findByText('This password is your email address. Please choose another one.')).toBeVisible();
  expect(server.to('POST /api/users/me/password')).toHaveLength(0);
});

test('a linked sign-in is listed with its date and can be unlinked', async () => {
  const server = serve({
    ...here,
    ...signedIn(),
    [SIGN_INS]: [linked(google), linked()],
    'DELETE /api/users/me/sign-ins': gone,
  });
  openPage('/dashboard?section=security');
  const panel = within(await screen.findByRole('region', { name: 'Linked sign-ins' }));
  expect(panel.getByRole('listitem')).toHaveTextContent(/Google\s*Linked .*Nov 08, 2026/);
  await userEvent.click(panel.getByRole('button', { name: 'Unlink Google' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Linked sign-ins' })).not.toBeInTheDocument());
  expect(await server.to('DELETE /api/users/me/sign-ins')[0]?.json()).toEqual({
    issuer: google.issuer,
    subject: google.subject,
  });
  expect(await screen.findByText('Google was unlinked.')).toBeInTheDocument();
});

test('without a password the only sign-in cannot be unlinked, and the page explains what to do', async () => {
  serve({ ...here, ...signedIn({ ...maya, hasPassword: false }), [SIGN_INS]: linked(google) });
  openPage('/dashboard?section=security');
  const panel = within(await screen.findByRole('region', { name: 'Linked sign-ins' }));
  expect(panel.getByRole('button', { name: 'Unlink Google' })).toBeDisabled();
  expect(panel.getByText(/set a password first/)).toBeVisible();
});

test('ACCT-03 devices are listed with this one first; one can be signed out, then all others', async () => {
  const [mine, phone, mac] = [
    session('s2', 'Firefox on Linux', true, 0),
    session('s1', 'Chrome on Android'),
    session('s3', 'Safari on Mac', false, 48 * hour),
  ];
  const server = serve({
    ...answers,
    ...signedIn(),
    [SESSIONS]: [sessions(phone, mac, mine), sessions(mac, mine), sessions(mine)],
    'DELETE /api/users/me/sessions/s1': gone,
    'DELETE /api/users/me/sessions': gone,
  });
  openPage('/dashboard?section=security');
  const panel = within(await screen.findByRole('region', { name: 'Where you are signed in' }));
  const rows = await panel.findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Firefox on LinuxThis deviceIn use now'),
    expect.stringContaining('Chrome on AndroidLast used 3 hours ago'),
    expect.stringContaining('Safari on MacLast used 2 days ago'),
  ]);
  expect(within(rows[0] as HTMLElement).queryByRole('button')).not.toBeInTheDocument();
  await userEvent.click(panel.getByRole('button', { name: /^Sign out Chrome on Android/ }));
  await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(2));
  await userEvent.click(panel.getByRole('button', { name: 'Sign out all other devices' }));
  await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(1));
  expect(panel.queryByRole('button')).not.toBeInTheDocument();
  expect(server.to('DELETE /api/users/me/sessions')).toHaveLength(1);
});

test('a list of devices that fails to load can be loaded again', async () => {
  serve({ ...here, ...signedIn(), [SESSIONS]: [json(500, {}), sessions(session('s1', 'Firefox on Linux', true))] });
  openPage('/dashboard?section=security');
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Firefox on Linux')).toBeVisible();
});

test('the export is downloaded as a file', async () => {
  const made: Blob[] = [];
  URL.createObjectURL = (blob) => {
    made.push(blob as Blob);
    return 'blob:export';
  };
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  serve({ ...here, ...signedIn(), 'GET /api/users/me/export': json(200, { status: 'success', user: maya }) });
  openPage('/dashboard?section=security');
  await userEvent.click(await screen.findByRole('button', { name: 'Download my data' }));
  await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
  expect((click.mock.instances[0] as unknown as HTMLAnchorElement).download).toBe('chautari-data.json');
  expect(JSON.parse((await made[0]?.text()) ?? '').user.email).toBe(maya.email);
});

const DELETE = 'DELETE /api/users/me';
const upcoming = makeBooking({ _id: 'b-77', trek: { name: 'Langtang Valley' } });
const bookings = json(200, { status: 'success', data: { bookings: [upcoming] } });

test('ACCT-05 deleting the account explains what happens to bookings, requires the password, and removes all local data', async () => {
  const server = serve({
    ...here,
    ...signedIn(),
    'GET /api/bookings/my-bookings': bookings,
    [DELETE]: [failure(400, 'No.', [{ field: 'password', message: 'That is not your password' }]), gone],
  });
  const page = openPage('/dashboard?section=security');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  expect(dialog.getByText('Bookings that are paid are not cancelled')).toBeVisible();
  expect(await dialog.findByText('You have an upcoming paid trek.')).toBeVisible();
  expect(dialog.getByText('Langtang Valley, Mar 05, 2027. Booking b-77')).toBeVisible();
  const go = dialog.getByRole('button', { name: 'Delete account' });
  await userEvent.click(go);
  expect(await dialog.findByText('Enter your password')).toBeVisible();
  await put(dialog.getByLabelText('Your password'), 'trail');
  await userEvent.click(go);
  expect(await dialog.findByText('That is not your password')).toBeVisible();
  await userEvent.click(go);
  await waitFor(() => expect(page.address()).toBe('/'));
  expect(await server.to(DELETE)[1]?.json()).toEqual({ password: 'trail' });
  expect(localStorage.getItem('user')).toBeNull();
  expect(await screen.findByText('Your account was deleted.')).toBeInTheDocument();
});

test('an account without a password is deleted with an emailed code', async () => {
  const server = serve({
    ...here,
    ...signedIn({ ...maya, hasPassword: false }),
    'GET /api/bookings/my-bookings': json(200, { status: 'success', data: { bookings: [] } }),
    'POST /api/users/me/deletion-code': json(200, { status: 'success', message: 'sent', expiresInSeconds: 60 }),
    [DELETE]: gone,
  });
  const page = openPage('/dashboard?section=security');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  expect(dialog.getByRole('button', { name: 'Delete account' })).toBeDisabled();
  await userEvent.click(dialog.getByRole('button', { name: 'Email me a code' }));
  await put(await dialog.findByLabelText('Code from the email'), '654321');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  await waitFor(() => expect(page.address()).toBe('/'));
  expect(await server.to(DELETE)[0]?.json()).toEqual({ otp: '654321' });
});
