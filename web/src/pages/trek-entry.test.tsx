// Features that save typing in the trek editor: known places, copies, estimates of legs, default charges.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { answers, closePages, config, json, openPage, serve, signedIn } from '../test-server';
import { admin, found, langtang, openDay, openEditor, READ, waypoint } from './trek-edit-fixtures';

// Preloaded, so that no test waits for it.
import '../features/trek-editor/CopyDays';
import '../features/trek-editor/TrekEditor';
import './AdminPage';
import './TrekEditPage';

afterEach(closePages);

const button = (name: RegExp | string) => screen.getByRole('button', { name });
const field = (path: string) => document.querySelector<HTMLInputElement>(`[data-field="${path}"]`);
const DAY = 'routes[0].dailyActivities[0]';

test('TREKADM-13 a route is duplicated with its days and hidden, and its name is focused', async () => {
  await openEditor();
  await userEvent.click(button('Duplicate Route'));
  await waitFor(() => expect(field('routes[1].name')).toHaveFocus());
  expect(field('routes[1].name')).toHaveValue(`${langtang.routes?.[0]?.name} (copy)`);
  expect(screen.getByText('Hidden Route')).toBeVisible();
  await userEvent.click(button(/^Day 1/));
  await waitFor(() => expect(waypoint('Lama Hotel')).toBeVisible());
});

test('a waypoint is found by name with the keyboard, which fills in position and altitude', async () => {
  await openEditor();
  await openDay();
  await userEvent.click(await screen.findByRole('button', { name: 'Add Waypoint' }));
  const name = field(`${DAY}.waypoints[2].name`) as HTMLInputElement;
  await userEvent.clear(name);
  await userEvent.type(name, 'namche');
  expect(await screen.findByRole('option', { name: /Namche Bazaar.*3,440/ })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(name).toHaveValue('Namche Bazaar');
  expect(field(`${DAY}.waypoints[2].coordinates.latitude`)).toHaveValue('27.8056');
  expect(field(`${DAY}.waypoints[2].coordinates.longitude`)).toHaveValue('86.714');
  expect(field(`${DAY}.waypoints[2].altitude`)).toHaveValue('3440');
  expect(screen.queryByRole('option', { name: /Namche Bazaar.*3,440/ })).toBe(null);
  await userEvent.clear(name);
  await userEvent.type(name, 'lama h');
  expect(await screen.findByRole('option', { name: /Lama Hotel.*this trek/ })).toBeVisible();
});

test('days are copied within the route, and lodging and meals from the day before', async () => {
  await openEditor();
  await userEvent.click(button('Copy days'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy days' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Copy 1 day' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect(field('routes[0].numberOfDays')).toHaveValue('2');
  await userEvent.click(button(/^Day 2/));
  const title = await waitFor(() => {
    const one = field('routes[0].dailyActivities[1].accommodation.title');
    expect(one).toHaveValue('Lodge');
    return one as HTMLInputElement;
  });
  await userEvent.clear(title);
  await userEvent.type(title, 'Tent');
  await userEvent.click(button('As day 1: accommodation'));
  expect(title).toHaveValue('Lodge');
});

test('one press estimates the legs of a route and keeps typed values', async () => {
  await openEditor({ [READ]: found(langtang) });
  await openDay();
  await waitFor(() => expect(field(`${DAY}.connections[0].distance`)).toHaveValue('11.7'));
  await userEvent.click(button('Estimate legs'));
  expect(await screen.findByText(/^1 leg estimated/)).toBeInTheDocument();
  expect(field(`${DAY}.connections[0].distance`)).toHaveValue('11.7');
  expect(Number(field(`${DAY}.connections[0].duration`)?.value)).toBeGreaterThan(120);
});

test("TREKADM-79 a new trek starts with the agency's default charges", async () => {
  const defaultCharges = { gst: 13, serviceFee: 4, insurancePerPerson: 35.5, bookingFee: 10 };
  serve({
    ...answers,
    ...signedIn(admin),
    'GET /api/config': json(200, { status: 'success', data: { ...config, defaultCharges } }),
  });
  openPage('/admin?section=add-new-trek');
  await screen.findByLabelText('Trek name');
  await waitFor(() => expect(screen.getByLabelText('Tax %')).toHaveValue('13'));
  expect(screen.getByLabelText('Service Fee %')).toHaveValue('4');
  expect(screen.getByLabelText(/^Insurance per person/)).toHaveValue('35.5');
  expect(screen.getByLabelText(/^Booking fee/)).toHaveValue('10');
});
