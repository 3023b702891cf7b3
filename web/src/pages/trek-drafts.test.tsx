// Drafts of the trek form in local storage, and the confirmation before leaving it (document 2 §4, decision 89).
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { closePages, json } from '../test-server';
import {
  DRAFT,
  found,
  langtang,
  name,
  openEditor,
  PAGE,
  READ,
  refused,
  rename,
  SAVE,
  update,
} from './trek-edit-fixtures';

afterEach(() => {
  vi.useRealTimers();
  closePages();
});

describe('drafts', () => {
  const kept = () => JSON.parse(localStorage.getItem(DRAFT) ?? 'null');

  test('TREKADM-37 TREKADM-38 every change is saved on this device and restored', async () => {
    const first = await openEditor();
    await rename('Half done');
    fireEvent(window, new Event('pagehide'));
    expect(kept()).toMatchObject({ version: 3, form: { name: 'Half done' } });
    first.unmount();
    closePages();
    const opened = openEditor();
    // The toast is checked before the form, because it disappears.
    expect(await screen.findByText('Your draft was restored')).toBeInTheDocument();
    await opened;
    expect(name()).toHaveValue('Half done');
  });

  test('a change is saved after a moment, without leaving the page', async () => {
    await openEditor();
    await userEvent.type(name(), '!');
    await waitFor(() => expect(kept()?.form.name).toBe('Langtang!'));
  });

  const halfDone = async () => {
    const first = await openEditor();
    await rename('Half done');
    fireEvent(window, new Event('pagehide'));
    first.unmount();
    closePages();
  };

  test('a draft of an older version is merged with later changes of others', async () => {
    await halfDone();
    const { server } = await openEditor({
      [READ]: found({ ...langtang, location: 'Rasuwa', version: 9 }),
      [SAVE]: found(),
    });
    expect(await screen.findByText('Location.')).toBeInTheDocument();
    expect(name()).toHaveValue('Half done');
    await update();
    await waitFor(() => expect(server.to(SAVE)).toHaveLength(1));
    expect(await server.to(SAVE)[0]?.json()).toMatchObject({ name: 'Half done', location: 'Rasuwa', version: 9 });
  });

  test('a draft that conflicts with later changes requires a choice, and can be discarded', async () => {
    await halfDone();
    const saved = (as: string, version: number) => ({ [READ]: found({ ...langtang, name: as, version }) });
    const first = await openEditor(saved('Once', 9));
    const dialog = within(await screen.findByRole('dialog', { name: 'The trek has changed since your draft' }));
    await userEvent.click(dialog.getByRole('radio', { name: 'Mine Half done' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Continue editing' }));
    await waitFor(() => expect(name()).toHaveValue('Half done'));
    first.unmount();
    closePages();
    await openEditor(saved('Otherwise', 10));
    const again = within(await screen.findByRole('dialog', { name: 'The trek has changed since your draft' }));
    await userEvent.click(again.getByRole('button', { name: 'Discard my draft' }));
    await waitFor(() => expect(name()).toHaveValue('Otherwise'));
    expect(kept()).toBe(null);
  });

  test('a draft without its base version requires a choice about every difference', async () => {
    await halfDone();
    const { base, ...older } = kept();
    expect(base.name).toBe('Langtang');
    localStorage.setItem(DRAFT, JSON.stringify(older));
    await openEditor({ [READ]: found({ ...langtang, location: 'Rasuwa', version: 9 }) });
    const dialog = within(await screen.findByRole('dialog', { name: 'The trek has changed since your draft' }));
    for (const field of ['Name', 'Location']) expect(dialog.getByRole('group', { name: field })).toBeInTheDocument();
    expect(dialog.getAllByRole('group')).toHaveLength(2);
  });

  test('TREKADM-40 a draft that cannot be read is reported and deleted', async () => {
    localStorage.setItem(DRAFT, '{"version":3,"savedAt":1,"form":{"name":4}}');
    const opened = openEditor();
    expect(await screen.findByText('Error loading saved data. Starting with a fresh form.')).toBeInTheDocument();
    await opened;
    expect(name()).toHaveValue('Langtang');
    expect(localStorage.getItem(DRAFT)).toBeNull();
  });

  test('TREKADM-41 a device without space shows a message once', async () => {
    await openEditor();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await userEvent.type(name(), '!');
    expect(
      await screen.findByText('Failed to save form data locally. Your progress may not be saved.'),
    ).toBeInTheDocument();
    expect(screen.getByText('Draft not saved on this device')).toBeInTheDocument();
  });

  test('TREKADM-01 Cancel discards the draft and goes back; Undo restores both', async () => {
    const { address } = await openEditor();
    await rename('Half done');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(address()).toMatch(/^\/admin/));
    expect(localStorage.getItem(DRAFT)).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(address()).toBe(PAGE));
    expect(await screen.findByDisplayValue('Half done')).toBeInTheDocument();
  });

  test('leaving with changes requires a confirmation, and can be cancelled', async () => {
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

test('ADMIN-15 Add New Trek fills in defaults, has its own draft, and repeats a save with the same key', async () => {
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
  await waitFor(() => expect(address()).toBe('/admin?section=manage-treks'));
  const [one, two] = server.to(post).map((call) => call.headers.get('Idempotency-Key'));
  expect(one).toBeTruthy();
  // The server would reject another body with the same key as a conflict.
  expect(two).not.toBe(one);
});
