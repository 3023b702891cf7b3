// Manage Subscribers: the list, its search, removal, and the CSV export.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import * as saving from '../lib/save-file';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import '../features/newsletter-admin/ManageSubscribers';
import './AdminPage';

afterEach(closePages);

const LIST = 'GET /api/newsletter/subscribers';
const REMOVE = 'DELETE /api/newsletter/subscribers/s1';
const one = { _id: 's1', email: 'pasang@example.org', createdAt: '2026-11-01T06:00:00Z' };
const list = (...subscribers: object[]) =>
  json(200, { status: 'success', data: { subscribers, total: subscribers.length } });

function open(more: Parameters<typeof serve>[0]) {
  const server = serve({ ...answers, ...signedIn({ ...maya, role: 'admin' }), ...more });
  openPage('/admin?section=manage-subscribers');
  return server;
}
const row = () => screen.findByRole('row', { name: /pasang@example\.org/ });

test('ADMIN-04 ADMIN-19 an administrator finds a subscriber and removes them after a confirmation', async () => {
  const server = open({ [LIST]: [list(one), list(one), list()], [REMOVE]: new Response(null, { status: 204 }) });
  expect(await row()).toHaveTextContent('Nov 01, 2026');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by email' }), 'pas');
  const asked = () => new URL(server.to(LIST).at(-1)?.url ?? '').searchParams.get('search');
  await waitFor(() => expect(asked()).toBe('pas'));
  await userEvent.click(within(await row()).getByRole('button', { name: /^Remove/ }));
  expect(server.to(REMOVE)).toHaveLength(0);
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No subscribers match your search.')).toBeVisible();
  expect(server.to(REMOVE)).toHaveLength(1);
});

test('after a removal the focus is on the next row, or on the list if none is left', async () => {
  const two = { ...one, _id: 's2', email: 'dolma@example.org' };
  open({
    [LIST]: [list(one, two), list(two), list()],
    [REMOVE]: new Response(null, { status: 204 }),
    'DELETE /api/newsletter/subscribers/s2': new Response(null, { status: 204 }),
  });
  const remove = async (email: string) => {
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(email) }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText(email)).toBe(null));
  };
  await remove('pasang@example.org');
  await waitFor(() => expect(screen.getByRole('button', { name: /dolma@example.org/ })).toHaveFocus());
  await remove('dolma@example.org');
  await waitFor(() => expect(screen.getByRole('group', { name: 'The subscribers' })).toHaveFocus());
});

test('the list is downloaded as CSV, and a failure shows a message', async () => {
  const saved = vi.spyOn(saving, 'saveFile').mockReturnValue();
  open({
    [LIST]: list(one),
    'GET /api/newsletter/subscribers/export': [json(500, {}), new Response('email\npasang@example.org\n')],
  });
  await row();
  const button = screen.getByRole('button', { name: 'Download CSV' });
  await userEvent.click(button);
  expect(await screen.findByText('The list could not be downloaded.')).toBeInTheDocument();
  await userEvent.click(button);
  await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.anything(), 'subscribers.csv'));
});

test('a response with a missing field shows a message, and can be requested again', async () => {
  const { email: _, ...withoutEmail } = one;
  open({ [LIST]: [list(withoutEmail), list(one)] });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await row()).toBeVisible();
  expect(screen.queryByText('Something went wrong on this page')).toBe(null);
});

test('a list that fails to load can be loaded again', async () => {
  open({ [LIST]: [json(500, {}), list()] });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^No subscribers yet\./)).toBeVisible();
});
