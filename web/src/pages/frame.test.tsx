import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

afterEach(() => {
  closePages();
  vi.useRealTimers();
});

const admin = { ...maya, name: 'Asha Rai', role: 'admin' as const };
const login = 'GET /api/auth/verifyUser';

describe('the guards', () => {
  test.each([
    '/checkout?booking=1',
    '/booking',
    '/dashboard?section=my-bookings',
    '/booking/confirmation/1',
    '/dashboard/bookings/b1',
  ])('NAV-10..13 ROLE-02 a visitor who opens %s goes to login, which leads back there', async (path) => {
    serve(answers);
    const page = openPage(path);
    await waitFor(() => expect(page.address()).toBe(`/login?next=${encodeURIComponent(path)}`));
  });

  const open = ['/package/019a0000-0000-7000-8000-000000000009', '/booking-success', '/terms'];
  test.each(open)('NAV-03 NAV-14 ROLE-01 %s is open to everybody', async (path) => {
    serve(answers);
    const page = openPage(path);
    await waitFor(() => expect(page.container.querySelector('main > *')).not.toBe(null));
    expect(page.address()).toBe(path);
  });

  test('NAV-15 a visitor who opens /admin goes to login', async () => {
    serve(answers);
    const page = openPage('/admin');
    await waitFor(() => expect(page.address()).toBe('/login?next=%2Fadmin'));
  });

  test('NAV-15 ROLE-04 a traveller who opens /admin goes to login, which redirects home', async () => {
    serve({ ...answers, ...signedIn() });
    const page = openPage('/admin');
    await waitFor(() => expect(page.address()).toBe('/'));
  });

  test('NAV-15 an administrator sees /admin', async () => {
    serve({ ...answers, ...signedIn(admin) });
    openPage('/admin');
    expect(await screen.findByRole('navigation', { name: 'Admin Dashboard' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Manage Treks' })).toBeVisible();
  });

  test('SESSION-01 a guard waits until the session is known', async () => {
    let answer = (_: Response) => {};
    serve({ ...answers, ...signedIn(admin), [login]: () => new Promise<Response>((resolve) => (answer = resolve)) });
    const page = openPage('/admin');
    expect(await screen.findByText('Checking your login')).toBeInTheDocument();
    expect(page.address()).toBe('/admin');
    answer(json(200, { status: 'success', user: admin }));
    expect(await screen.findByRole('navigation', { name: 'Admin Dashboard' })).toBeVisible();
  });

  test.each(['/login', '/signup'])('NAV-07 NAV-08 a signed-in user who opens %s is redirected home', async (path) => {
    serve({ ...answers, ...signedIn() });
    const page = openPage(path);
    await waitFor(() => expect(page.address()).toBe('/'));
  });

  test('?next= with another site is ignored', async () => {
    serve({ ...answers, ...signedIn() });
    const page = openPage('/login?next=%2F%2Fevil.example%2F');
    await waitFor(() => expect(page.address()).toBe('/'));
  });
});

describe('the header', () => {
  test("NAV-16..21 NAV-30 links to home, packages and blogs; a visitor's Sign In leads to sign-up", async () => {
    serve(answers);
    openPage('/blogs');
    const header = await screen.findByRole('banner');
    const links = within(header).getByRole('navigation', { name: 'Main' });
    expect(
      within(links)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Home', '/'],
      ['Packages', '/packages'],
      ['Blogs', '/blogs'],
    ]);
    const button = within(header).getByRole('button', { name: 'User menu' });
    await userEvent.click(button);
    expect(within(header).getByRole('menuitem', { name: 'Sign In' })).toHaveAttribute('href', '/signup');
    expect(within(header).getByRole('menuitem', { name: 'Sign In' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(within(header).queryByRole('menuitem')).toBe(null);
    expect(button).toHaveFocus();
  });

  test("NAV-26 NAV-28 NAV-29 NAV-32 shows a traveller's name, User Dashboard and Logout", async () => {
    serve({ ...answers, ...signedIn(), 'POST /api/auth/logout': json(200, { status: 'success' }) });
    const page = openPage('/blogs');
    expect(await screen.findByRole('link', { name: 'Maya Gurung' })).toHaveAttribute('href', '/packages');
    await userEvent.click(screen.getByRole('button', { name: 'User menu' }));
    expect(screen.getByRole('menuitem', { name: 'User Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(screen.queryByRole('menuitem', { name: 'Admin Dashboard' })).toBe(null);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
    expect(await screen.findByText('Logout successful')).toBeVisible();
    await waitFor(() => expect(page.address()).toBe('/login'));
  });

  test('SESSION-18 SESSION-31 logs out and leads to login, even if the server fails', async () => {
    serve({ ...answers, ...signedIn(), 'POST /api/auth/logout': json(500, {}) });
    const page = openPage('/blogs');
    await screen.findByRole('link', { name: 'Maya Gurung' });
    await userEvent.click(screen.getByRole('button', { name: 'User menu' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
    expect(await screen.findByText('Logout failed')).toBeVisible();
    await waitFor(() => expect(page.address()).toBe('/login'));
  });

  test('NAV-27 NAV-31 links name and menu of an administrator to /admin', async () => {
    serve({ ...answers, ...signedIn(admin) });
    openPage('/blogs');
    expect(await screen.findByRole('link', { name: 'Asha Rai' })).toHaveAttribute('href', '/admin');
    await userEvent.click(screen.getByRole('button', { name: 'User menu' }));
    expect(screen.getByRole('menuitem', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin');
  });

  test("NAV-26 NAV-32 shows 'User' without a name, and links to the packages without a role", async () => {
    serve({ ...answers, ...signedIn({ ...maya, name: '', role: undefined as never }) });
    openPage('/blogs');
    expect(await screen.findByRole('link', { name: 'User' })).toHaveAttribute('href', '/packages');
  });

  test('NAV-33..36 searches after 500 ms, matches names, and passes the typed text to the packages', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    serve(answers);
    const page = openPage('/blogs');
    const search = within(await screen.findByRole('banner')).getByRole('combobox', { name: 'Search treks' });
    await user.type(search, 'LANG');
    await vi.advanceTimersByTimeAsync(400);
    expect(screen.queryByRole('option')).toBe(null);
    await vi.advanceTimersByTimeAsync(200);
    const option = await screen.findByRole('option', { name: /Langtang/ });
    expect(screen.getAllByRole('option')).toHaveLength(1);
    // 10rem
    expect(screen.getByRole('listbox', { name: /Search treks/ })).toHaveClass('max-h-40');
    await user.click(option);
    await waitFor(() => expect(page.address()).toBe('/packages?destination=LANG'));
  });

  test("SESSION-29 shows 'Error fetching treks' without suggestions after a failed search", async () => {
    serve({ ...answers, 'GET /api/treks/getall': json(500, { message: 'away' }) });
    openPage('/blogs');
    const search = within(await screen.findByRole('banner')).getByRole('combobox', { name: 'Search treks' });
    await userEvent.type(search, 'lang');
    expect(await screen.findByText('Error fetching treks')).toBeVisible();
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(1);
    expect(screen.queryByRole('option')).toBe(null);
  });

  test('NAV-22..24 has a menu on phones with the links, the search, Login and Sign Up', async () => {
    serve(answers);
    const page = openPage('/blogs');
    await userEvent.click(await screen.findByRole('button', { name: 'Menu' }));
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    for (const name of ['Home', 'Packages', 'Blogs']) expect(within(menu).getByRole('link', { name })).toBeVisible();
    expect(within(menu).getByRole('combobox', { name: 'Search treks' })).toBeVisible();
    expect(within(menu).getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    expect(within(menu).getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
    await userEvent.click(within(menu).getByRole('link', { name: 'Packages' }));
    await waitFor(() => expect(page.address()).toBe('/packages'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  });

  test('NAV-25 has the dashboard and Logout in the menu of a signed-in user', async () => {
    serve({ ...answers, ...signedIn() });
    openPage('/blogs');
    await screen.findByRole('link', { name: 'Maya Gurung' });
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    expect(within(menu).getByRole('link', { name: 'User Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(within(menu).getByRole('button', { name: 'Logout' })).toBeVisible();
  });
});

test("NOTFOUND-01 NOTFOUND-02 any other path shows '404: Page Not Found' and links to the packages", async () => {
  serve(answers);
  openPage('/no/such/path');
  expect(await screen.findByRole('heading', { name: '404: Page Not Found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Discover Packages' })).toHaveAttribute('href', '/packages');
});

test('NAV-16 a page that crashes keeps the header and can be loaded again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  // The page crashes because a browser API throws.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor() {
        throw new Error('out of order');
      }
    },
  );
  serve(answers);
  openPage('/');
  expect(await screen.findByRole('button', { name: 'Reload page' })).toBeVisible();
  expect(screen.getByRole('banner')).toBeVisible();
});
