import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '../api/types';
import { updateUser } from '../features/session/session';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import './DashboardPage';
import '../features/account/PersonalInfo';
import '../features/account/PaymentDetails';

afterEach(() => {
  closePages();
  vi.useRealTimers();
});

const PATCH = 'PATCH /api/users/me';
const saved = (more: Partial<User>) => json(200, { status: 'success', user: { ...maya, ...more } });
const invalid = (field: string, message: string) =>
  json(400, { status: 'error', message: 'Please fill out all fields correctly.', errors: [{ field, message }] });
const form = async (name: string) => within(await screen.findByRole('form', { name }));

/** Sets the value in one event: each typed key renders the page, which takes long on a busy machine. */
async function put(field: HTMLElement, text: string) {
  await userEvent.click(field);
  await userEvent.paste(text);
}

test('ACCT-01..05 DECIDE-16 Personal Info is the default; the menu has two sections, and Personal Info links to three more', async () => {
  serve({ ...answers, ...signedIn() });
  const page = openPage('/dashboard');
  expect(await screen.findByRole('heading', { level: 1, name: 'Personal Info' })).toBeVisible();
  const menu = within(screen.getByRole('navigation', { name: 'Account' }));
  expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual(['My Bookings', 'Personal Info']);
  expect(menu.getByRole('link', { name: 'Personal Info' })).toHaveAttribute('aria-current', 'page');
  const more = within(await screen.findByRole('navigation', { name: 'More account settings' }));
  await userEvent.click(more.getByRole('link', { name: /^Payment details/ }));
  expect(page.address()).toBe('/dashboard?section=payment-details');
  expect(await screen.findByRole('heading', { level: 1, name: 'Payment details' })).toBeVisible();
  expect(menu.getByRole('link', { name: 'Personal Info' })).toHaveAttribute('aria-current', 'true');
});

test('ACCT-05 name, phone and nationality are saved, and the header shows the new name', async () => {
  const server = serve({
    ...answers,
    ...signedIn(),
    [PATCH]: saved({ name: 'Maya G.', phone: '+977 9841234567', nationality: 'New Zealand' }),
  });
  openPage('/dashboard');
  const about = await form('About you');
  expect(about.getByRole('button', { name: 'Save' })).toBeDisabled();
  await userEvent.clear(about.getByLabelText('Name'));
  await put(about.getByLabelText('Name'), ' Maya G. ');
  await put(about.getByLabelText(/^Phone/), '+977 9841234567');
  await put(about.getByRole('combobox', { name: 'Nationality' }), 'new zealand');
  await userEvent.click(about.getByRole('button', { name: 'Save' }));
  expect(await about.findByText('Saved.')).toBeVisible();
  expect(await server.to(PATCH)[0]?.json()).toEqual({
    name: 'Maya G.',
    phone: '+977 9841234567',
    nationality: 'New Zealand',
  });
  expect(screen.getByRole('link', { name: 'Maya G.' })).toBeVisible();
  expect(JSON.parse(localStorage.getItem('user') ?? '').nationality).toBe('New Zealand');
  await put(about.getByLabelText('Name'), 'x');
  expect(about.queryByText('Saved.')).not.toBeInTheDocument();
});

test('errors of the form and of the server appear next to their fields, and nothing typed is lost', async () => {
  const server = serve({ ...answers, ...signedIn(), [PATCH]: invalid('phone', 'Please enter a valid phone number') });
  openPage('/dashboard');
  const about = await form('About you');
  await userEvent.clear(about.getByLabelText('Name'));
  await put(about.getByLabelText(/^Phone/), '123');
  await put(about.getByRole('combobox', { name: 'Nationality' }), 'Shangri-La');
  await userEvent.click(about.getByRole('button', { name: 'Save' }));
  expect(await about.findByText('Enter your name')).toBeVisible();
  expect(about.getByText(/Enter at least 10 digits/)).toBeVisible();
  expect(about.getByText('Choose a country from the list')).toBeVisible();
  expect(about.getByRole('combobox', { name: 'Nationality' })).toHaveAttribute('aria-invalid', 'true');
  expect(server.to(PATCH)).toHaveLength(0);

  await put(about.getByLabelText('Name'), 'Maya');
  await userEvent.clear(about.getByRole('combobox', { name: 'Nationality' }));
  await put(about.getByLabelText(/^Phone/), '4567890');
  await userEvent.click(about.getByRole('button', { name: 'Save' }));
  expect(await about.findByText('Please enter a valid phone number')).toBeVisible();
  expect(about.getByLabelText(/^Phone/)).toHaveValue('1234567890');
});

test('an unlisted stored nationality may stay, and an empty field removes it', async () => {
  const stored = { ...maya, nationality: 'Sherpa of Khumbu' };
  const server = serve({
    ...answers,
    ...signedIn(stored),
    [PATCH]: [saved({ ...stored, name: 'Maya G.' }), saved({ name: 'Maya G.' })],
  });
  openPage('/dashboard');
  const about = await form('About you');
  await put(about.getByLabelText('Name'), ' G.');
  await userEvent.click(about.getByRole('button', { name: 'Save' }));
  await about.findByText('Saved.');
  await userEvent.clear(about.getByRole('combobox', { name: 'Nationality' }));
  await userEvent.click(about.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.to(PATCH)).toHaveLength(2));
  const sent = await Promise.all(server.to(PATCH).map((call) => call.json()));
  expect(sent.map(({ nationality }) => nationality)).toEqual(['Sherpa of Khumbu', '']);
});

test('opening the list of countries shows all of them, and typing replaces the selected one', async () => {
  serve({ ...answers, ...signedIn({ ...maya, nationality: 'Nepal' }) });
  openPage('/dashboard');
  const box = (await form('About you')).getByRole('combobox', { name: 'Nationality' });
  await userEvent.click(box);
  expect(screen.getByRole('option', { name: 'Albania' })).toBeInTheDocument();
  await userEvent.keyboard('new z');
  expect(box).toHaveValue('new z');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(box).toHaveValue('New Zealand');
});

test('changes saved in another tab appear in the form, and fields being edited stay', async () => {
  serve({ ...answers, ...signedIn() });
  openPage('/dashboard');
  const about = await form('About you');
  await put(about.getByLabelText('Name'), ' of Pokhara');
  act(() => updateUser({ ...maya, name: 'Maya G.', phone: '+977 9841234567' }));
  await waitFor(() => expect(about.getByLabelText(/^Phone/)).toHaveValue('+977 9841234567'));
  expect(about.getByLabelText('Name')).toHaveValue('Maya Gurung of Pokhara');
  expect(about.getByRole('button', { name: 'Save' })).toBeEnabled();
});

test('the emergency contact has its own form; after a failure the typed values stay', async () => {
  serve({ ...answers, ...signedIn(), [PATCH]: [json(500, {}), saved({ emergencyContact: 'Ang Dawa, 9841234567' })] });
  openPage('/dashboard');
  const emergency = await form('Emergency contact');
  await put(emergency.getByLabelText(/^Name and phone number/), 'Ang Dawa, 9841234567');
  await userEvent.click(emergency.getByRole('button', { name: 'Save' }));
  expect(await emergency.findByRole('alert')).toHaveTextContent('Something went wrong. Please try again.');
  expect(emergency.getByLabelText(/^Name and phone number/)).toHaveValue('Ang Dawa, 9841234567');
  await userEvent.click(emergency.getByRole('button', { name: 'Save' }));
  expect(await emergency.findByText('Saved.')).toBeVisible();
});

test('an account without a password confirms a new email address with a code sent to the current one', async () => {
  const CHANGE = 'POST /api/users/me/email';
  const sent = json(200, { status: 'success', message: 'sent', expiresInSeconds: 40 });
  const server = serve({
    ...answers,
    ...signedIn({ ...maya, hasPassword: false }),
    'POST /api/users/me/verification-code': sent,
    [CHANGE]: [json(400, { status: 'error', message: 'Invalid or expired OTP' }), sent],
    'POST /api/users/me/email/confirm': saved({ email: 'maya@new.example' }),
  });
  openPage('/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Change email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change your email address' }));
  await put(dialog.getByLabelText('New email address'), 'maya@new.example');
  await userEvent.click(dialog.getByRole('button', { name: 'Send code' }));
  const box = await dialog.findByLabelText('Code from the email');
  expect(dialog.getByText(maya.email)).toBeVisible();
  await put(box, '111111');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText('Invalid or expired OTP')).toBeVisible();
  await userEvent.clear(dialog.getByLabelText('Code from the email'));
  await put(dialog.getByLabelText('Code from the email'), '123456');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText('maya@new.example')).toBeVisible();
  expect(await server.to(CHANGE)[1]?.json()).toEqual({ newEmail: 'maya@new.example', otp: '123456' });
  await put(dialog.getByLabelText('Code from the email'), '654321');
  await userEvent.click(dialog.getByRole('button', { name: 'Change email address' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await server.to('POST /api/users/me/email/confirm')[0]?.json()).toEqual({ otp: '654321' });
});

test("ACCT-05 an email address is changed with password and code, and the countdown uses the server's time", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sent = json(200, { status: 'success', message: 'sent', expiresInSeconds: 40 });
  const server = serve({
    ...answers,
    ...signedIn(),
    'POST /api/users/me/email': [invalid('password', 'That is not your password'), sent],
    'POST /api/users/me/email/confirm': [
      json(400, { status: 'error', message: 'Invalid or expired OTP' }),
      saved({ email: 'maya@new.example' }),
    ],
  });
  openPage('/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Change email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change your email address' }));
  const send = dialog.getByRole('button', { name: 'Send code' });
  await put(dialog.getByLabelText('New email address'), 'MAYA@chautari.example');
  await userEvent.click(send);
  expect(await dialog.findByText('This is already your email address')).toBeVisible();
  expect(dialog.getByText('Enter your password')).toBeVisible();
  await userEvent.clear(dialog.getByLabelText('New email address'));
  await put(dialog.getByLabelText('New email address'), 'maya@new.example');
  await put(dialog.getByLabelText('Your password'), 'wrong');
  await userEvent.click(send);
  expect(await dialog.findByText('That is not your password')).toBeVisible();
  await userEvent.click(send);
  expect(await dialog.findByText(/Time remaining: (40|[123]\d)s/)).toBeVisible();
  expect(await server.to('POST /api/users/me/email')[1]?.json()).toEqual({
    newEmail: 'maya@new.example',
    password: 'wrong',
  });

  const change = dialog.getByRole('button', { name: 'Change email address' });
  await userEvent.click(change);
  expect(await dialog.findByText('Please enter a complete OTP')).toBeVisible();
  await vi.advanceTimersByTimeAsync(40_000);
  expect(await dialog.findByText('OTP has expired. Please request a new one.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Resend' }));
  expect(await dialog.findByText(/Time remaining: (40|[123]\d)s/)).toBeVisible();
  await put(dialog.getByLabelText('Code from the email'), '111111');
  await userEvent.click(change);
  expect(await dialog.findByText('Invalid or expired OTP')).toBeVisible();
  await userEvent.clear(dialog.getByLabelText('Code from the email'));
  await put(dialog.getByLabelText('Code from the email'), '123456');
  await userEvent.click(change);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('region', { name: 'Email address' })).toHaveTextContent('maya@new.example');
  expect(JSON.parse(localStorage.getItem('user') ?? '').email).toBe('maya@new.example');
});
