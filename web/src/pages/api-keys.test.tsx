import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import '../features/api-keys/ApiKeys';
import './AdminPage';

afterEach(closePages);

const LIST = 'GET /api/api-keys';
const CREATE = 'POST /api/api-keys';
const key = {
  _id: 'k1',
  name: 'Himalaya Tours',
  kind: 'reseller',
  prefix: 'chautari_1a2b3c',
  createdAt: '2026-11-20T20:00:00Z', // November 21 at the agency
  createdBy: 'Maya Rai',
  lastUsedAt: null,
  revokedAt: null,
};
const list = (...apiKeys: object[]) => json(200, { status: 'success', data: { apiKeys } });
const admin = { ...maya, role: 'admin' as const };
const secret = `chautari_${'1a2b3c'.repeat(10)}`;

test('a new API key is shown once and can be copied', async () => {
  const created = json(201, { status: 'success', data: { key: secret, apiKey: key } });
  const server = serve({ ...answers, ...signedIn(admin), [LIST]: [list(), list(key)], [CREATE]: created });
  openPage('/admin?section=api-keys');
  expect(await screen.findByText(/^No API keys yet\./)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'New API key' }));
  const form = within(await screen.findByRole('dialog', { name: 'New API key' }));
  await userEvent.click(form.getByRole('button', { name: 'Create key' }));
  expect(form.getByText('Enter a name of at least 2 characters')).toBeVisible();
  expect(server.to(CREATE)).toHaveLength(0);
  await userEvent.type(form.getByRole('textbox', { name: /Reseller/ }), ' Himalaya Tours ');
  await userEvent.click(form.getByRole('button', { name: 'Create key' }));
  const shown = within(await screen.findByRole('dialog', { name: 'The key of Himalaya Tours' }));
  expect(shown.getByRole('textbox', { name: 'API key' })).toHaveValue(secret);
  const writeText = vi.fn(async () => {});
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await userEvent.click(shown.getByRole('button', { name: 'Copy key' }));
  expect(writeText).toHaveBeenCalledWith(secret);
  await userEvent.click(shown.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('row', { name: /Himalaya Tours/ })).toHaveTextContent('chautari_1a2b3c…');
  expect(screen.queryByDisplayValue(secret)).toBeNull();
  expect(await server.to(CREATE)[0]?.json()).toEqual({ name: 'Himalaya Tours', kind: 'reseller' });
});

test('an API key is revoked after a confirmation', async () => {
  const REVOKE = 'DELETE /api/api-keys/k1';
  const revoked = { ...key, lastUsedAt: '2026-11-20T21:00:00Z', revokedAt: '2026-11-21T20:00:00Z' };
  const server = serve({
    ...answers,
    ...signedIn(admin),
    [LIST]: [list(key), list(revoked)],
    [REVOKE]: [json(500, {}), json(200, { status: 'success', message: 'API key revoked.' })],
  });
  openPage('/admin?section=api-keys');
  const row = await screen.findByRole('row', { name: /Himalaya Tours/ });
  expect(row).toHaveTextContent('Never');
  expect(row).toHaveTextContent('Nov 21, 2026by Maya Rai');
  await userEvent.click(within(row).getByRole('button', { name: /^Revoke/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke the key of Himalaya Tours?' }));
  expect(server.to(REVOKE)).toHaveLength(0);
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke key' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Revoke key' })).toBeEnabled());
  expect(server.to(REVOKE)).toHaveLength(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke key' }));
  expect(await screen.findByText('Revoked Nov 22, 2026')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Revoke/ })).toBeNull();
});
