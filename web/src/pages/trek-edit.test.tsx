// The Edit Trek page: its contents and its controls (document 2 §2, §4).
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answers, closePages, json, openPage, serve, serveStore } from '../test-server';
import { day, found, langtang, name, openDay, openEditor, PAGE, READ, refused, waypoint } from './trek-edit-fixtures';

afterEach(() => {
  vi.useRealTimers();
  closePages();
});

describe('opening the editor', () => {
  test('NAV-04 TREKADM-85 ROLE-06 the page has no guard: the server decides who may edit', async () => {
    serve({ ...answers, [READ]: refused(401, { message: 'You are not authorized to edit this trek.' }) });
    const { address } = openPage(PAGE);
    expect(await screen.findByText('You are not authorized to edit this trek.')).toBeInTheDocument();
    expect(address()).toBe(PAGE);
  });

  test('TREKADM-02 TREKADM-03 TREKADM-04 a loading state is shown; a failure shows a message and can be tried again', async () => {
    serve({ ...answers, [READ]: [refused(500), found()] });
    openPage(PAGE);
    expect(await screen.findByText('Loading the trek')).toBeInTheDocument();
    expect(await screen.findByText('Failed to fetch trek data')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Edit Langtang' })).toBeInTheDocument();
  });

  test('TREKADM-01 TREKADM-05 TREKADM-06 TREKADM-08 TREKADM-09 TREKADM-10 TREKADM-11 TREKADM-23 TREKADM-24 all fields are shown', async () => {
    await openEditor();
    for (const button of ['Cancel', 'Update Trek', 'Clear All Images', 'Upload secondary images', 'Add Route']) {
      expect(screen.getByRole('button', { name: new RegExp(button) })).toBeInTheDocument();
    }
    expect(name()).toHaveValue('Langtang');
    for (const place of ['Starting place', 'Ending place']) {
      const group = within(screen.getByRole('group', { name: place }));
      expect(group.getByRole('combobox', { name: place })).toHaveValue('Kathmandu');
      expect(group.getByRole('textbox', { name: 'Latitude' })).toHaveValue('27.7');
      expect(group.getByRole('textbox', { name: 'Longitude' })).toHaveValue('85.3');
    }
    for (const [label, value] of [
      [/^Location/, 'Khumbu'],
      ['Description', 'Langtang, day by day.'],
      ['Group discount threshold (guests)', '4'],
      ['Group discount percentage', '20'],
      ['Tax %', '18'],
      ['Service Fee %', '5'],
      ['Insurance per person (USD)', '50'],
      ['Booking fee (USD)', '20'],
    ] as const) {
      expect(screen.getByRole('textbox', { name: label })).toHaveValue(value);
    }
    expect(screen.getByRole('checkbox', { name: 'Group discount' })).toBeChecked();
    expect(screen.getAllByText(/Max 5MB/)).toHaveLength(2);
  });

  test('a day of the older shape is converted', async () => {
    const { waypoints: _, connections: __, ...rest } = day;
    const legacy = { ...rest, startPlace: 'Lukla', endPlace: 'Phakding', travelling: 'walking' };
    const routes = langtang.routes.map((one) => ({ ...one, dailyActivities: [legacy] }));
    await openEditor({ [READ]: found({ ...langtang, routes }) });
    await openDay();
    expect(waypoint('Lukla')).toBeInTheDocument();
    expect(waypoint('Phakding')).toBeInTheDocument();
  });
});

describe('editing a trek', () => {
  test('TREKADM-07 TREKADM-64 TREKADM-12 features are chips; all pictures can be removed at once', async () => {
    await openEditor();
    const features = screen.getByRole('textbox', { name: 'Features' });
    await userEvent.type(features, 'Yaks{Enter}glaciers{Enter}');
    const list = screen.getByRole('list', { name: 'Features' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['Glaciers', 'Yaks']);
    await userEvent.click(within(list).getByRole('button', { name: 'Remove Glaciers' }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    for (let at = 1; at <= 10; at++) await userEvent.type(features, `F${at}{Enter}`);
    expect(await screen.findByText('Maximum 10 features allowed')).toBeInTheDocument();
    expect(screen.getByAltText('Preview of the banner image')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Clear All Images' }));
    expect(screen.queryByAltText(/Preview of/)).not.toBeInTheDocument();
  });

  test('TREKADM-15 TREKADM-16 TREKADM-13 TREKADM-14 routes can be added, hidden and removed', async () => {
    await openEditor();
    expect(screen.queryByRole('button', { name: 'Remove Route' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Visible to users' }));
    expect(await screen.findByText('Hidden Route')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Add Route' }));
    const routes = () => within(screen.getByRole('list', { name: 'Routes' })).getAllByRole('button');
    expect(routes().map((one) => one.textContent)).toEqual(['Standard', 'Route 2']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Route' }));
    expect(routes()).toHaveLength(1);
  });

  test('TREKADM-28 TREKADM-29 the number of days changes nights and days', async () => {
    await openEditor();
    const days = screen.getByRole('textbox', { name: 'Days' });
    await userEvent.clear(days);
    await userEvent.type(days, '12');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Nights' })).toHaveValue('11'));
    expect(screen.getAllByRole('button', { name: /^Day \d+/ })).toHaveLength(12);
  });

  test('the first day cannot move up, the last one cannot move down, and a single day cannot be removed', async () => {
    await openEditor();
    // The first three menu items insert and duplicate.
    const offered = async (day: number) => {
      const button = await screen.findByRole('button', { name: `More for day ${day}` });
      const menu = document.getElementById(button.getAttribute('aria-controls') ?? '');
      return within(menu as HTMLElement)
        .getAllByRole('menuitem')
        .map((one) => one.textContent)
        .slice(3);
    };
    expect(await offered(1)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Add Day' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Add Day' }));
    expect(await offered(3)).toEqual(['Start where day 2 ends', 'Move up', 'Remove this day']);
    expect(await offered(1)).toEqual(['Move down', 'Remove this day']);
    expect(await offered(2)).toEqual(['Start where day 1 ends', 'Move up', 'Move down', 'Remove this day']);
  });

  test('TREKADM-17 TREKADM-18 TREKADM-67 TREKADM-34 waypoints can be added, marked and removed, except start and end', async () => {
    await openEditor();
    await openDay();
    await userEvent.click(screen.getByRole('button', { name: 'Add Waypoint' }));
    expect(waypoint('Waypoint 3')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Set as End: Waypoint 3' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('button', { name: 'Set as End: Lama Hotel' })).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(screen.getByRole('button', { name: 'Remove Waypoint 3' }));
    expect(
      await screen.findByText('Cannot remove start or end points. Set another point as start/end first.'),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Set as End: Lama Hotel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove Waypoint 3' }));
    expect(waypoint('Waypoint 3')).toBeUndefined();
    expect(screen.getByRole('button', { name: 'Fix Waypoints' })).toBeInTheDocument();
  });

  test('TREKADM-19 TREKADM-20 TREKADM-21 TREKADM-22 connections, lodging and meals of a day can be edited', async () => {
    await openEditor();
    await openDay();
    expect(screen.getByRole('combobox', { name: 'From' })).toHaveDisplayValue('Syabrubesi');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Transport' }), 'custom');
    expect(await screen.findByRole('textbox', { name: 'Transport type' })).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Lodge');
    const add = screen.getByRole('button', { name: /Add Item to lunch/ });
    expect(add).toHaveTextContent('9 left');
    for (let at = 0; at < 10; at++) await userEvent.click(add);
    expect(add).toHaveTextContent('0 left');
    expect(await screen.findByText('Maximum 10 lunch items allowed')).toBeInTheDocument();
  });

  test('UPLOAD-11 TREKADM-10 a chosen banner is uploaded and replaces the old one', async () => {
    const data = {
      uploadUrl: '/api/upload/put/x',
      method: 'PUT',
      headers: {},
      publicUrl: '/uploads/new.png',
      expiresAt: '',
    };
    const { server } = await openEditor({
      'POST /api/upload/sign': json(200, { status: 'success', data }),
      'POST /api/upload/complete': json(200, { status: 'success', data: { publicUrl: '/uploads/new.png' } }),
    });
    serveStore(200);
    const input = screen.getByLabelText('Replace the banner image', { selector: 'input' });
    await userEvent.upload(input, new File(['abc'], 'wide.png', { type: 'image/png' }));
    await waitFor(() =>
      expect(screen.getByAltText('Preview of the banner image')).toHaveAttribute('src', '/uploads/new.png'),
    );
    expect(await server.to('POST /api/upload/sign')[0]?.json()).toMatchObject({ keyPrefix: 'images/banner' });
  });

  test('a distance is proposed if none was typed', async () => {
    await openEditor();
    await openDay();
    await userEvent.clear(screen.getByRole('textbox', { name: 'km' }));
    await userEvent.click(screen.getByRole('button', { name: /^Use estimate: 12\skm, / }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'km' })).toHaveValue('12'));
  });
});
