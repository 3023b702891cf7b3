// The form for a new departure or a series of them.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeRoute, makeTrek } from '../fixtures';
import { closePages, json, openPage } from '../test-server';
import { departure, departureChoices } from './departure-fixtures';
import { data, desk, langtang } from './desk-fixtures';

// Preloaded, so that no test waits for it.
import './DeparturesPage';
import './NewDeparturePage';

afterEach(closePages);
beforeEach(() => vi.stubGlobal('scrollTo', () => {}));

test('a series shows its dates before it is created, and the problems of the server beside its fields', async () => {
  const trek = { ...makeTrek({ _id: 't1', routes: [makeRoute()] }), soldAs: 'private' };
  const refusal = json(400, {
    status: 'error',
    message: 'Invalid departure. Please check your input.',
    errors: [{ field: 'minimum', message: 'Minimum must not be above the capacity' }],
  });
  const server = desk({
    ...departureChoices,
    'GET /api/departures': data({ departures: [departure], total: 1 }),
    'GET /api/treks/t1': data({ trek }),
    'POST /api/departures/series': [
      refusal,
      json(201, { status: 'success', data: { departures: [departure, { ...departure, _id: 'd2' }], total: 2 } }),
    ],
  });
  const page = openPage('/admin/departures/new?trek=t1');
  expect(await screen.findByText(/sold to private parties only/)).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'A series' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create departure' }));
  expect(await screen.findByText('Choose the first date')).toBeVisible();
  await userEvent.type(screen.getByLabelText('From'), '2027-03-01');
  await userEvent.type(screen.getByLabelText('Until'), '2027-03-20');
  expect(await screen.findByText('3 departures')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Create 3 departures' }));
  expect(await screen.findByText('Minimum must not be above the capacity')).toBeVisible();
  await userEvent.type(screen.getByLabelText(/^Decide, days before the start/), '30');
  await userEvent.click(screen.getByRole('button', { name: 'Create 3 departures' }));
  await waitFor(() => expect(page.address()).toBe('/admin/departures?trek=t1'));
  const calls = server.to('POST /api/departures/series');
  const keys = calls.map((call) => call.headers.get('Idempotency-Key'));
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).not.toBe(keys[0]);
  const body = await calls.at(-1)?.json();
  expect(body).toMatchObject({ trekId: 't1', routeId: 'r1', from: '2027-03-01', to: '2027-03-20', decideDays: 30 });
});

test('treks and routes that could not be loaded are asked for again', async () => {
  const down = json(503, { status: 'error', message: 'The service is not available.' });
  const trek = makeTrek({ _id: 't1', routes: [makeRoute({ _id: 'r1' }), makeRoute({ _id: 'r2', name: 'High pass' })] });
  desk({
    ...departureChoices,
    'GET /api/treks/manage': [down, data({ treks: [langtang], total: 1 })],
    'GET /api/treks/t1': [down, data({ trek })],
  });
  openPage('/admin/departures/new?trek=t1');
  const again = async (title: string) => {
    const alert = (await screen.findByText(title)).closest<HTMLElement>('[role=alert]');
    await userEvent.click(within(alert as HTMLElement).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(title)).toBe(null));
  };
  await again('The routes of this trek could not be loaded');
  await again('The treks could not be loaded');
  expect(screen.getByRole('combobox', { name: 'Trek' })).toHaveDisplayValue('Langtang Valley');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Route' }), 'High pass');
  expect(screen.getByRole('combobox', { name: 'Route' })).toHaveDisplayValue('High pass');
});

test('a trek that comes into the address while the form opens is chosen in the form', async () => {
  const trek = makeTrek({ _id: 't1', routes: [makeRoute()] });
  desk({ ...departureChoices, 'GET /api/treks/t1': data({ trek }) });
  const { router } = openPage('/admin/departures/new');
  expect(await screen.findByRole('combobox', { name: 'Route' })).toBeDisabled();
  await router.navigate('?trek=t1');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Trek' })).toHaveDisplayValue('Langtang Valley'));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Route' })).toBeEnabled());
});
