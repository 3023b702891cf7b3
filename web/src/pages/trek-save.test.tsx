// Update Trek: problems, progress, the catalogue of failures, two editors (document 2 §4, §5, §8).
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { closePages, json } from '../test-server';
import {
  type Answers,
  DRAFT,
  day,
  found,
  id,
  langtang,
  name,
  openDay,
  openEditor,
  READ,
  refused,
  rename,
  SAVE,
  update,
  waypoint,
} from './trek-edit-fixtures';

afterEach(() => {
  vi.useRealTimers();
  closePages();
});

describe('saving a trek', () => {
  test('TREKADM-27 TREKADM-47 the trek is sent with its version, then a toast and Manage Treks appear', async () => {
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

  test('TREKADM-42 TREKADM-45 TREKADM-46 the first five problems are listed, and each links to its field', async () => {
    const { server } = await openEditor();
    await userEvent.click(screen.getByRole('button', { name: 'Clear All Images' }));
    await userEvent.clear(screen.getByRole('textbox', { name: 'Description' }));
    await userEvent.clear(screen.getByRole('combobox', { name: 'Starting place' }));
    await userEvent.clear(screen.getByRole('combobox', { name: 'Ending place' }));
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
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Description' })).toHaveFocus());
    await userEvent.keyboard('Ten days.');
    for (const place of ['Starting place', 'Ending place']) {
      await userEvent.type(screen.getByRole('combobox', { name: place }), 'Kathmandu');
    }
    await update();
    await userEvent.click(await screen.findByRole('button', { name: /Standard, day 1:Waypoint name is required/ }));
    expect(document.activeElement).toHaveAttribute('data-field', 'routes[0].dailyActivities[0].waypoints[1].name');
    expect(server.to(SAVE)).toHaveLength(0);
  });

  test('closed days that are not saved keep the trek from being saved, and leaving is confirmed', async () => {
    const closures = (...all: object[]) => json(200, { status: 'success', data: { closures: all } });
    const monsoon = { from: '2027-07-01', to: '2027-08-15', reason: '' };
    const { server, address } = await openEditor({
      [`GET /api/treks/${id}/closures`]: closures(),
      [`PUT /api/treks/${id}/closures`]: closures(monsoon),
      [SAVE]: found({ ...langtang, version: 4 }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add closed days' }));
    fireEvent.change(screen.getByLabelText('First day'), { target: { value: monsoon.from } });
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: monsoon.to } });
    await userEvent.click(screen.getByRole('link', { name: 'Manage Treks' }));
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toHaveTextContent(
      'The changed closed days are not saved. This will be lost.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
    await update();
    await userEvent.click(await screen.findByRole('button', { name: 'The changed closed days are not saved.' }));
    expect(screen.getByRole('button', { name: 'Save closed days' })).toHaveFocus();
    expect(server.to(SAVE)).toHaveLength(0);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Closed days were saved')).toBeInTheDocument();
    await update();
    await waitFor(() => expect(address()).toMatch(/^\/admin/));
    expect(server.to(SAVE)).toHaveLength(1);
  });

  test('a picture that is still uploading keeps the trek from being saved', async () => {
    const { server } = await openEditor({ 'POST /api/upload/sign': () => new Promise<Response>(() => {}) });
    const input = screen.getByLabelText('Replace the banner image', { selector: 'input' });
    await userEvent.upload(input, new File(['abc'], 'wide.png', { type: 'image/png' }));
    await update();
    expect(await screen.findByRole('button', { name: 'The banner image is still uploading.' })).toBeInTheDocument();
    expect(server.to(SAVE)).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the upload of wide.png' }));
    expect(screen.queryByText('The banner image is still uploading.', { selector: 'p' })).not.toBeInTheDocument();
  });

  test('TREKADM-25 TREKADM-26 progress grows by 5 % every half second, up to 90 %', async () => {
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

  describe('TREKADM-81..88 TREKADM-89..92 each rejection has the message of the catalogue', () => {
    const refusals: [string, Response, string[]][] = [
      [
        'TREKADM-81 409 with the server’s message and the existing value',
        refused(409, { message: 'Taken', existingValue: 'Langtang Trek' }),
        ['Taken', 'Langtang Trek'],
      ],
      ['TREKADM-81 409 without message', refused(409), ['A trek with this name already exists']],
      [
        'TREKADM-82 400 with missing fields',
        refused(400, { missingFields: ['name', 'routes[0].name'] }),
        ['Missing required fields: name, routes[0].name'],
      ],
      [
        'TREKADM-83 400 with an invalid structure',
        refused(400, { message: 'Invalid route structure' }),
        [
          'Invalid route structure. Please check waypoints and connections.',
          'Use Fix Waypoints on the days that are marked.',
        ],
      ],
      ['TREKADM-84 any other 400', refused(400), ['Invalid trek details. Please check your input.']],
      ['TREKADM-84 any other 400 with message', refused(400, { message: 'Too odd' }), ['Too odd']],
      ['TREKADM-85 401', refused(401), ['You are not authorized to edit this trek.']],
      ['TREKADM-86 404', refused(404), ['Trek not found.']],
      ['TREKADM-87 413', refused(413), ['Image size too large. Please use smaller images.']],
      ['TREKADM-91 an empty answer', json(200, { status: 'success', data: null }), ['No data received from server']],
      [
        'TREKADM-88 422 with the first three errors',
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
      test(`${ids} three attempts with growing pauses, then ${words}`, async () => {
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
  });

  const stale = refused(409, { message: 'This trek was changed by somebody else meanwhile.', currentVersion: 5 });
  const withRoute = (more: object) => ({ ...langtang, routes: [{ ...langtang.routes?.[0], ...more }] });

  test("another editor's changes to other fields are merged, saved and listed", async () => {
    const longer = { ...day, accommodation: { ...day.accommodation, title: 'Tea house' } };
    const theirs = { ...withRoute({ pricePerHead: 1200, dailyActivities: [longer] }), version: 5 };
    const { server } = await openEditor({ [READ]: [found(), found(theirs)], [SAVE]: [stale, found(theirs)] });
    await rename('Langtang Valley');
    await update();
    expect(await screen.findByText('Merged with another editor’s changes')).toBeInTheDocument();
    expect(screen.getByText(/price per head, Route 1 \(Standard\), day 1: lodging, title\.$/)).toBeInTheDocument();
    await waitFor(() => expect(server.to(SAVE)).toHaveLength(2));
    expect(screen.queryByRole('dialog', { name: 'Somebody else saved this trek' })).toBe(null);
    expect(await server.to(SAVE)[1]?.json()).toMatchObject({
      name: 'Langtang Valley',
      version: 5,
      routes: [{ pricePerHead: 1200, dailyActivities: [{ accommodation: { title: 'Tea house' } }] }],
    });
  });

  test('a field that both editors changed shows both values, and the selected one is saved', async () => {
    const theirs = {
      ...withRoute({ name: 'Classic' }),
      name: 'Langtang and Gosaikunda',
      location: 'Rasuwa',
      version: 5,
    };
    const { server } = await openEditor({ [READ]: [found(), found(theirs)], [SAVE]: [stale, found(theirs)] });
    await rename('Langtang Valley');
    await update();
    const dialog = await screen.findByRole('dialog', { name: 'Somebody else saved this trek' });
    expect(within(dialog).getByText('1 field changed by both of you.')).toBeInTheDocument();
    expect(within(dialog).getByText(/Already merged from the other version: Location, Route 1/)).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save trek' }));
    expect(within(dialog).getByText('Choose a version for each field.')).toBeInTheDocument();
    expect(within(dialog).getByRole('radio', { name: 'Mine Langtang Valley' })).toHaveFocus();
    expect(server.to(SAVE)).toHaveLength(1);
    await userEvent.keyboard('{ArrowRight}');
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Theirs Langtang and Gosaikunda' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save trek' }));
    await waitFor(() => expect(server.to(SAVE)).toHaveLength(2));
    expect(await server.to(SAVE)[1]?.json()).toMatchObject({
      name: 'Langtang and Gosaikunda',
      location: 'Rasuwa',
      version: 5,
      routes: [{ name: 'Classic' }],
    });
  });

  test('a merge can be postponed without losing what was typed', async () => {
    const theirs = { ...langtang, name: 'Theirs', version: 5 };
    await openEditor({ [READ]: [found(), found(theirs)], [SAVE]: stale });
    await rename('Mine');
    await update();
    const dialog = await screen.findByRole('dialog', { name: 'Somebody else saved this trek' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Back to editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    expect(name()).toHaveValue('Mine');
  });
});
