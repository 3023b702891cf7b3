import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Blog } from '../api/types';
import { answers, closePages, json, openPage, serve, signedIn, trek } from '../test-server';

afterEach(closePages);

const data = (value: unknown) => json(200, { status: 'success', data: value });
const treks = ['Everest', 'Langtang', 'Mardi', 'Manaslu', 'Rara', 'Mustang', 'Tilicho'].map((name) => trek(name));
const withTreks = { ...answers, 'GET /api/treks/getall': data({ treks }) };
const toasts = () => [...document.querySelectorAll('[data-sonner-toast]')].map((one) => one.textContent);
const trending = () => screen.findByRole('region', { name: 'Trending treks' });

describe('the hero search', () => {
  const destination = () => screen.findByRole('combobox', { name: 'Destination' });
  const options = () => screen.queryAllByRole('option').map((one) => one.textContent ?? '');

  test('NAV-01 HOME-01 HOME-07 suggests five different treks for an empty input', async () => {
    serve(withTreks);
    openPage('/');
    await screen.findAllByRole('article');
    await userEvent.click(await destination());
    expect(options()).toHaveLength(5);
    expect(new Set(options()).size).toBe(5);
  });

  test("HOME-08 HOME-09 suggests matching treks, or shows 'No destinations found'", async () => {
    serve(withTreks);
    openPage('/');
    await screen.findAllByRole('article');
    await userEvent.type(await destination(), 'MA');
    expect(options().map((one) => one.slice(0, 4))).toEqual(['Mard', 'Mana']);
    await userEvent.type(await destination(), 'xx');
    expect(await screen.findByText('No destinations found')).toBeVisible();
  });

  test('HOME-10 HOME-11 HOME-15 requires a suggestion to be selected, and a date', async () => {
    serve(withTreks);
    const page = openPage('/');
    await screen.findAllByRole('article');
    await userEvent.type(await destination(), 'Everest');
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('Please select a destination from the dropdown')).toBeVisible();
    expect(screen.getByText('Please select a date')).toBeVisible();
    expect(page.address()).toBe('/');
    await userEvent.click(screen.getByRole('option', { name: /Everest/ }));
    expect(screen.queryByText('Please select a destination from the dropdown')).toBe(null);
    // Changing the text clears the selection.
    await userEvent.type(await destination(), '!');
    expect(screen.getByText('Please select a destination from the dropdown')).toBeVisible();
  });

  test('HOME-12..14 disables past days, offers this year and the next two, and opens the selected trek', async () => {
    serve(withTreks);
    const page = openPage('/');
    await screen.findAllByRole('article');
    await userEvent.type(await destination(), 'lang');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await userEvent.click(screen.getByRole('button', { name: /^Start date/ }));
    const years = await screen.findByRole('combobox', { name: /year/i });
    expect(
      within(years)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['2026', '2027', '2028']);
    expect(screen.getByRole('button', { name: /November 19, 2026/ })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: /November 28, 2026/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    const langtang = treks[1]?._id;
    await waitFor(() => expect(page.address()).toBe(`/package/${langtang}?date=2026-11-28`));
  });
});

describe('trending treks', () => {
  const names = async () =>
    within(await trending())
      .getAllByRole('heading', { level: 3 })
      .map((one) => one.textContent);

  test('HOME-02 HOME-16 HOME-17 API-18 are filled up with the newest treks if the server sends only two, also in data.treks', async () => {
    serve({
      ...withTreks,
      'GET /api/bookings/get-trending-treks': json(200, { status: 'success', treks: [treks[5], treks[2]] }),
    });
    openPage('/');
    await waitFor(async () => expect(await names()).toHaveLength(3));
    expect((await names()).slice(0, 2)).toEqual(['Mustang', 'Mardi']);
    expect(screen.queryByText('Example')).toBe(null);
  });

  test("HOME-18 are three labelled samples that link to the packages, with 'Failed to fetch trek data', after a failure", async () => {
    serve({ ...withTreks, 'GET /api/bookings/get-trending-treks': json(500, {}) });
    openPage('/');
    expect(await screen.findByText('Failed to fetch trek data')).toBeVisible();
    const section = await trending();
    expect(within(section).getAllByText('Example')).toHaveLength(3);
    for (const link of within(section).getAllByRole('link')) expect(link).toHaveAttribute('href', '/packages');
  });
});

describe('a trek list that fails to load', () => {
  const broken = { ...answers, 'GET /api/treks/getall': json(500, { message: 'away' }) };

  test("HOME-22 shows 'Login and continue' to a visitor, once", async () => {
    serve(broken);
    openPage('/');
    expect(await screen.findByText('Login and continue')).toBeVisible();
    expect(toasts()).toHaveLength(1);
    expect(screen.queryByText('Error: away')).toBe(null);
  });

  test("HOME-21 shows 'Something went wrong' to a signed-in user", async () => {
    serve({ ...broken, ...signedIn() });
    openPage('/');
    expect(await screen.findByText('Something went wrong')).toBeVisible();
  });
});

describe('achievements', () => {
  const item = { _id: '1', experienceYrs: 14, noOfLocation: 12, travelAwards: 3, totalClients: 4860, visibility: true };
  const figures = async () => {
    const banner = await screen.findByRole('region', { name: /Guides/ });
    return [...banner.querySelectorAll('dd .sr-only')].map((one) => one.textContent);
  };

  test('HOME-03 ACH-01 ACH-02 API-19 show the first visible set', async () => {
    const hidden = { ...item, experienceYrs: 99, visibility: false };
    serve({ ...answers, 'GET /api/achievement/': data([hidden, item, { ...item, experienceYrs: 1 }]) });
    openPage('/');
    await waitFor(async () => expect(await figures()).toEqual(['14', '12', '3', '4,860']));
  });

  test("ACH-05 ACH-06 show 'Failed to fetch achievement data' and default figures after a failure", async () => {
    serve({ ...answers, 'GET /api/achievement/': json(500, {}) });
    openPage('/');
    expect(await screen.findByText('Failed to fetch achievement data')).toBeVisible();
    expect(await figures()).toEqual(['15', '50', '25', '1,000']);
  });

  test('DECIDE-39 show the banner without figures if no set is visible', async () => {
    serve({ ...answers, 'GET /api/achievement/': data([{ ...item, visibility: false }]) });
    openPage('/');
    expect(await figures()).toEqual([]);
  });

  test('ACH-03 ACH-04 count up once, when the top of the banner enters the upper 80% of the window', async () => {
    let seen = (_: boolean) => {};
    const options: IntersectionObserverInit[] = [];
    const disconnect = vi.fn();
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: IntersectionObserverCallback, asked: IntersectionObserverInit) {
          options.push(asked);
          seen = (isIntersecting) =>
            callback([{ isIntersecting } as IntersectionObserverEntry], this as unknown as IntersectionObserver);
        }
        observe() {}
        disconnect = disconnect;
      },
    );
    serve({ ...answers, 'GET /api/achievement/': data([item]) });
    openPage('/');
    await waitFor(async () => expect(await figures()).toHaveLength(4));
    const years = () => document.querySelector('dd [aria-hidden]')?.textContent;
    expect(options[0]).toEqual({ rootMargin: '0px 0px -20% 0px', threshold: 0 });
    seen(false);
    expect(years()).toBe('0');
    seen(true);
    await waitFor(() => expect(years()).toBe('14'));
    expect(disconnect).toHaveBeenCalled();
    expect(options).toHaveLength(1);
  });

  test('ACH-03 ACH-04 do not count up again when a figure changes later', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: IntersectionObserverCallback) {
          const seen = [{ isIntersecting: true } as IntersectionObserverEntry];
          queueMicrotask(() => callback(seen, this as unknown as IntersectionObserver));
        }
        observe() {}
        disconnect() {}
      },
    );
    serve({ ...answers, 'GET /api/achievement/': [data([item]), data([{ ...item, experienceYrs: 21 }])] });
    const page = openPage('/');
    const years = () => document.querySelector('dd [aria-hidden]')?.textContent;
    await waitFor(() => expect(years()).toBe('14'));
    // Records every number from now on: a second run would start at 0.
    const shown: (string | null | undefined)[] = [];
    const watcher = new MutationObserver(() => shown.push(years()));
    watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
    await page.queries.refetchQueries({ queryKey: ['achievements'] });
    await waitFor(() => expect(years()).toBe('21'));
    watcher.disconnect();
    expect(Math.min(...shown.map(Number))).toBeGreaterThanOrEqual(14);
  });

  test('ACH-03 show their final figures at once if the visitor prefers reduced motion', async () => {
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), { matches: media.includes('reduced-motion'), media }),
    );
    serve({ ...answers, 'GET /api/achievement/': data([item]) });
    openPage('/');
    await waitFor(async () => expect(await figures()).toHaveLength(4));
    expect([...document.querySelectorAll('dd [aria-hidden]')].map((one) => one.textContent)).toEqual([
      '14',
      '12',
      '3',
      '4,860',
    ]);
  });
});

describe('latest articles', () => {
  const blog = (number: number, more: Partial<Blog> = {}): Blog => ({
    _id: `019a0000-0000-7000-8000-00000000000${number}`,
    title: `Article ${number}`,
    description: '',
    content: ['First paragraph.'],
    thumbnail: '/pictures/blogs/1.svg',
    banner: '/pictures/blogs/1.svg',
    images: [],
    tags: ['Gear'],
    createdAt: '2026-01-05T08:00:00Z',
    views: 3,
    ...more,
  });

  test('HOME-04 HOME-20 API-20 are four, each with its category or first tag', async () => {
    const server = serve({
      ...answers,
      'GET /api/blogs': data({ blogs: [blog(1, { category: 'Food' }), blog(2), blog(3), blog(4)], total: 9 }),
    });
    openPage('/');
    const section = await screen.findByRole('region', { name: 'From the trail' });
    await waitFor(() => expect(within(section).getAllByRole('article')).toHaveLength(4));
    expect(within(section).getByText('Food')).toBeVisible();
    expect(within(section).getAllByText('Gear')).toHaveLength(3);
    expect(within(section).getAllByText(/Jan 05, 2026/)).toHaveLength(4);
    expect(new URL(server.to('GET /api/blogs')[0]?.url ?? '').search).toBe(
      '?page=1&limit=4&sortBy=createdAt&order=desc',
    );
  });

  test("HOME-19 show 'Failed to fetch blogs' in place of the list after a failure", async () => {
    serve({ ...answers, 'GET /api/blogs': json(500, {}) });
    openPage('/');
    const section = await screen.findByRole('region', { name: 'From the trail' });
    expect(await within(section).findByText('Failed to fetch blogs')).toBeVisible();
    expect(toasts()).toHaveLength(0);
  });
});
