// The shortcuts of the desk, and the sheet that lists them and turns single keys off.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { acceptsText } from '../features/admin/command/keys';
import { GO_KEYS } from '../features/admin/command/shortcuts';
import { setSingleKeys } from '../features/admin/command/single-key-shortcuts';
import { findSection, sectionPath } from '../features/admin/sections';
import { closePages, json, openPage } from '../test-server';
import { booking, data, desk, langtang, mustang, openMenu, openTreks } from './desk-fixtures';

// Preloaded, so that no test waits for it.
import '../features/admin/AllBookings';
import '../features/admin/command/CommandMenu';
import '../features/admin/command/ShortcutSheet';
import '../features/admin/ManageTreksSection';
import './AdminPage';
import './DeparturesPage';
import './TrekEditPage';

afterEach(() => {
  closePages();
  setSingleKeys(true);
});

describe('the shortcuts', () => {
  test.each(Object.entries(GO_KEYS))('g %s opens %s', async (letter, section) => {
    const page = await openTreks();
    await userEvent.keyboard(`g${letter}`);
    const found = findSection(section);
    await waitFor(() => expect(page.address()).toBe(found && sectionPath(found.section)));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('closing the menu or the sheet returns the focus, also if the menu opened the sheet', async () => {
    await openTreks();
    await userEvent.keyboard('j');
    const row = screen.getByRole('link', { name: 'Langtang Valley' });
    const close = async () => {
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
      await waitFor(() => expect(row).toHaveFocus());
    };
    await openMenu();
    await close();
    await userEvent.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await close();
    await userEvent.type(await openMenu(), 'keyboard');
    await userEvent.keyboard('{Enter}');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await waitFor(() => expect(sheet).toContainElement(document.activeElement as HTMLElement));
    await close();
    await userEvent.type(await openMenu(), 'switch dark');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(row).toHaveFocus());
  });

  test('j and k move through the rows, Enter opens the focused one', async () => {
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

  test('/ moves to the search, where letters are typed as usual; n starts a new trek', async () => {
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

  test('? shows the sheet; there single keys can be turned off, which the browser stores, and Ctrl+K still works', async () => {
    const page = await openTreks();
    await userEvent.keyboard('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    for (const title of ['Go to', 'In a list', 'Everywhere']) sheet.getByRole('region', { name: title });
    await userEvent.click(sheet.getByRole('switch', { name: 'Single-key shortcuts' }));
    expect(localStorage.getItem('singleKeys')).toBe('off');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    await userEvent.keyboard('?gbj/');
    expect(screen.queryByRole('dialog')).toBe(null);
    expect(page.address()).toBe('/admin?section=manage-treks');
    expect(screen.getByRole('searchbox')).not.toHaveFocus();
    expect(await openMenu()).toHaveFocus();
  });

  test('are off in a dialog, while Ctrl or Alt is held, and if the second key comes late', async () => {
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

  test('are off in fields that accept text, and in select boxes', () => {
    const made = (html: string) => {
      const box = document.createElement('div');
      box.innerHTML = html;
      return box.firstElementChild;
    };
    for (const html of ['<input>', '<input type="date">', '<textarea></textarea>', '<select></select>']) {
      expect(acceptsText(made(html)), html).toBe(true);
    }
    for (const html of ['<input type="checkbox">', '<button></button>', '<a href="/"></a>']) {
      expect(acceptsText(made(html)), html).toBe(false);
    }
  });
});
