import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import '../features/settings/Settings';
import './AdminPage';

afterEach(closePages);

const LIST = 'GET /api/settings';
const SAVE = 'PATCH /api/settings';
const TEST_MAIL = 'POST /api/settings/test-mail';
const admin = { ...maya, role: 'admin' as const };

const setting = (name: string, group: string, label: string, more: object = {}) => ({
  name,
  group,
  label,
  help: `Help of ${name}`,
  kind: 'text',
  choices: [],
  value: '',
  default: '',
  source: 'default',
  ...more,
});
const phone = setting('contact_phone', 'Agency', 'Contact phone');
const hold = setting('hold_minutes', 'Bookings and reminders', 'Minutes that seats are held', {
  kind: 'number',
  value: '20',
  default: '20',
});
const name = setting('name', 'Agency', 'Name of the site', {
  value: 'Himal Treks',
  source: 'file',
  setIn: 'chautari.toml',
  unusedValue: 'Yeti',
});
const bank = setting('pay_by_bank', 'Payments', 'Offer bank transfer', { kind: 'switch', value: '0', default: '0' });
const from = setting('mail_from', 'Email', 'Sender of emails', { usedIfEmpty: 'Himal Treks <hello@treks.example>' });
const operatorSettings = [
  { name: 'smtp_url', help: 'Mail server', value: null, isSecret: true, isSet: true, source: 'environment' },
  {
    name: 'listen',
    help: 'Address of the server',
    value: '127.0.0.1:8080',
    isSecret: false,
    isSet: true,
    source: 'flag',
  },
];
const data = (version: number, ...changed: ReturnType<typeof setting>[]) => {
  const settings = [name, phone, hold, bank, from];
  return {
    version,
    settings: settings.map((one) => changed.find((other) => other.name === one.name) ?? one),
    operatorSettings,
    unknown: [],
  };
};
const list = (...args: Parameters<typeof data>) => json(200, { status: 'success', data: data(...args) });
const saveButton = () => screen.getByRole('button', { name: 'Save' });

test('an owner changes settings with one save, and sees who changed them', async () => {
  const saved = { ...phone, value: '+977 1', source: 'desk', changedBy: 'Ang Rita', changedAt: '2026-11-20T20:00:00Z' };
  const server = serve({
    ...answers,
    ...signedIn(admin),
    [LIST]: list(3),
    [SAVE]: list(4, saved, { ...bank, value: '1', source: 'desk' }),
    'GET /api/settings/contact_phone/history': json(200, {
      status: 'success',
      data: { changes: [{ at: saved.changedAt, who: 'Ang Rita', before: null, after: '+977 1' }] },
    }),
  });
  openPage('/admin?section=settings');
  const field = await screen.findByLabelText('Contact phone');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await userEvent.type(field, '+977 1');
  await userEvent.click(screen.getByRole('switch', { name: 'Offer bank transfer' }));
  expect(screen.getByText('2 unsaved changes')).toBeVisible();
  await userEvent.click(saveButton());
  // The day at the agency, where it is 01:45 of the next day.
  expect(await screen.findByText(/Changed by Ang Rita on Nov 21, 2026/)).toBeVisible();
  expect(await server.to(SAVE)[0]?.json()).toEqual({
    version: 3,
    values: { contact_phone: '+977 1', pay_by_bank: '1' },
  });
  expect(screen.queryByText(/unsaved/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^History ?of Contact phone/ }));
  expect(await screen.findByText('Nov 21, 2026, Ang Rita')).toBeVisible();
});

test('a setting of the file is shown with the name of the file and cannot be changed', async () => {
  serve({ ...answers, ...signedIn(admin), [LIST]: list(0) });
  openPage('/admin?section=settings');
  expect(await screen.findByLabelText('Name of the site')).toHaveAttribute('readonly');
  expect(screen.getByText(/Set in chautari\.toml\. The desk’s “Yeti” is not used\./)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /Settings of the operator/ }));
  expect(screen.getByText('Set, and not shown')).toBeVisible();
  expect(screen.getByText('127.0.0.1:8080')).toBeVisible();
});

test('a rejected value is shown at its field, and a search does not hide it', async () => {
  const message = "'soon' must be a whole number from 1 to 1440";
  const refused = json(400, { status: 'fail', message: 'Not saved.', errors: [{ field: 'hold_minutes', message }] });
  serve({ ...answers, ...signedIn(admin), [LIST]: list(0), [SAVE]: refused });
  openPage('/admin?section=settings');
  const field = await screen.findByLabelText('Minutes that seats are held');
  await userEvent.clear(field);
  await userEvent.type(field, 'soon');
  await userEvent.click(saveButton());
  await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(message)));
  await userEvent.click(screen.getByRole('link', { name: `Minutes that seats are held: ${message}` }));
  expect(field).toHaveFocus();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'phone');
  await waitFor(() => expect(screen.queryByLabelText('Sender of emails')).toBeNull());
  expect(screen.getByLabelText('Contact phone')).toBeVisible();
  expect(field).toBeVisible();
});

test('when another owner saved first, the present settings are shown and the own changes are kept', async () => {
  const theirs = { ...hold, value: '45', source: 'desk', changedBy: 'Pasang', changedAt: '2026-11-20T06:00:00Z' };
  const conflict = { status: 'fail', message: 'Stale.', currentVersion: 4, data: data(4, theirs) };
  const server = serve({
    ...answers,
    ...signedIn(admin),
    [LIST]: list(3),
    [SAVE]: [json(409, conflict), list(5, { ...theirs, value: '30' })],
  });
  openPage('/admin?section=settings');
  const field = await screen.findByLabelText('Minutes that seats are held');
  await userEvent.clear(field);
  await userEvent.type(field, '30');
  await userEvent.click(saveButton());
  expect(await screen.findByText(/^Another owner changed the settings/)).toBeVisible();
  expect(field).toHaveValue('30');
  expect(screen.getByText(/In use: 45\./)).toBeVisible();
  await userEvent.click(saveButton());
  await waitFor(() => expect(server.to(SAVE)).toHaveLength(2));
  expect(await server.to(SAVE)[1]?.json()).toEqual({ version: 4, values: { hold_minutes: '30' } });
  await waitFor(() => expect(screen.queryByText(/unsaved/)).toBeNull());
});

test('a test email uses the sender that is not saved yet, and shows what the mail server answered', async () => {
  const server = serve({
    ...answers,
    ...signedIn(admin),
    [LIST]: list(0),
    [TEST_MAIL]: [
      json(409, { status: 'fail', message: 'The email was not sent: 550 no such sender' }),
      json(200, { status: 'success', message: 'Email sent to maya@example.com.' }),
    ],
  });
  openPage('/admin?section=settings');
  await userEvent.type(await screen.findByLabelText('Sender of emails'), 'post@yeti.example');
  const button = screen.getByRole('button', { name: 'Send me a test email' });
  await userEvent.click(button);
  expect(await screen.findByText('The email was not sent: 550 no such sender')).toBeVisible();
  await userEvent.click(button);
  expect(await screen.findByText('Email sent to maya@example.com.')).toBeVisible();
  expect(await server.to(TEST_MAIL)[0]?.json()).toEqual({ mailFrom: 'post@yeti.example' });
});

test('leaving the section with unsaved changes asks first', async () => {
  serve({ ...answers, ...signedIn(admin), [LIST]: list(0), 'GET /api/staff': json(500, {}) });
  openPage('/admin?section=settings');
  await userEvent.type(await screen.findByLabelText('Contact phone'), '1');
  await userEvent.click(screen.getAllByRole('link', { name: 'Staff' })[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Stay' }));
  expect(screen.getByLabelText('Contact phone')).toHaveValue('1');
});

test('a value that the file overrides can be removed, and settings at their default say nothing', async () => {
  const server = serve({ ...answers, ...signedIn(admin), [LIST]: list(3), [SAVE]: list(4) });
  openPage('/admin?section=settings');
  await screen.findByLabelText('Name of the site');
  await userEvent.click(screen.getByRole('button', { name: /^Remove the stored value/ }));
  expect(screen.queryByText('Default', { exact: true })).toBeNull();
  await userEvent.click(saveButton());
  await waitFor(() => expect(server.to(SAVE)).toHaveLength(1));
  expect(await server.to(SAVE)[0]?.json()).toEqual({ version: 3, values: { name: null } });
});

test('the summary of errors leads to a switch', async () => {
  const message = 'Enter the bank details first';
  const refused = json(400, { status: 'fail', message: 'Not saved.', errors: [{ field: 'pay_by_bank', message }] });
  serve({ ...answers, ...signedIn(admin), [LIST]: list(0), [SAVE]: refused });
  openPage('/admin?section=settings');
  const control = await screen.findByRole('switch', { name: 'Offer bank transfer' });
  await userEvent.click(control);
  await userEvent.click(saveButton());
  await userEvent.click(await screen.findByRole('link', { name: `Offer bank transfer: ${message}` }));
  expect(control).toHaveFocus();
  expect(control).toHaveAccessibleDescription(expect.stringContaining(message));
});
