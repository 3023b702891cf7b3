// The command menu, the shortcuts of the desk and the sheet that lists them.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fits } from '../features/admin/command/commands';
import { takesText } from '../features/admin/command/keys';
import { recentOf } from '../features/admin/command/recent';
import { GO_KEYS } from '../features/admin/command/shortcuts';
import { setSingleKeys } from '../features/admin/command/single-keys';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';
import { bookingOf } from './booking-fixtures';

// Loaded before, so that no test waits for them.
import '../features/admin/AllBookings';
import '../features/admin/command/CommandMenu';
import '../features/admin/command/ShortcutSheet';
import '../features/admin/ManageTreksSection';
import './AdminPage';
import './TrekEditPage';
import { ADMIN_MENU } from './admin-screens';

afterEach(() => {
  closePages();
  setSingleKeys(true);
});

const data = (value: object) => json(200, { status: 'success', data: value });
const langtang = {
  _id: 't1',
  name: 'Langtang Valley',
  location: 'Langtang',
  noOfRoutes: 3,
  visibleRoutes: 2,
  price: 899,
  currency: 'USD',
  bookings: 4,
  version: 1,
  updatedAt: '2026-11-02T00:00:00Z',
  bannerImage: '/pictures/banner.svg',
};
const mustang = { ...langtang, _id: 't2', name: 'Upper Mustang', location: 'Lo' };
const admin = { ...maya, role: 'admin' as const };
const booking = { ...bookingOf('Confirmed'), _id: 'b1' };

function desk(more: Parameters<typeof serve>[0] = {}) {
  return serve({
    ...answers,
    ...signedIn(admin),
    'GET /api/overview': json(500, {}),
    'GET /api/treks/manage': (request: Request) => {
      const search = new URL(request.url).searchParams.get('search') ?? '';
      const treks = [langtang, mustang].filter(({ name }) => name.toLowerCase().includes(search));
      return data({ treks, total: treks.length });
    },
    'GET /api/bookings': data({ bookings: [booking], total: 1 }),
    'GET /api/blogs/manage': data({ blogs: [], total: 0 }),
    'GET /api/custom-treks': data({ customTreks: [], total: 0 }),
    'GET /api/newsletter/subscribers': data({ subscribers: [], total: 0 }),
    ...more,
  });
}

/** The treks are there: their rows can be walked. */
async function openTreks(more?: Parameters<typeof serve>[0]) {
  const server = desk(more);
  const page = openPage('/admin?section=manage-treks');
  await screen.findByRole('row', { name: /Langtang Valley/ });
  return { ...page, server };
}
const text = () => screen.findByRole('combobox', { name: 'Search or go to' });
const openMenu = async () => {
  await userEvent.keyboard('{Control>}k{/Control}');
  return text();
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the command menu', () => {
  test('ADMIN-01..05 opens with Ctrl+K and by its button, and leads to every screen of the desk', async () => {
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

  test('ADMIN-11 arrows choose, Enter goes there', async () => {
    const page = await openTreks();
    await userEvent.type(await openMenu(), 'mana');
    const options = screen.getAllByRole('option');
    expect(options[0]).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowDown}');
    expect(await text()).toHaveAttribute('aria-activedescendant', options[1]?.id);
    await userEvent.keyboard('{Enter}');
    await heading('Manage Blogs');
    expect(page.address()).toBe('/admin?section=manage-blogs');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  test('finds treks, bookings and the others by the calls of their lists, and cancels what was asked for fewer letters', async () => {
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

  test('one letter asks nothing; a list that cannot be asked is named, the others stand, and it is asked again', async () => {
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
    expect(await screen.findByText('Nothing fits.')).toBeVisible();
  });

  test('a trek that was opened is offered again; of people nothing is kept', async () => {
    const page = await openTreks();
    await userEvent.type(await openMenu(), 'mustang');
    await userEvent.click(await screen.findByRole('option', { name: /Upper Mustang/ }));
    expect(page.address()).toBe('/package/edit/t2');
    await heading('Edit trek');
    await userEvent.type(await openMenu(), 'maya');
    await userEvent.click(within(await screen.findByRole('group', { name: 'Bookings' })).getByRole('option'));
    await waitFor(() => expect(page.address()).toContain('booking=b1'));
    await openMenu();
    const recent = within(screen.getByRole('group', { name: 'Recent' })).getAllByRole('option');
    expect(recent.map((one) => one.textContent)).toEqual([expect.stringContaining('Upper Mustang')]);
    expect(recentOf(admin.id).map((one) => one.id)).toEqual(['trek:t2']);
    expect(recentOf('somebody else')).toEqual([]);
  });

  test('what it does changes nothing on the server: refunds and files are confirmed on their own screens', async () => {
    const page = await openTreks();
    await userEvent.type(await openMenu(), 'refund');
    await userEvent.keyboard('{Enter}');
    await heading('All Bookings');
    expect(page.server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('the theme is switched', async () => {
    await openTreks();
    await userEvent.type(await openMenu(), 'switch dark');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
    await userEvent.type(await openMenu(), 'as the system');
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
  ])("'%s' fits Manage Treks: %s", (typed, expected) => {
    expect(fits({ id: '', label: 'Manage Treks', note: 'Treks' }, typed)).toBe(expected);
  });

  test('accents need not be typed', () => {
    expect(fits({ id: '', label: 'Siobhán Ní Chonaill' }, 'siobhan ni')).toBe(true);
  });
});

describe('the shortcuts', () => {
  test.each(Object.entries(GO_KEYS))('g %s opens %s', async (letter, section) => {
    const page = await openTreks();
    await userEvent.keyboard(`g${letter}`);
    await waitFor(() => expect(page.address()).toBe(`/admin?section=${section}`));
  });

  test('j and k walk the rows, Enter opens the one with the focus', async () => {
    const page = await openTreks();
    await userEvent.keyboard('j');
    expect(screen.getByRole('link', { name: 'Langtang Valley' })).toHaveFocus();
    await userEvent.keyboard('jj');
    expect(screen.getByRole('link', { name: 'Upper Mustang' })).toHaveFocus();
    await userEvent.keyboard('k');
    expect(screen.getByRole('link', { name: 'Langtang Valley' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(page.address()).toBe('/package/edit/t2'));
  });

  test('/ searches in the list, where letters are letters; n begins a new trek', async () => {
    const page = await openTreks({ 'GET /api/treks/manage': data({ treks: [langtang, mustang], total: 2 }) });
    await userEvent.keyboard('/');
    const search = screen.getByRole('searchbox', { name: 'Search by name or place' });
    expect(search).toHaveFocus();
    await userEvent.keyboard('gb?nj');
    expect(search).toHaveValue('gb?nj');
    expect(screen.queryByRole('dialog')).toBe(null);
    await userEvent.clear(search);
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('link', { name: 'Langtang Valley' })).toHaveFocus();
    await userEvent.keyboard('n');
    await waitFor(() => expect(page.address()).toBe('/admin?section=add-new-trek'));
  });

  test('u leads from a booking back to its list', async () => {
    desk({ 'GET /api/bookings/b1': data({ booking }), 'GET /api/bookings/b1/history': json(500, {}) });
    const page = openPage('/admin?section=all-bookings&status=Confirmed&booking=b1');
    await screen.findByRole('link', { name: 'All Bookings', current: false });
    (document.activeElement as HTMLElement | null)?.blur();
    await userEvent.keyboard('u');
    await waitFor(() => expect(page.address()).toBe('/admin?section=all-bookings&status=Confirmed'));
  });

  test('? shows the sheet; there single keys are turned off, which the browser remembers, and Ctrl+K stays', async () => {
    const page = await openTreks();
    await userEvent.keyboard('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    for (const title of ['Go to', 'In a list', 'Everywhere']) sheet.getByRole('region', { name: title });
    await userEvent.click(sheet.getByRole('switch', { name: 'Shortcuts of single keys' }));
    expect(localStorage.getItem('singleKeys')).toBe('off');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    await userEvent.keyboard('?gbj/');
    expect(screen.queryByRole('dialog')).toBe(null);
    expect(page.address()).toBe('/admin?section=manage-treks');
    expect(screen.getByRole('searchbox')).not.toHaveFocus();
    expect(await openMenu()).toHaveFocus();
  });

  test('they rest under a dialog, while Ctrl or Alt is held, and when the second key comes late', async () => {
    const page = await openTreks();
    await openMenu();
    fireEvent.keyDown(document.body, { key: '?' });
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    await userEvent.keyboard('{Control>}/{/Control}{Alt>}n{/Alt}');
    expect(page.address()).toBe('/admin?section=manage-treks');
    const late = (key: string, timeStamp: number) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true });
      Object.defineProperty(event, 'timeStamp', { value: timeStamp });
      document.body.dispatchEvent(event);
    };
    late('g', 1000);
    late('b', 9000);
    expect(page.address()).toBe('/admin?section=manage-treks');
  });

  test('letters belong to what takes text, also to a choice', () => {
    const made = (html: string) => {
      const box = document.createElement('div');
      box.innerHTML = html;
      return box.firstElementChild;
    };
    for (const html of ['<input>', '<input type="date">', '<textarea></textarea>', '<select></select>']) {
      expect(takesText(made(html)), html).toBe(true);
    }
    for (const html of ['<input type="checkbox">', '<button></button>', '<a href="/"></a>']) {
      expect(takesText(made(html)), html).toBe(false);
    }
  });
});

test('on a keyboard of Apple the menu opens with Command, and says so', async () => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
  await openTreks();
  expect(screen.getByRole('button', { name: /^Search ?or go to/ })).toHaveTextContent('⌘');
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('dialog')).toBe(null);
  await userEvent.keyboard('{Meta>}k{/Meta}');
  expect(await text()).toHaveFocus();
});
