// The command menu of the desk: search results, links, and recent items.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { matchesCommand } from '../features/admin/command/commands';
import { readRecent } from '../features/admin/command/recent';
import { closePages, json } from '../test-server';
import { admin, booking, data, heading, openMenu, openTreks, text } from './desk-fixtures';

// Preloaded, so that no test waits for it.
import '../features/admin/AllBookings';
import '../features/admin/command/CommandMenu';
import '../features/admin/command/ShortcutSheet';
import '../features/admin/ManageTreksSection';
import './AdminPage';
import './TrekEditPage';
import { ADMIN_MENU } from './admin-screens';

afterEach(closePages);

describe('the command menu', () => {
  test('ADMIN-01..05 opens with Ctrl+K and with its button, and leads to every screen of the desk', async () => {
    await openTreks();
    await userEvent.click(screen.getByRole('button', { name: /^Search ?or go to/ }));
    expect(await text()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    await openMenu();
    const places = within(screen.getByRole('group', { name: 'Go to' })).getAllByRole('option');
    const sections = ADMIN_MENU.flatMap((group) => group.sections.map((one) => one.label));
    expect(places.map((one) => sections.find((label) => one.textContent?.startsWith(label)))).toEqual(sections);
    // The same keys close it.
    await userEvent.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  });

  test('ADMIN-11 is used with arrow keys and Enter', async () => {
    const page = await openTreks();
    await userEvent.type(await openMenu(), 'mana');
    const options = screen.getAllByRole('option');
    expect(options[0]).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowDown}');
    expect(await text()).toHaveAttribute('aria-activedescendant', options[1]?.id);
    await userEvent.keyboard('{Enter}');
    await heading('Manage Blogs');
    expect(page.address()).toBe('/admin?section=manage-blogs');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('searches treks, bookings and the other lists, and cancels the previous search', async () => {
    const given: AbortSignal[] = [];
    const page = await openTreks({
      'GET /api/bookings': (request: Request) => {
        given.push(request.signal);
        if (given.length === 1) return new Promise<Response>(() => {});
        return data({ bookings: [booking], total: 1 });
      },
    });
    const box = await openMenu();
    await userEvent.type(box, 'ma');
    await waitFor(() => expect(given).toHaveLength(1));
    await userEvent.type(box, 'ya');
    const found = within(await screen.findByRole('group', { name: 'Bookings' })).getByRole('option');
    expect(given[0]?.aborted).toBe(true);
    const asked = page.server.to('GET /api/bookings').map((one) => new URL(one.url).searchParams.get('search'));
    expect(asked).toEqual(['ma', 'maya']);
    await userEvent.click(found);
    await waitFor(() => expect(page.address()).toBe('/admin?section=all-bookings&booking=b1'));
  });

  test('does not search for one letter; a failed list is named and can be tried again, the others stay', async () => {
    const { server } = await openTreks({
      'GET /api/bookings': [json(500, {}), data({ bookings: [booking], total: 1 }), data({ bookings: [], total: 0 })],
    });
    const box = await openMenu();
    await userEvent.type(box, 'l');
    expect(screen.getByRole('group', { name: 'Go to' })).toBeVisible();
    expect(server.to('GET /api/bookings')).toHaveLength(0);
    await userEvent.type(box, 'ang');
    expect(await screen.findByText('Bookings could not be searched.')).toBeVisible();
    expect(screen.getByRole('option', { name: /Langtang Valley/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('group', { name: 'Bookings' })).toBeVisible();
    await userEvent.clear(box);
    await userEvent.type(box, '§§§');
    expect(await screen.findByText('No results.')).toBeVisible();
  });

  test('offers recently opened treks again, but never stores people', async () => {
    const page = await openTreks();
    await userEvent.type(await openMenu(), 'mustang');
    await userEvent.click(await screen.findByRole('option', { name: /Upper Mustang/ }));
    expect(page.address()).toBe('/package/edit/t2');
    const title = await heading('Edit trek');
    await waitFor(() => expect(title).toHaveFocus());
    await userEvent.type(await openMenu(), 'maya');
    await userEvent.click(within(await screen.findByRole('group', { name: 'Bookings' })).getByRole('option'));
    await waitFor(() => expect(page.address()).toContain('booking=b1'));
    await openMenu();
    const recent = within(screen.getByRole('group', { name: 'Recent' })).getAllByRole('option');
    expect(recent.map((one) => one.textContent)).toEqual([expect.stringContaining('Upper Mustang')]);
    expect(readRecent(admin.id).map((one) => one.id)).toEqual(['trek:t2']);
    expect(readRecent('somebody else')).toEqual([]);
  });

  test('changes nothing on the server: refunds and exports are confirmed on their own screens', async () => {
    const page = await openTreks();
    await userEvent.type(await openMenu(), 'refund');
    await userEvent.keyboard('{Enter}');
    await heading('All Bookings');
    expect(page.server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('switches the theme', async () => {
    await openTreks();
    await userEvent.type(await openMenu(), 'switch dark');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
    await userEvent.type(await openMenu(), 'system');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe(undefined));
  });

  test('SESSION-18 logs out', async () => {
    const page = await openTreks({ 'POST /api/auth/logout': json(200, { status: 'success' }) });
    await userEvent.type(await openMenu(), 'log out');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(page.address()).toMatch(/^\/login/));
  });

  test.each([
    ['man tre', true],
    ['TREKS manage', true],
    ['anage', false],
    ['', true],
  ])("'%s' matches Manage Treks: %s", (typed, expected) => {
    expect(matchesCommand({ id: '', label: 'Manage Treks', note: 'Treks' }, typed)).toBe(expected);
  });

  test('accents need not be typed', () => {
    expect(matchesCommand({ id: '', label: 'Siobhán Ní Chonaill' }, 'siobhan ni')).toBe(true);
  });
});

test('on an Apple keyboard the menu opens with Command, and its label shows it', async () => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
  await openTreks();
  expect(screen.getByRole('button', { name: /^Search ?or go to/ })).toHaveTextContent('⌘');
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('dialog')).toBe(null);
  await userEvent.keyboard('{Meta>}k{/Meta}');
  expect(await text()).toHaveFocus();
});
