// The second step of a login, and its set-up on the account page.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import '../features/session/SecondStepForm';

afterEach(closePages);

const LOGIN = 'POST /api/auth/login';
const SECOND = 'POST /api/auth/second-step';
const waiting = json(202, { status: 'second-step', data: { challenge: 'c-1', expiresInSeconds: 600 } });
const welcome = json(200, { status: 'success', user: maya }, { 'x-access-token': 'a', 'x-refresh-token': 'r' });
const wrong = (field: string, message: string) => json(400, { status: 'error', message, errors: [{ field, message }] });

async function logIn() {
  await userEvent.type(await screen.findByLabelText('Email'), maya.email);
  await userEvent.type(screen.getByLabelText('Password'), 'trail-maya-2026');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  return screen.findByRole('heading', { name: 'Second step' });
}

test('a login asks for the code of the app; a pasted one is sent at once, and a wrong one can be corrected', async () => {
  const server = serve({
    ...answers,
    [LOGIN]: waiting,
    [SECOND]: [wrong('code', 'This code is not correct.'), welcome],
  });
  openPage('/login');
  await logIn();
  expect(localStorage.getItem('user')).toBeNull();
  const code = await screen.findByLabelText('Code of your app');
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await waitFor(() => expect(code).toHaveFocus());
  await userEvent.paste('123 456');
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is not correct.');
  expect(await server.to(SECOND)[0]?.json()).toEqual({ challenge: 'c-1', code: '123456' });
  await waitFor(() => expect(code).toHaveFocus());
  expect(code).toHaveValue('');
  await userEvent.keyboard('654321');
  expect(await screen.findByText('You are signed in.')).toBeVisible();
  expect(localStorage.getItem('refreshToken')).toBe('r');
});

test('a recovery code replaces the app', async () => {
  const server = serve({ ...answers, [LOGIN]: waiting, [SECOND]: welcome });
  openPage('/login');
  await logIn();
  await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Enter one of your recovery codes')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Recovery code'), 'k3m9q-x2v7t');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('You are signed in.')).toBeVisible();
  expect(await server.to(SECOND)[0]?.json()).toEqual({ challenge: 'c-1', recoveryCode: 'k3m9q-x2v7t' });
});

test('a login that took too long begins again with what was entered', async () => {
  const over = json(401, { status: 'error', message: 'This login has expired. Please log in again.' });
  serve({ ...answers, [LOGIN]: waiting, [SECOND]: over });
  openPage('/login');
  await logIn();
  await userEvent.type(await screen.findByLabelText('Code of your app'), '123456');
  expect(await screen.findByRole('alert')).toHaveTextContent('This login has expired.');
  expect(screen.getByLabelText('Email')).toHaveValue(maya.email);
});

test('a sign-in with Google continues with the second step, and then where it began', async () => {
  const server = serve({ ...answers, [SECOND]: welcome });
  const page = openPage('/login?secondStep=c-9&next=%2Fblogs');
  await userEvent.type(await screen.findByLabelText('Code of your app'), '123456');
  await waitFor(() => expect(page.address()).toBe('/blogs'));
  expect(await server.to(SECOND)[0]?.json()).toEqual({ challenge: 'c-9', code: '123456' });
});

const STATE = 'GET /api/users/me/totp';
const state = (confirmedAt: string | null, more: object = {}) =>
  json(200, {
    status: 'success',
    data: { secondStep: { confirmedAt, isRequired: false, recoveryCodesLeft: 0, ...more } },
  });
const codes = Array.from({ length: 10 }, (_, index) => `aaaaa-bbbb${index}`);
const account = {
  ...answers,
  'GET /api/users/me/sessions': json(200, { status: 'success', data: { sessions: [] } }),
  'GET /api/users/me/sign-ins': json(200, { status: 'success', data: { signIns: [] } }),
};
const panel = async () => within(await screen.findByRole('region', { name: 'Second step' }));

test('the second step is set up with the password, the QR code or key, a code of the app, and recovery codes', async () => {
  const ON = 'POST /api/users/me/totp';
  const CONFIRM = 'POST /api/users/me/totp/confirm';
  const server = serve({
    ...account,
    ...signedIn(),
    [STATE]: [state(null), state('2026-11-20T03:30:00Z', { recoveryCodesLeft: 10 })],
    [ON]: [
      wrong('password', 'The password is not correct'),
      json(200, {
        status: 'success',
        data: {
          secret: 'ABCDEFGH',
          otpauthUrl: 'otpauth://totp/x',
          qrCode: '<svg xmlns="http://www.w3.org/2000/svg"/>',
        },
      }),
    ],
    [CONFIRM]: json(200, { status: 'success', data: { recoveryCodes: codes } }),
  });
  const copy = vi.fn(async () => {});
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: copy }, configurable: true });
  openPage('/dashboard?section=security');
  await userEvent.click(await (await panel()).findByRole('button', { name: 'Set up an authenticator app' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up an authenticator app' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText('Enter your password')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Your password'), 'trail');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText('The password is not correct')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByRole('img', { name: 'QR code for your authenticator app' })).toHaveAttribute(
    'src',
    expect.stringMatching(/^data:image\/svg\+xml,%3Csvg/),
  );
  expect(dialog.getByText('ABCD EFGH')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Code of your app'), '123456');
  const saved = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }));
  expect(saved.getAllByRole('listitem').map((one) => one.textContent)).toEqual(codes);
  await userEvent.click(saved.getByRole('button', { name: 'Copy' }));
  expect(copy).toHaveBeenCalledWith(codes.join('\n'));
  await userEvent.click(saved.getByRole('button', { name: 'I have saved my recovery codes' }));
  expect(await (await panel()).findByText(/10 recovery codes are left/)).toBeVisible();
  expect(await server.to(CONFIRM)[0]?.json()).toEqual({ code: '123456' });
});

test('turning it off asks for both steps, and the server names the wrong one', async () => {
  const OFF = 'DELETE /api/users/me/totp';
  const server = serve({
    ...account,
    ...signedIn(),
    [STATE]: [state('2026-11-20T03:30:00Z', { recoveryCodesLeft: 2 }), state(null)],
    [OFF]: [
      wrong('recoveryCode', 'This recovery code is not correct.'),
      json(200, { status: 'success', message: 'Your second step is off.' }),
    ],
  });
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone: 'America/New_York',
  } as Intl.ResolvedDateTimeFormatOptions);
  openPage('/dashboard?section=security');
  const shown = await panel();
  expect(await shown.findByText(/^On since Nov 19, 2026\./)).toBeVisible();
  expect(await shown.findByText(/Get new recovery codes/)).toBeVisible();
  await userEvent.click(shown.getByRole('button', { name: 'Turn off' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn off your second step?' }));
  await userEvent.type(dialog.getByLabelText('Your password'), 'trail');
  const code = dialog.getByLabelText('Code of your app, or a recovery code');
  await userEvent.type(code, 'wrong');
  await userEvent.click(dialog.getByRole('button', { name: 'Turn off' }));
  expect(await dialog.findByText('This recovery code is not correct.')).toBeVisible();
  await userEvent.clear(code);
  await userEvent.type(code, '123 456');
  await userEvent.click(dialog.getByRole('button', { name: 'Turn off' }));
  expect(await shown.findByText(/^Off\./)).toBeVisible();
  expect(await server.to(OFF)[0]?.json()).toEqual({ password: 'trail', recoveryCode: 'wrong' });
  expect(await server.to(OFF)[1]?.json()).toEqual({ password: 'trail', code: '123456' });
});

test('staff who need a second step are led from the desk to its set-up', async () => {
  serve({
    ...account,
    ...signedIn({ ...maya, role: 'staff', lacksSecondStep: true }),
    [STATE]: state(null, { isRequired: true }),
  });
  const page = openPage('/admin');
  expect(await (await panel()).findByText(/Your agency requires a second step/)).toBeVisible();
  expect(page.address()).toBe('/dashboard?section=security');
});
