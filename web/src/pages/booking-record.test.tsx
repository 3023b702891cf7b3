// The record of a booking on the desk: notes, tags, and the emails with their contents.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';
import { bookingAnswer, bookingOf } from './booking-fixtures';

// Preloaded, so that no test waits for it.
import '../features/admin/AllBookings';
import './AdminPage';

afterEach(closePages);

const data = (value: object) => json(200, { status: 'success', data: value });
const done = new Response(null, { status: 204 });
const at = '2026-11-20T06:00:00Z';
const note = { _id: 'n1', text: 'Calls back on Sunday', author: 'Asha Rai', createdAt: at };
const mail = { _id: 'm1', kind: 'mailReceipt', subject: 'Your receipt', to: maya.email, state: 'sent', at };
const tagged = {
  _id: 'h1',
  at,
  who: { id: 'u1', name: 'Asha Rai' },
  action: 'tag',
  changes: [{ field: 'tags', before: null, after: ['returning guest', 'vegetarian'] }],
};
const html = '<!doctype html><title>Your receipt</title><p>Namaste Maya</p>';
const booking = { ...bookingOf('Confirmed'), tags: ['vegetarian'] };

function desk(more: Parameters<typeof serve>[0] = {}) {
  return serve({
    ...answers,
    ...signedIn({ ...maya, role: 'staff' }),
    'GET /api/bookings': data({ bookings: [booking], total: 1 }),
    'GET /api/treks/manage': data({ treks: [], total: 0 }),
    'GET /api/bookings/b1': bookingAnswer(booking),
    'GET /api/bookings/b1/history': data({
      notes: [note],
      payments: [],
      refunds: [],
      mails: [mail],
      history: [tagged],
    }),
    'GET /api/bookings/b1/payments': data({ payments: [] }),
    'GET /api/bookings/tags': data({ tags: ['returning guest', 'vegetarian'] }),
    ...more,
  });
}
const openBooking = () => openPage('/admin?section=all-bookings&booking=b1');

test('notes are added and deleted', async () => {
  const server = desk({
    'POST /api/bookings/b1/notes': json(201, { status: 'success', data: { note } }),
    'DELETE /api/bookings/b1/notes/n1': done.clone(),
  });
  openBooking();
  const block = within(await screen.findByRole('region', { name: 'Notes and tags' }));
  expect(block.getByText('Asha Rai, Nov 20, 2026, 11:45')).toBeVisible();
  await userEvent.type(block.getByLabelText('New note'), 'Speaks French');
  await userEvent.click(block.getByRole('button', { name: 'Add note' }));
  expect(await screen.findByText('Note added.')).toBeInTheDocument();
  expect(await server.to('POST /api/bookings/b1/notes')[0]?.json()).toEqual({ text: 'Speaks French' });
  expect(block.getByLabelText('New note')).toHaveValue('');
  await userEvent.click(block.getByRole('button', { name: /^Delete the note/ }));
  await waitFor(() => expect(server.to('DELETE /api/bookings/b1/notes/n1')).toHaveLength(1));
});

test('tags are added, removed, and filter the list', async () => {
  const TAGS = 'PUT /api/bookings/b1/tags';
  const server = desk({ [TAGS]: data({ tags: [] }) });
  openBooking();
  const block = within(await screen.findByRole('region', { name: 'Notes and tags' }));
  expect(screen.getByRole('region', { name: 'History' })).toHaveTextContent(
    'Tags changed by Asha RaiTags returning guest, vegetarian',
  );
  await userEvent.type(block.getByLabelText('Tag'), 'returning guest{Enter}');
  await waitFor(() => expect(server.to(TAGS)).toHaveLength(1));
  expect(await server.to(TAGS)[0]?.json()).toEqual({ tags: ['vegetarian', 'returning guest'] });
  await userEvent.click(block.getByRole('button', { name: 'Remove the tag vegetarian' }));
  await waitFor(() => expect(server.to(TAGS)).toHaveLength(2));
  expect(await server.to(TAGS)[1]?.json()).toEqual({ tags: [] });
  await userEvent.click(screen.getByRole('link', { name: 'All Bookings', current: false }));
  await userEvent.selectOptions(await screen.findByLabelText('Tag'), 'vegetarian');
  const asked = () => new URL(server.to('GET /api/bookings').at(-1)?.url ?? '').searchParams.get('tag');
  await waitFor(() => expect(asked()).toBe('vegetarian'));
});

test('tags that are removed quickly one after the other all stay removed', async () => {
  const TAGS = 'PUT /api/bookings/b1/tags';
  let respond = () => {};
  const server = desk({
    'GET /api/bookings/b1': bookingAnswer({ ...booking, tags: ['vegetarian', 'returning guest', 'group'] }),
    [TAGS]: [
      new Promise<Response>((resolve) => {
        respond = () => resolve(data({ tags: [] }));
      }),
      data({ tags: [] }),
    ],
  });
  openBooking();
  const block = within(await screen.findByRole('region', { name: 'Notes and tags' }));
  await userEvent.click(block.getByRole('button', { name: 'Remove the tag vegetarian' }));
  await userEvent.click(block.getByRole('button', { name: 'Remove the tag returning guest' }));
  expect(block.getByRole('list', { name: 'Tags' })).toHaveTextContent(/^group$/);
  // The server may handle two requests in any order, so the second one waits for the first.
  expect(server.to(TAGS)).toHaveLength(1);
  respond();
  await waitFor(() => expect(server.to(TAGS)).toHaveLength(2));
  expect(await server.to(TAGS)[1]?.json()).toEqual({ tags: ['group'] });
});

test('an email is shown in a frame without scripts, and sent again', async () => {
  const RESEND = 'POST /api/bookings/b1/mails/m1/resend';
  const server = desk({
    'GET /api/bookings/b1/mails/m1': data({ mail: { subject: 'Your receipt', html } }),
    [RESEND]: json(202, { status: 'success', message: 'Email sent.' }),
  });
  openBooking();
  await userEvent.click(await screen.findByRole('button', { name: /^Preview/ }));
  const frame = await screen.findByTitle('Email: Your receipt');
  expect(frame).toHaveAttribute('sandbox', '');
  expect(frame).toHaveAttribute('srcdoc', html);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: /^Send again/ }));
  await waitFor(() => expect(server.to(RESEND)).toHaveLength(1));
});
