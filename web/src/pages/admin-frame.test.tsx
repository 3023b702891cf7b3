// The layout of the admin dashboard: menu, URL, restored section, and narrow windows.
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DesktopOnly } from '../features/admin/DesktopOnly';
import { ADMIN_GROUPS } from '../features/admin/sections';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import '../features/admin/FailedMails';
import './AdminPage';

afterEach(closePages);
beforeEach(() => {
  serve({
    ...answers,
    ...signedIn({ ...maya, role: 'admin' }),
    'GET /api/mails/failed': json(200, { status: 'success', data: { mails: [], total: 0 } }),
  });
});

const breadcrumb = () => screen.findByRole('navigation', { name: 'Breadcrumb' });
const menu = async () => within(await screen.findByRole('navigation', { name: 'Admin Dashboard' }));

/** Simulates a window of this width in pixels. */
function windowOf(width: number) {
  const media = Object.assign(new EventTarget(), { matches: width < 1024 });
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('1023') ? media : Object.assign(new EventTarget(), { matches: false }),
  );
  return (next: number) =>
    act(() => {
      media.matches = next < 1024;
      media.dispatchEvent(new Event('change'));
    });
}

test('ADMIN-01 ADMIN-02 ADMIN-03 ADMIN-04 ADMIN-05 the menu has the groups and items of the requirements', () => {
  const read = ADMIN_GROUPS.map(({ label, sections }) => [label, ...sections.map((one) => one.label)]);
  expect(read.slice(0, 5)).toEqual([
    ['Treks', 'Manage Treks', 'Add New Trek'],
    ['Bookings', 'All Bookings', 'Balances', 'Reports', 'My Bookings'],
    ['Blog Management', 'Manage Blogs', 'Create Blog'],
    ['Newsletter', 'Manage Subscribers'],
    ['HomePage', 'View Achievements'],
  ]);
});

describe('the open section', () => {
  test('ADMIN-08 ADMIN-12 is Manage Treks at first, and the address shows it', async () => {
    const page = openPage('/admin');
    expect(await breadcrumb()).toHaveTextContent('Dashboard / Treks / Manage Treks');
    expect(page.address()).toBe('/admin?section=manage-treks');
    expect(screen.getByRole('heading', { level: 1, name: 'Manage Treks' })).toBeVisible();
  });

  test('ADMIN-11 ADMIN-12 can be selected in the menu', async () => {
    const page = openPage('/admin');
    await userEvent.click((await menu()).getByRole('link', { name: 'Undelivered Emails' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Undelivered Emails'));
    expect(page.address()).toBe('/admin?section=failed-mails');
    expect(await breadcrumb()).toHaveTextContent('Dashboard / Agency / Undelivered Emails');
    expect((await menu()).getByRole('link', { current: 'page' })).toHaveTextContent('Undelivered Emails');
    expect(await screen.findByText(/^No undelivered emails\./)).toBeVisible();
  });

  test('ADMIN-09 is stored for the next visit', async () => {
    openPage('/admin?section=failed-mails');
    await breadcrumb();
    await waitFor(() => expect(localStorage.getItem('adminSection')).toBe('failed-mails'));
  });

  test('ADMIN-09 is restored if the address names none', async () => {
    localStorage.setItem('adminSection', 'failed-mails');
    const page = openPage('/admin');
    expect(await breadcrumb()).toHaveTextContent('Undelivered Emails');
    expect(page.address()).toBe('/admin?section=failed-mails');
  });

  test.each(['nothing-of-ours', 'toString', ''])(
    "ADMIN-10 is Manage Treks if the address names an unknown one ('%s')",
    async (id) => {
      localStorage.setItem('adminSection', 'failed-mails');
      const page = openPage(`/admin?section=${id}`);
      expect(await breadcrumb()).toHaveTextContent('Manage Treks');
      expect(page.address()).toBe('/admin?section=manage-treks');
    },
  );

  test('ADMIN-10 is Manage Treks if the stored one is unknown', async () => {
    localStorage.setItem('adminSection', 'gone');
    openPage('/admin');
    expect(await breadcrumb()).toHaveTextContent('Manage Treks');
  });
});

test('ADMIN-14 ADMIN-06 on phones the menu is a grouped dropdown, without sections that require a desktop', async () => {
  const page = openPage('/admin');
  const dropdown = await screen.findByRole('combobox', { name: 'Section' });
  expect(within(dropdown).getByRole('group', { name: 'Treks' })).toBeInTheDocument();
  expect(within(dropdown).queryByRole('option', { name: 'Manage Subscribers' })).toBe(null);
  await userEvent.selectOptions(dropdown, 'Undelivered Emails');
  await waitFor(() => expect(page.address()).toBe('/admin?section=failed-mails'));
});

test('NAV-16 the desk has the links of the header and a theme switch, but no footer', async () => {
  openPage('/admin');
  await breadcrumb();
  expect(screen.queryByRole('contentinfo')).toBe(null);
  const header = within(screen.getByRole('banner'));
  expect(header.getByRole('link', { name: 'Packages' })).toHaveAttribute('href', '/packages');
  expect(header.getByRole('group', { name: 'Theme' })).toBeVisible();
  // Header height and page width depend on this attribute (main.css).
  expect(document.querySelector('[data-desk]')).toContainElement(screen.getByRole('main'));
});

test('ADMIN-13 a button scrolls back to the top once the page has been scrolled', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  openPage('/admin');
  await breadcrumb();
  expect(screen.queryByRole('button', { name: 'Scroll to top' })).toBe(null);
  vi.stubGlobal('scrollY', 900);
  act(() => void window.dispatchEvent(new Event('scroll')));
  // Waits for the button: the scroll listener may be attached only after the event, and checks once itself.
  await userEvent.click(await screen.findByRole('button', { name: 'Scroll to top' }));
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' }));
});

test('ADMIN-06 ADMIN-07 a desktop-only section shows a message in windows narrower than 1024px, with a button to return', async () => {
  const resize = windowOf(1280);
  const router = createMemoryRouter([
    { path: '/', element: <DesktopOnly label="Manage Subscribers">the subscribers</DesktopOnly> },
  ]);
  render(<RouterProvider router={router} />);
  expect(await screen.findByText('the subscribers')).toBeVisible();
  resize(1023);
  expect(await screen.findByText('Manage Subscribers is for desktops only')).toBeVisible();
  expect(screen.queryByText('the subscribers')).toBe(null);
  expect(screen.getByRole('link', { name: 'Return to Manage Treks' })).toHaveAttribute(
    'href',
    '/admin?section=manage-treks',
  );
  resize(1024);
  expect(await screen.findByText('the subscribers')).toBeVisible();
});
