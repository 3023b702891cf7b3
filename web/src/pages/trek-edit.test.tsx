import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Trek } from '../api/types';
import { answers, closePages, json, maya, openPage, serve, signedIn, trek } from '../test-server';

const admin = { ...maya, role: 'admin' as const };
const summary = trek('Langtang');
const id = summary._id;
const READ = `GET /api/treks/${id}`;
const SAVE = `PUT /api/treks/${id}`;
const PAGE = `/package/edit/${id}`;
const DRAFT = `trek-draft:${id}`;

const day = {
  waypoints: [
    {
      name: 'Syabrubesi',
      coordinates: { latitude: 28.16, longitude: 85.34 },
      altitude: 1503,
      isStartPoint: true,
      isEndPoint: false,
    },
    {
      name: 'Lama Hotel',
      coordinates: { latitude: 28.17, longitude: 85.43 },
      altitude: 2470,
      isStartPoint: false,
      isEndPoint: true,
    },
  ],
  connections: [
    {
      fromWaypointIndex: 0,
      toWaypointIndex: 1,
      transportMode: 'walking',
      description: 'Up the gorge.',
      distance: 11.7,
    },
  ],
  accommodation: { title: 'Lodge', description: 'Twin rooms.', features: ['Stove'] },
  foodDetails: { breakfast: ['Eggs'], lunch: ['Thukpa'], dinner: ['Dal bhat'] },
};
const langtang = {
  ...summary,
  features: ['Glaciers'],
  images: { bannerImage: '/pictures/a.svg', secondaryImages: ['/pictures/b.svg'] },
  version: 3,
  routes: [
    {
      ...summary.routes[0],
      description: 'The classic.',
      numberOfDays: 1,
      numberOfNights: 0,
      dailyActivities: [day],
    },
  ],
} as unknown as Trek;
const found = (one: unknown = langtang) => json(200, { status: 'success', data: { trek: one } });
const refused = (status: number, more: object = {}) => json(status, { status: 'error', message: '', ...more });

afterEach(() => {
  vi.useRealTimers();
  closePages();
});

type Answers = Parameters<typeof serve>[0];
async function openEditor(more: Answers = {}, path = PAGE) {
  const server = serve({
    ...answers,
    ...signedIn(admin),
    'GET /api/mails/failed': refused(404),
    [READ]: found(),
    ...more,
  });
  const page = openPage(path);
  await screen.findByRole('textbox', { name: 'Trek name' });
  return { ...page, server };
}

const update = () => userEvent.click(screen.getByRole('button', { name: 'Update Trek' }));
const name = () => screen.getByRole('textbox', { name: 'Trek name' });
async function rename(to: string) {
  await userEvent.clear(name());
  await userEvent.type(name(), to);
}
/** The waypoint of that name; connections offer the same names. */
const waypoint = (called: string) =>
  screen.queryAllByRole('textbox', { name: 'Name' }).find((one) => (one as HTMLInputElement).value === called);
const openDay = () => userEvent.click(screen.getByRole('button', { name: /^Day 1/ }));

describe('opening', () => {
  test('NAV-04 TREKADM-85 ROLE-06 there is no guard: the server says who may not edit', async () => {
    serve({ ...answers, [READ]: refused(401, { message: 'You are not authorized to edit this trek.' }) });
    const { address } = openPage(PAGE);
    expect(await screen.findByText('You are not authorized to edit this trek.')).toBeInTheDocument();
    expect(address()).toBe(PAGE);
  });

  test('TREKADM-02 TREKADM-03 TREKADM-04 it spins while it loads; a failure is told and tried again', async () => {
    serve({ ...answers, [READ]: [refused(500), found()] });
    openPage(PAGE);
    expect(await screen.findByText('Loading the trek')).toBeInTheDocument();
    expect(await screen.findByText('Failed to fetch trek data')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Edit Langtang' })).toBeInTheDocument();
  });

  test('TREKADM-01 TREKADM-05 TREKADM-06 TREKADM-08 TREKADM-09 TREKADM-10 TREKADM-11 TREKADM-23 TREKADM-24 all fields are there', async () => {
    await openEditor();
    for (const button of ['Cancel', 'Update Trek', 'Clear All Images', 'Upload secondary images', 'Add Route']) {
      expect(screen.getByRole('button', { name: new RegExp(button) })).toBeInTheDocument();
    }
    expect(name()).toHaveValue('Langtang');
    for (const place of ['Starting place', 'Ending place']) {
      const group = within(screen.getByRole('group', { name: place }));
      expect(group.getByRole('textbox', { name: place })).toHaveValue('Kathmandu');
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

  test('a day of the older shape opens converted', async () => {
    const { waypoints: _, connections: __, ...rest } = day;
    const legacy = { ...rest, startPlace: 'Lukla', endPlace: 'Phakding', travelling: 'walking' };
    const routes = langtang.routes.map((one) => ({ ...one, dailyActivities: [legacy] }));
    await openEditor({ [READ]: found({ ...langtang, routes }) });
    await openDay();
    expect(waypoint('Lukla')).toBeInTheDocument();
    expect(waypoint('Phakding')).toBeInTheDocument();
  });
});

describe('editing', () => {
  test('TREKADM-07 TREKADM-64 TREKADM-12 features are chips; pictures are cleared together', async () => {
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
    expect(screen.getByAltText('Seen as the banner image')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Clear All Images' }));
    expect(screen.queryByAltText(/Seen as/)).not.toBeInTheDocument();
  });

  test('TREKADM-15 TREKADM-16 TREKADM-13 TREKADM-14 routes are added, hidden and removed', async () => {
    await openEditor();
    expect(screen.queryByRole('button', { name: 'Remove Route' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Visible to users' }));
    expect(screen.getByText('Hidden Route')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Add Route' }));
    const routes = () => within(screen.getByRole('list', { name: 'Routes' })).getAllByRole('button');
    expect(routes().map((one) => one.textContent)).toEqual(['Standard', 'Route 2']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Route' }));
    expect(routes()).toHaveLength(1);
  });

  test('TREKADM-28 TREKADM-29 the number of days moves nights and days', async () => {
    await openEditor();
    const days = screen.getByRole('textbox', { name: 'Days' });
    await userEvent.clear(days);
    await userEvent.type(days, '12');
    expect(screen.getByRole('textbox', { name: 'Nights' })).toHaveValue('11');
    expect(screen.getAllByRole('button', { name: /^Day \d+/ })).toHaveLength(12);
  });

  test('TREKADM-17 TREKADM-18 TREKADM-67 TREKADM-34 waypoints are added, marked and removed, but not the ends', async () => {
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

  test('TREKADM-19 TREKADM-20 TREKADM-21 TREKADM-22 connections, lodging and meals of a day', async () => {
    await openEditor();
    await openDay();
    expect(screen.getByRole('combobox', { name: 'From' })).toHaveDisplayValue('Syabrubesi');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Transport' }), 'custom');
    expect(screen.getByRole('textbox', { name: 'Which transport' })).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Lodge');
    const add = screen.getByRole('button', { name: /Add Item to lunch/ });
    expect(add).toHaveTextContent('9 left');
    for (let at = 0; at < 10; at++) await userEvent.click(add);
    expect(add).toHaveTextContent('0 left');
    expect(await screen.findByText('Maximum 10 lunch items allowed')).toBeInTheDocument();
  });

  test('a distance is proposed where none was typed', async () => {
    await openEditor();
    await openDay();
    await userEvent.clear(screen.getByRole('textbox', { name: 'km' }));
    await userEvent.click(screen.getByRole('button', { name: /^Use 8.9 km/ }));
    expect(screen.getByRole('textbox', { name: 'km' })).toHaveValue('8.9');
  });
});

describe('saving', () => {
  test('TREKADM-27 TREKADM-47 the trek goes out with its version, then a toast and Manage Treks', async () => {
    const { server, address } = await openEditor({
      [SAVE]: found({ ...langtang, name: 'Langtang Valley', version: 4 }),
    });
    await rename('Langtang Valley');
    await update();
    expect(await screen.findByText('Langtang Valley was updated')).toBeInTheDocument();
    await waitFor(() => expect(address()).toMatch(/^\/admin/));
    const sent = await server.to(SAVE)[0]?.json();
    expect(sent).toMatchObject({ name: 'Langtang Valley', version: 3, routes: [{ _id: langtang.routes[0]?._id }] });
    expect(sent.routes[0].dailyActivities).toEqual([day]);
    expect(localStorage.getItem(DRAFT)).toBeNull();
  });

  test('TREKADM-42 TREKADM-45 TREKADM-46 the first five faults are listed, and each leads to its field', async () => {
    const { server } = await openEditor();
    await userEvent.click(screen.getByRole('button', { name: 'Clear All Images' }));
    await userEvent.clear(screen.getByRole('textbox', { name: 'Description' }));
    await userEvent.clear(screen.getByRole('textbox', { name: 'Starting place' }));
    await userEvent.clear(screen.getByRole('textbox', { name: 'Ending place' }));
    await userEvent.clear(screen.getByRole('textbox', { name: 'Route description' }));
    await openDay();
    await userEvent.clear(waypoint('Lama Hotel') as HTMLElement);
    await openDay();
    await update();
    const panel = (await screen.findByText('This trek cannot be saved yet')).closest('[role=alert]') as HTMLElement;
    expect(within(panel).getAllByRole('listitem')).toHaveLength(5);
    expect(within(panel).getByText('Banner image is required. Please upload one.')).toBeInTheDocument();
    expect(within(panel).getByText('At least one secondary image is required. Please upload one.')).toBeInTheDocument();
    expect(within(panel).getByText('And 2 more errors. Please check all fields.')).toBeInTheDocument();
    await userEvent.click(within(panel).getByRole('button', { name: /Description is required/ }));
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveFocus();
    await userEvent.keyboard('Ten days.');
    for (const place of ['Starting place', 'Ending place']) {
      await userEvent.type(screen.getByRole('textbox', { name: place }), 'Kathmandu');
    }
    await update();
    await userEvent.click(await screen.findByRole('button', { name: /Standard, day 1:Waypoint name is required/ }));
    expect(document.activeElement).toHaveAttribute('data-field', 'routes[0].dailyActivities[0].waypoints[1].name');
    expect(server.to(SAVE)).toHaveLength(0);
  });

  test('TREKADM-25 TREKADM-26 progress rises 5 % every half second up to 90 %', async () => {
    let answer: (reply: Response) => void = () => {};
    await openEditor({ [SAVE]: () => new Promise<Response>((resolve) => (answer = resolve)) });
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Update Trek' }));
    const seen = async (ms: number) => {
      await act(() => vi.advanceTimersByTimeAsync(ms));
      return (screen.getByRole('progressbar', { name: 'Updating Trek' }) as HTMLProgressElement).value;
    };
    expect([await seen(0), await seen(500), await seen(500), await seen(20_000)]).toEqual([5, 10, 15, 90]);
    expect(screen.getByRole('dialog', { name: 'Updating Trek' })).toBeInTheDocument();
    answer(found());
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  const refusals: [string, Response, string[]][] = [
    [
      'TREKADM-81 the server’s words of 409 and the existing value',
      refused(409, { message: 'Taken', existingValue: 'Langtang Trek' }),
      ['Taken', 'Langtang Trek'],
    ],
    ['TREKADM-81 409 without words', refused(409), ['A trek with this name already exists']],
    [
      'TREKADM-82 400 with missing fields',
      refused(400, { missingFields: ['name', 'routes[0].name'] }),
      ['Missing required fields: name, routes[0].name'],
    ],
    [
      'TREKADM-83 400 of the structure',
      refused(400, { message: 'Invalid route structure' }),
      [
        'Invalid route structure. Please check waypoints and connections.',
        'Use Fix Waypoints on the days that are marked.',
      ],
    ],
    ['TREKADM-84 any other 400', refused(400), ['Invalid trek details. Please check your input.']],
    ['TREKADM-84 any other 400 with words', refused(400, { message: 'Too odd' }), ['Too odd']],
    ['TREKADM-85 401', refused(401), ['You are not authorized to edit this trek.']],
    ['TREKADM-86 404', refused(404), ['Trek not found.']],
    ['TREKADM-87 413', refused(413), ['Image size too large. Please use smaller images.']],
    ['TREKADM-91 an empty answer', json(200, { status: 'success', data: null }), ['No data received from server']],
    [
      'TREKADM-88 422 names the first three',
      refused(422, { errors: ['a', 'b', 'c', 'd', 'e'].map((one) => ({ field: 'name', message: `Rule ${one}` })) }),
      ['Rule a', 'Rule b', 'Rule c', 'And 2 more validation errors.'],
    ],
  ];
  for (const [title, reply, texts] of refusals) {
    test(title, async () => {
      const { server } = await openEditor({ [SAVE]: reply, 'POST /api/auth/refresh': refused(500) });
      await update();
      for (const text of texts) expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
      expect(server.to(SAVE)).toHaveLength(1);
      expect(screen.queryByText('Rule d')).not.toBeInTheDocument();
    });
  }

  const failures: [string, Answers[string], string][] = [
    ['TREKADM-89 TREKADM-92', refused(500), 'Server error. Please try again later.'],
    [
      'TREKADM-90 TREKADM-92',
      () => Promise.reject(new TypeError('offline')),
      'No response from server. Please check your internet connection.',
    ],
  ];
  for (const [ids, reply, words] of failures) {
    test(`${ids} three tries with growing pauses, then ${words}`, async () => {
      const { server } = await openEditor({ [SAVE]: reply });
      vi.useFakeTimers();
      fireEvent.click(screen.getByRole('button', { name: 'Update Trek' }));
      const tries = async (ms: number) => {
        await act(() => vi.advanceTimersByTimeAsync(ms));
        return server.to(SAVE).length;
      };
      expect([await tries(900), await tries(200), await tries(2500), await tries(1000)]).toEqual([1, 2, 2, 3]);
      expect(screen.getByText(words)).toBeInTheDocument();
      expect(await tries(60_000)).toBe(3);
    });
  }

  test('a save that somebody else overtook is compared; mine can be kept or theirs taken', async () => {
    const theirs = { ...langtang, name: 'Langtang and Gosaikunda', version: 5 };
    const stale = refused(409, { message: 'This trek was changed by somebody else meanwhile.', currentVersion: 5 });
    const { server } = await openEditor({ [READ]: [found(), found(theirs)], [SAVE]: [stale, stale, found(theirs)] });
    await rename('Langtang Valley');
    await update();
    const dialog = await screen.findByRole('dialog', { name: 'Somebody else saved this trek' });
    expect(
      within(dialog).getByRole('row', { name: 'Name Langtang Valley Langtang and Gosaikunda' }),
    ).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Take theirs' }));
    await waitFor(() => expect(name()).toHaveValue('Langtang and Gosaikunda'));
    await rename('Mine');
    await update();
    const again = await screen.findByRole('dialog', { name: 'Somebody else saved this trek' });
    await userEvent.click(within(again).getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(server.to(SAVE)).toHaveLength(3));
    expect(await server.to(SAVE)[2]?.json()).toMatchObject({ name: 'Mine', version: 5 });
  });
});

describe('drafts', () => {
  const kept = () => JSON.parse(localStorage.getItem(DRAFT) ?? 'null');

  test('TREKADM-37 TREKADM-38 every change is kept on this device and restored', async () => {
    const first = await openEditor();
    await rename('Half done');
    fireEvent(window, new Event('pagehide'));
    expect(kept()).toMatchObject({ version: 3, form: { name: 'Half done' } });
    first.unmount();
    closePages();
    await openEditor();
    expect(name()).toHaveValue('Half done');
    expect(await screen.findByText('Your draft was restored')).toBeInTheDocument();
  });

  test('a change is written after a moment without the page going away', async () => {
    await openEditor();
    await userEvent.type(name(), '!');
    await waitFor(() => expect(kept()?.form.name).toBe('Langtang!'));
  });

  test('a draft of an older version asks: mine or the saved trek', async () => {
    const first = await openEditor();
    await rename('Half done');
    fireEvent(window, new Event('pagehide'));
    first.unmount();
    closePages();
    const { server } = await openEditor({ [READ]: found({ ...langtang, version: 9 }), [SAVE]: found() });
    const dialog = await screen.findByRole('dialog', { name: 'The trek has changed since your draft' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep my draft' }));
    await waitFor(() => expect(name()).toHaveValue('Half done'));
    await update();
    await waitFor(() => expect(server.to(SAVE)).toHaveLength(1));
    expect(await server.to(SAVE)[0]?.json()).toMatchObject({ name: 'Half done', version: 9 });
  });

  test('TREKADM-40 a draft that cannot be read is told and forgotten', async () => {
    localStorage.setItem(DRAFT, '{"version":3,"savedAt":1,"form":{"name":4}}');
    await openEditor();
    expect(await screen.findByText('Error loading saved data. Starting with a fresh form.')).toBeInTheDocument();
    expect(name()).toHaveValue('Langtang');
    expect(localStorage.getItem(DRAFT)).toBeNull();
  });

  test('TREKADM-41 a device without room is told, once', async () => {
    await openEditor();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await userEvent.type(name(), '!');
    expect(
      await screen.findByText('Failed to save form data locally. Your progress may not be saved.'),
    ).toBeInTheDocument();
    expect(screen.getByText('Not kept on this device')).toBeInTheDocument();
  });

  test('TREKADM-01 Cancel discards the draft and goes back; Undo brings both back', async () => {
    const { address } = await openEditor();
    await rename('Half done');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(address()).toMatch(/^\/admin/));
    expect(localStorage.getItem(DRAFT)).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(address()).toBe(PAGE));
    expect(await screen.findByDisplayValue('Half done')).toBeInTheDocument();
  });

  test('leaving with changes is asked about, and may be thought better of', async () => {
    const { router, address } = await openEditor();
    await userEvent.type(name(), '!');
    act(() => void router.navigate('/packages'));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(address()).toBe(PAGE);
    const border = new Event('beforeunload', { cancelable: true });
    fireEvent(window, border);
    expect(border.defaultPrevented).toBe(true);
    act(() => void router.navigate('/packages'));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toBe('/packages'));
  });
});

test('Add New Trek fills blanks, keeps a draft of its own, and sends each try under one key', async () => {
  const made = json(201, { status: 'success', data: { trek: { ...langtang, name: 'Rolwaling' } } });
  const post = 'POST /api/treks';
  const taken = refused(409, { message: 'A trek with this name already exists', existingValue: 'Langtang' });
  const section = '/admin?section=add-new-trek';
  const first = await openEditor({}, section);
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'New.');
  await userEvent.click(screen.getByRole('button', { name: 'Add Trek' }));
  expect(await screen.findByText('This trek cannot be saved yet')).toBeInTheDocument();
  expect(name()).toHaveValue('Standard Trek 2026-11-20');
  fireEvent(window, new Event('pagehide'));
  first.unmount();
  closePages();

  const draft = JSON.parse(localStorage.getItem('trek-draft:new') ?? 'null');
  const [route] = draft.form.routes;
  route.description = 'West.';
  const [only] = route.dailyActivities;
  only.waypoints.forEach((one: { name: string }, at: number) => {
    one.name = `Stop ${at}`;
  });
  only.connections[0].description = 'A path.';
  only.accommodation.description = 'A tent.';
  Object.assign(draft.form, { bannerImage: '/a.svg', secondaryImages: ['/b.svg'] });
  draft.form.startingPlace.name = 'Dolakha';
  draft.form.endingPlace.name = 'Kathmandu';
  localStorage.setItem('trek-draft:new', JSON.stringify(draft));
  const { server, address } = await openEditor({ [post]: [taken, made] }, section);
  await userEvent.click(screen.getByRole('button', { name: 'Add Trek' }));
  expect(await screen.findByText('A trek with this name already exists')).toBeInTheDocument();
  await rename('Rolwaling');
  await userEvent.click(screen.getByRole('button', { name: 'Add Trek' }));
  expect(await screen.findByText('Rolwaling was added')).toBeInTheDocument();
  await waitFor(() => expect(address()).toBe('/admin'));
  const [one, two] = server.to(post).map((call) => call.headers.get('Idempotency-Key'));
  expect(one).toBeTruthy();
  // Another body under the same key would be refused as a conflict.
  expect(two).not.toBe(one);
});
