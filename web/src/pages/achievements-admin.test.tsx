// View Achievements: statistics of the agency are added, changed, selected for the home page and deleted.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import '../features/achievements-admin/ViewAchievements';
import './AdminPage';

afterEach(closePages);

const LIST = 'GET /api/achievement/';
const figures = { experienceYrs: 12, noOfLocation: 30, travelAwards: 4, totalClients: 2400 };
const shown = { _id: 'a1', ...figures, visibility: true };
const other = { _id: 'a2', ...figures, experienceYrs: 13, visibility: false };
const list = (...data: object[]) => json(200, { status: 'success', data });
const ok = json(200, { status: 'success', data: shown });

function open(more: Parameters<typeof serve>[0]) {
  const server = serve({ ...answers, ...signedIn({ ...maya, role: 'admin' }), ...more });
  openPage('/admin?section=view-achievements');
  return server;
}
const item = async (number: number) => within(await screen.findByRole('listitem', { name: `Achievement ${number}` }));

test('ACH-07 ACH-02 one set of figures is shown on the home page, and an administrator selects another', async () => {
  const server = open({ [LIST]: list(shown, other), 'PUT /api/achievement/a1': ok, 'PUT /api/achievement/a2': ok });
  expect((await item(1)).getByText('On home')).toBeVisible();
  await userEvent.click((await item(2)).getByRole('button', { name: 'Show on home' }));
  await waitFor(() => expect(server.to('PUT /api/achievement/a1')).toHaveLength(1));
  expect((await server.to('PUT /api/achievement/a2')[0]?.json())?.visibility).toBe(true);
  expect((await server.to('PUT /api/achievement/a1')[0]?.json())?.visibility).toBe(false);
});

test('ACH-07 ACH-01 a new set is hidden at first, and invalid figures are reported', async () => {
  const server = open({ [LIST]: [list(), list(other)], 'POST /api/achievement': json(201, { data: other }) });
  await userEvent.click(await screen.findByRole('button', { name: 'New achievement' }));
  const form = within(await screen.findByRole('dialog', { name: 'New achievement' }));
  await userEvent.type(form.getByLabelText('Years of experience'), '13');
  await userEvent.type(form.getByLabelText('Locations'), '30');
  await userEvent.type(form.getByLabelText('Travel awards'), 'four');
  await userEvent.type(form.getByLabelText('Clients'), '2400');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Enter a whole number, 0 or more')).toBeVisible();
  await userEvent.clear(form.getByLabelText('Travel awards'));
  await userEvent.type(form.getByLabelText('Travel awards'), '4');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await (await item(1)).findByText('2,400')).toBeVisible();
  const { _id, ...sent } = other;
  expect(await server.to('POST /api/achievement')[0]?.json()).toEqual(sent);
});

test('ACH-07 a set can be changed, and deleted after a confirmation', async () => {
  const server = open({
    [LIST]: [list(shown), list(shown), list()],
    'PUT /api/achievement/a1': ok,
    'DELETE /api/achievement/a1': new Response(null, { status: 204 }),
  });
  await userEvent.click((await item(1)).getByRole('button', { name: 'Edit' }));
  const clients = await screen.findByLabelText('Clients');
  await userEvent.clear(clients);
  await userEvent.type(clients, '2500');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  const sent = await server.to('PUT /api/achievement/a1')[0]?.json();
  expect(sent).toEqual({ ...figures, totalClients: 2500, visibility: true });
  await userEvent.click((await item(1)).getByRole('button', { name: 'Delete' }));
  expect(server.to('DELETE /api/achievement/a1')).toHaveLength(0);
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/^No achievements yet\./)).toBeVisible();
});

test('ACH-05 figures that fail to load can be loaded again', async () => {
  open({ [LIST]: [json(500, {}), list(shown)] });
  expect(await screen.findByText('Failed to fetch achievement data')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await (await item(1)).findByText('On home')).toBeVisible();
});
