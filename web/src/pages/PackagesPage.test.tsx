import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { cachedTreks, TREKS_MAX_AGE_MS } from '../api/query';
import { answers, closePages, json, openPage, route, serve, signedIn, trek } from '../test-server';

afterEach(() => {
  closePages();
  vi.useRealTimers();
});

const GETALL = 'GET /api/treks/getall';
const list = (...treks: ReturnType<typeof trek>[]) => json(200, { status: 'success', data: { treks } });
const many = Array.from({ length: 22 }, (_, index) =>
  trek(`Trek ${String(index + 1).padStart(2, '0')}`, {
    _id: String(index).padStart(4, '0'),
    routes: [route(500 + index * 10)],
  }),
);
const cards = () => screen.findAllByRole('article');
const firstName = async () => within((await cards())[0] as HTMLElement).getByRole('heading').textContent;

describe('the listing', () => {
  test('PKG-01..03 PKG-04 PKG-09 PKG-15 NAV-02 HOME-06 shows four cards per page under the heading, then four questions and the footer with the current year', async () => {
    serve({ ...answers, [GETALL]: list(...many) });
    const page = openPage('/packages');
    expect(await screen.findByRole('heading', { level: 1, name: 'Packages' })).toBeVisible();
    expect(await cards()).toHaveLength(4);
    const pages = screen.getByRole('navigation', { name: 'Pages of packages' });
    expect(
      within(pages)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['1', '2', '6']);
    await userEvent.click(within(pages).getByRole('button', { name: 'Page 6' }));
    expect(await cards()).toHaveLength(2);
    expect(page.address()).toBe('/packages?page=6');
    expect(document.querySelectorAll('h3 button[aria-expanded]')).toHaveLength(4);
    expect(screen.getByRole('contentinfo')).toHaveTextContent(String(new Date().getFullYear()));
  });

  test('PKG-06 PKG-07 applies the sort that was changed last and resets the other', async () => {
    serve({ ...answers, [GETALL]: list(...many) });
    const page = openPage('/packages');
    await cards();
    const price = screen.getByRole('combobox', { name: 'Price' });
    const published = screen.getByRole('combobox', { name: 'Published' });
    await userEvent.selectOptions(price, 'High to low');
    expect(await firstName()).toBe('Trek 22');
    await userEvent.selectOptions(published, 'Oldest');
    expect(await firstName()).toBe('Trek 01');
    expect(price).toHaveValue('');
    expect(page.address()).toBe('/packages?sort=oldest');
  });

  test('PKG-05 PKG-12 PKG-18 reads the search from the address and writes it there, and shows a message without a match', async () => {
    serve({ ...answers, [GETALL]: list(...many) });
    const page = openPage('/packages?destination=trek+07&page=3');
    expect(await cards()).toHaveLength(1);
    const search = screen.getByRole('searchbox', { name: 'Search' });
    expect(search).toHaveValue('trek 07');
    await userEvent.clear(search);
    await userEvent.type(search, 'atlantis');
    expect(await screen.findByText('No packages found')).toBeVisible();
    expect(page.address()).toBe('/packages?destination=atlantis');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await cards()).toHaveLength(4);
    expect(search).toHaveValue('');
    expect(page.address()).toBe('/packages');
  });

  test('PKG-18 does not mention filters if there are no treks at all', async () => {
    serve({ ...answers, [GETALL]: list() });
    openPage('/packages');
    expect(await screen.findByText('No packages found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Request a custom trek' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
    expect(screen.queryByText(/filters/)).not.toBeInTheDocument();
  });

  test('PKG-13 PKG-14 filters by min and max from the address, and has controls for both', async () => {
    serve({ ...answers, [GETALL]: list(...many) });
    const page = openPage('/packages?min=510&max=520');
    expect(await cards()).toHaveLength(2);
    const highest = screen.getByRole('textbox', { name: 'Highest price' });
    expect(screen.getByRole('textbox', { name: 'Lowest price' })).toHaveValue('510');
    await userEvent.clear(highest);
    await userEvent.type(highest, '510');
    await waitFor(() => expect(page.address()).toBe('/packages?min=510&max=510'));
    await waitFor(async () => expect(await cards()).toHaveLength(1));
  });

  test('applies two filters that are chosen in quick succession', async () => {
    serve({
      ...answers,
      [GETALL]: list(
        trek('Langtang Valley', { region: 'Langtang', difficulty: 'Moderate' }),
        trek('Poon Hill', { region: 'Annapurna', difficulty: 'Easy' }),
      ),
    });
    const page = openPage('/packages');
    await cards();
    // In one act, so that no render happens in between.
    act(() => {
      fireEvent.change(screen.getByRole('combobox', { name: 'Region' }), { target: { value: 'Langtang' } });
      fireEvent.change(screen.getByRole('combobox', { name: 'Difficulty' }), { target: { value: 'Easy' } });
    });
    expect(await screen.findByText('No packages found')).toBeVisible();
    expect(page.address()).toBe('/packages?difficulty=Easy&region=Langtang');
  });

  test('shows the same packages as rows in the list view', async () => {
    serve({ ...answers, [GETALL]: list(...many) });
    const page = openPage('/packages');
    await cards();
    await userEvent.click(screen.getByRole('radio', { name: 'List' }));
    await waitFor(() => expect(page.address()).toBe('/packages?view=list'));
    expect(await cards()).toHaveLength(4);
    expect(await firstName()).toBe('Trek 01');
  });
});

describe('the cached list', () => {
  const at = (age: number) =>
    localStorage.setItem('treks', JSON.stringify({ at: Date.now() - age, treks: [trek('Kept in the store')] }));

  test('PKG-11 PKG-19 PKG-20 is used with its age for 5 minutes', async () => {
    at(3 * 60_000);
    const server = serve(answers);
    openPage('/packages');
    expect(await firstName()).toBe('Kept in the store');
    expect(screen.getByText('Updated 3 minutes ago')).toBeVisible();
    expect(server.to(GETALL)).toHaveLength(0);
  });

  test('PKG-20 is discarded and fetched again when it is older', async () => {
    at(TREKS_MAX_AGE_MS + 1);
    const server = serve({ ...answers, [GETALL]: list(trek('Fresh')) });
    openPage('/packages');
    expect(await firstName()).toBe('Fresh');
    expect(server.to(GETALL)).toHaveLength(1);
    expect(cachedTreks()?.treks[0]?.name).toBe('Fresh');
  });

  test('PKG-20 is ignored if it is damaged, has an older format, or is from the future', () => {
    for (const kept of ['{', '[]', '{"at":1}', JSON.stringify({ at: Date.now(), treks: [{ name: 'x' }] })]) {
      localStorage.setItem('treks', kept);
      expect(cachedTreks()).toBe(null);
    }
    at(-60_000);
    expect(cachedTreks()).toBe(null);
  });

  test('PKG-10 is fetched again by the refresh link', async () => {
    at(2 * 60_000);
    serve({ ...answers, [GETALL]: list(trek('Fresh')) });
    openPage('/packages');
    await cards();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(async () => expect(await firstName()).toBe('Fresh'));
    expect(screen.getByText('Updated just now')).toBeVisible();
  });

  test('PKG-21 is fetched again automatically every 5 minutes', async () => {
    expect(TREKS_MAX_AGE_MS).toBe(300_000);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const server = serve(answers);
    openPage('/packages');
    await waitFor(() => expect(server.to(GETALL)).toHaveLength(1));
    await cards();
    await vi.advanceTimersByTimeAsync(TREKS_MAX_AGE_MS + 2000);
    await waitFor(() => expect(server.to(GETALL)).toHaveLength(2));
  });

  test('PKG-19 stays visible if a refresh fails, with a note that it is the last one', async () => {
    at(2 * 60_000);
    serve({ ...answers, [GETALL]: json(500, { status: 'error', message: 'away' }) });
    openPage('/packages');
    await cards();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(/couldn't refresh the list \(away\)/)).toBeVisible();
    expect(await firstName()).toBe('Kept in the store');
  });
});

describe('a trek list that fails to load', () => {
  const failures: [string, string, Response][] = [
    ['no data', 'No data received from the API', json(200, {})],
    ['no list', 'Invalid data structure received from API', json(200, { data: { treks: 'many' } })],
    ['the server said why', 'The database is away.', json(500, { message: 'The database is away.' })],
    ['the server said nothing', 'Failed to fetch packages', json(502, {})],
  ];
  test.each(failures)('PKG-22 PKG-23 PKG-24 %s: %s', async (_, message, reply) => {
    serve({ ...answers, [GETALL]: reply });
    openPage('/packages');
    expect(await screen.findByText(`Error: ${message}`)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test("PKG-26 DECIDE-27 shows one toast 'Login and continue', which leads to login, to a visitor", async () => {
    serve({ ...answers, [GETALL]: json(500, {}) });
    const page = openPage('/packages');
    expect(await screen.findByText('Login and continue')).toBeVisible();
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(page.address()).toBe('/login'));
  });

  test("PKG-25 shows 'Something went wrong' to a signed-in user", async () => {
    serve({ ...answers, ...signedIn(), [GETALL]: json(500, {}) });
    openPage('/packages');
    expect(await screen.findByText('Something went wrong')).toBeVisible();
    expect(screen.queryByText('Login and continue')).toBe(null);
  });

  test('PKG-19 appears after trying again', async () => {
    serve({ ...answers, [GETALL]: [json(500, {}), list(trek('Back again'))] });
    openPage('/packages');
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await firstName()).toBe('Back again');
  });
});
