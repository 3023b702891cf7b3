// Custom Treks on the desk: the list, and one request with its status and notes.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import '../features/admin/CustomTreks';
import './AdminPage';

afterEach(closePages);

function leave() {
  closePages();
  cleanup();
}

const LIST = 'GET /api/custom-treks';
const ONE = 'GET /api/custom-treks/c1';
const SAVE = 'PATCH /api/custom-treks/c1';
const limi = {
  _id: 'c1',
  name: 'Lena Ödegård',
  email: 'lena+treks@example.org',
  phone: '+47 912 34 567',
  destination: 'Limi valley',
  startDate: '2027-05-02',
  days: 18,
  guests: 3,
  message: 'Slowly.\nWith a cook.',
  status: 'New',
  createdAt: '2026-11-19T20:00:00Z',
  updatedAt: '2026-11-19T20:00:00Z',
};
const dolpo = {
  _id: 'c2',
  name: 'Bo',
  email: 'bo@example.org',
  destination: 'Dolpo',
  guests: 1,
  status: 'Closed',
  createdAt: '2026-11-18T06:00:00Z',
  updatedAt: '2026-11-18T06:00:00Z',
};
const list = (total: number, ...customTreks: object[]) =>
  json(200, { status: 'success', data: { customTreks, total } });
const one = (customTrek: object) => json(200, { status: 'success', data: { customTrek } });

function open(more: Parameters<typeof serve>[0], query = '') {
  const server = serve({ ...answers, ...signedIn({ ...maya, role: 'admin' }), ...more });
  const page = openPage(`/admin?section=custom-treks${query}`);
  return { ...server, page, asked: () => new URL(server.to(LIST).at(-1)?.url ?? '').searchParams };
}
const row = (name: RegExp) => screen.findByRole('row', { name });
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save' }));

test('ADMIN-18 an administrator lists the requests for custom treks and finds them by text, status and page', async () => {
  const desk = open({ [LIST]: list(60, limi, dolpo) });
  expect(await row(/Limi valley/)).toHaveTextContent('Limi valley');
  expect(await row(/Limi valley/)).toHaveTextContent('May 02, 2027');
  expect(await row(/Limi valley/)).toHaveTextContent('Nov 20, 2026'); // date in Kathmandu
  expect(await row(/Dolpo/)).toHaveTextContent('Closed');
  expect(screen.getByText('60 requests')).toBeVisible();
  expect(Object.fromEntries(desk.asked())).toEqual({ page: '1', limit: '25' });

  await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(desk.asked().get('page')).toBe('2'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'New');
  await waitFor(() => expect(desk.asked().get('state')).toBe('New'));
  expect(desk.asked().get('page')).toBe('1');
  await userEvent.type(screen.getByRole('searchbox', { name: /Search name/ }), 'limi');
  await waitFor(() => expect(desk.asked().get('search')).toBe('limi'));
  await waitFor(() => expect(desk.page.address()).toBe('/admin?section=custom-treks&state=New&q=limi'));
});

test('a list that fails to load can be loaded again, and an empty one explains why', async () => {
  open({ [LIST]: [json(500, {}), list(0), list(0)] });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^No requests yet\./)).toBeVisible();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Answered');
  expect(await screen.findByText('No requests match.')).toBeVisible();
});

test('ADMIN-18 a request shows all details and how to reply, and leads back to the same list', async () => {
  const desk = open({ [LIST]: list(2, limi, dolpo), [ONE]: one(limi) }, '&state=New');
  await userEvent.click(await screen.findByRole('link', { name: 'Limi valley' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Limi valley' })).toBeVisible();
  expect(desk.page.address()).toBe('/admin?section=custom-treks&state=New&request=c1');
  const wanted = screen.getByRole('region', { name: 'Request details' });
  for (const fact of ['May 02, 2027', '18 days', '3 guests']) expect(wanted).toHaveTextContent(fact);
  const asker = screen.getByRole('region', { name: 'Requested by' });
  expect(within(asker).getByRole('link', { name: '+47 912 34 567' })).toHaveAttribute('href', 'tel:+4791234567');
  expect(asker).toHaveTextContent('Lena Ödegård');
  expect(screen.getByRole('region', { name: 'Message' })).toHaveTextContent('With a cook.');
  const letter = new URL(screen.getByRole('link', { name: 'Reply by email' }).getAttribute('href') ?? '');
  expect(decodeURIComponent(letter.pathname)).toBe('lena+treks@example.org');
  expect(letter.searchParams.get('subject')).toBe('Your custom trek: Limi valley');
  const request = screen.getByRole('region', { name: 'Request' });
  await userEvent.click(within(request).getByRole('link', { name: 'Custom Treks' }));
  expect(await row(/Dolpo/)).toBeVisible();
  expect(desk.page.address()).toBe('/admin?section=custom-treks&state=New');
});

test('status and notes are saved together, and only changes are sent', async () => {
  const desk = open(
    {
      [LIST]: list(1, limi),
      [ONE]: one(limi),
      [SAVE]: [one({ ...limi, status: 'Answered', notes: 'Called.' }), one({ ...limi, status: 'Closed' })],
    },
    '&request=c1',
  );
  const notes = await screen.findByRole('textbox', { name: 'Notes' });
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Answered');
  await userEvent.type(notes, 'Called.');
  await save();
  expect(await screen.findByText('Request saved.')).toBeVisible();
  expect(await desk.to(SAVE)[0]?.json()).toEqual({ status: 'Answered', notes: 'Called.' });
});

test('notes that could not be saved are restored, also after a reload', async () => {
  const failing = { [LIST]: list(1, limi), [ONE]: one(limi), [SAVE]: json(500, {}) };
  open(failing, '&request=c1');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Notes' }), 'Wants a cook');
  await save();
  expect(await screen.findByText(/Your notes are kept\. Try again/)).toBeVisible();
  leave();
  const desk = open({ ...failing, [SAVE]: one({ ...limi, notes: 'Wants a cook' }) }, '&request=c1');
  expect(await screen.findByRole('textbox', { name: 'Notes' })).toHaveValue('Wants a cook');
  await save();
  await screen.findByText('Request saved.');
  expect(await desk.to(SAVE)[0]?.json()).toEqual({ notes: 'Wants a cook' });
  expect(sessionStorage.getItem('draft:custom-trek-notes:c1')).toBe(null);
});

test('notes typed during a save are kept', async () => {
  let finish = () => {};
  const saved = () =>
    new Promise<Response>((resolve) => {
      finish = () => resolve(Response.json({ status: 'success', data: { customTrek: { ...limi, notes: 'Called.' } } }));
    });
  const desk = open({ [LIST]: list(1, limi), [ONE]: one(limi), [SAVE]: saved }, '&request=c1');
  const notes = await screen.findByRole('textbox', { name: 'Notes' });
  await userEvent.type(notes, 'Called.');
  await save();
  await waitFor(() => expect(desk.to(SAVE)).toHaveLength(1));
  await userEvent.type(notes, ' Wants a cook.');
  finish();
  // Shown when the save has ended and the notes still differ.
  await screen.findByText('Unsaved changes');
  expect(notes).toHaveValue('Called. Wants a cook.');
  expect(sessionStorage.getItem('draft:custom-trek-notes:c1')).toBe('Called. Wants a cook.');
});

test('a missing request and one that fails to load show different messages', async () => {
  open({ [ONE]: json(404, { message: 'Not found' }) }, '&request=c1');
  expect(await screen.findByText('Request not found.')).toBeVisible();
  leave();
  open({ [ONE]: [json(500, {}), one(limi)] }, '&request=c1');
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Limi valley' })).toBeVisible();
});
