// Invalid URLs and invalid responses: each page shows its message in place, and none is blank.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answers, closePages, config, json, openPage, route, serve, signedIn, trek } from '../test-server';

afterEach(closePages);

const id = '019a0000-0000-7000-8000-000000000009';
const TREK = `GET /api/treks/${id}`;
const BLOG = `GET /api/blogs/${id}`;
const GETALL = 'GET /api/treks/getall';
const data = (value: unknown) => json(200, { status: 'success', data: value });

const page200 = () =>
  new Response('<!doctype html><title>Welcome to nginx</title>', { headers: { 'Content-Type': 'text/html' } });
const garbage: [string, () => Response][] = [
  ['a page of HTML', page200],
  ['HTML that is called JSON', () => new Response('<html>', { headers: { 'Content-Type': 'application/json' } })],
  ['nothing', () => new Response('', { headers: { 'Content-Type': 'application/json' } })],
  ['null', () => json(200, null)],
  ['a number', () => json(200, 7)],
  ['a list', () => json(200, [null, 1])],
  ['no data', () => json(200, { status: 'success' })],
  ['data that is null', () => json(200, { data: null })],
  ['words where lists belong', () => json(200, { data: { treks: 'x', blogs: 'x', trek: 'x', blog: 'x', rates: 'x' } })],
  ['lists of nothing', () => json(200, { data: { treks: [null], blogs: [null, 7], trek: [], blog: {}, rates: [] } })],
  ['a list where an object belongs', () => json(200, { data: [null, 'x', {}] })],
  ['an error that is no JSON', () => new Response('Bad Gateway', { status: 502 })],
];

describe('an invalid response to every request', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  const calls = [
    'GET /api/config',
    GETALL,
    TREK,
    BLOG,
    'GET /api/bookings/get-trending-treks',
    'GET /api/achievement/',
    'GET /api/blogs',
    'GET /api/exchange-rate',
    'GET /api/auth/verifyUser',
  ];
  const pages: [string, string, RegExp][] = [
    ['HOME-19', '/', /^(Failed to fetch blogs|No blog posts found\.)$/],
    [
      'PKG-22 PKG-23 PKG-24',
      '/packages',
      /^(Failed to fetch packages|No data received from the API|Invalid data structure received from API)$/,
    ],
    ['TREK-13', `/package/${id}`, /^Error fetching package data$/],
    ['BLOG-23 BLOG-25', '/blogs', /^(Failed to load blogs\. Please try again later\.|No blog posts found\.)$/],
    ['BLOG-27', `/blog/${id}`, /^Failed to load blog\. Please try again later\.$/],
    ['BLOG-24', `/blogs?article=${id}`, /^Failed to load blog details\. Please try again\.$/],
  ];
  test.each(garbage)(
    'HOME-19 PKG-22..24 TREK-13 BLOG-23..25 BLOG-27 %s: each page shows its own message and keeps its header',
    async (_, reply) => {
      for (const [ids, path, words] of pages) {
        serve(Object.fromEntries(calls.map((call) => [call, reply])));
        signedIn();
        const page = openPage(path);
        expect((await screen.findAllByText(words)).length, `${ids} ${path}`).toBeGreaterThan(0);
        expect(screen.queryByText('Something went wrong on this page'), `${ids} ${path}`).toBe(null);
        expect(screen.getByRole('banner', { hidden: true })).toBeInTheDocument();
        page.unmount();
        closePages();
        localStorage.clear();
        sessionStorage.clear();
      }
    },
  );
});

describe('invalid addresses', () => {
  const many = Array.from({ length: 9 }, (_, index) =>
    trek(`Trek ${index + 1}`, { routes: [route(500 + index * 10)] }),
  );
  const withTreks = { ...answers, [GETALL]: data({ treks: many }) };
  const cards = () => screen.findAllByRole('article');

  test('PKG-13 PKG-14 PKG-18 min greater than max finds nothing, explains why, and can be cleared', async () => {
    serve(withTreks);
    openPage('/packages?min=900&max=100');
    expect(await screen.findByText('No packages found')).toBeVisible();
    expect(screen.getByText('The lowest price is higher than the highest price.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await cards()).toHaveLength(4);
  });

  test.each(['99', '-1', '0', 'two', '1e99', 'NaN'])(
    'PKG-09 PKG-15 an invalid ?page=%s shows an existing page',
    async (page) => {
      serve(withTreks);
      openPage(`/packages?page=${page}`);
      const last = Number(page) > 3;
      expect(await cards()).toHaveLength(last ? 1 : 4);
      expect(screen.getByRole('button', { name: last ? 'Page 3' : 'Page 1' })).toHaveAttribute('aria-current', 'page');
    },
  );

  test.each(['min=-5', 'min=cheap', 'max=Infinity', 'sort=random', 'view=hologram', 'min=%00&max=%F0%9F%8F%94'])(
    'PKG-12..14 ?%s is ignored',
    async (query) => {
      serve(withTreks);
      openPage(`/packages?${query}`);
      expect(await cards()).toHaveLength(4);
    },
  );

  test.each([
    ['5,000 letters', 'x'.repeat(5000)],
    ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['half a percent sign and a zero byte', '%E0%A4%A\u0000'],
  ])('PKG-12 PKG-18 a destination of %s finds nothing and appears as plain text', async (_, destination) => {
    serve(withTreks);
    openPage(`/packages?destination=${encodeURIComponent(destination)}`);
    expect(await screen.findByText('No packages found')).toBeVisible();
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue(destination);
    expect(document.querySelector('main script, main img[onerror]')).toBe(null);
  });

  test.each([
    ['an unknown id', id, 404],
    ['an id of the wrong form', 'not-an-id', 404],
    ['markup', '<b>x</b>', 404],
  ])("TREK-13 %s shows 'Error fetching package data' in place of the page", async (_, asked, status) => {
    serve({
      ...answers,
      [`GET /api/treks/${encodeURIComponent(asked)}`]: json(status, { status: 'error', message: 'Trek not found' }),
    });
    openPage(`/package/${encodeURIComponent(asked)}`);
    expect(await screen.findByText('Error fetching package data')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('HOME-09 HOME-10 a home search for 5,000 letters or markup does not select a destination', async () => {
    serve(withTreks);
    const page = openPage('/');
    const box = await screen.findByRole('combobox', { name: 'Destination' });
    for (const text of ['x'.repeat(5000), '<img src=x onerror=alert(1)>']) {
      await userEvent.clear(box);
      await userEvent.click(box);
      await userEvent.paste(text);
      expect(await screen.findByText('No destinations found')).toBeVisible();
      await userEvent.keyboard('{Enter}');
      expect(await screen.findByText('Please select a destination from the dropdown')).toBeVisible();
    }
    expect(page.address()).toBe('/');
  });
});

describe('a trek with an invalid address or invalid data', () => {
  const days = [
    {
      waypoints: [{ name: 'Lukla', coordinates: { latitude: 1, longitude: 1 }, isStartPoint: true, isEndPoint: true }],
      connections: [],
      accommodation: { title: '', description: '', features: [] },
      foodDetails: { breakfast: [], lunch: [], dinner: [] },
    },
  ];
  const whole = () => ({
    ...trek('Everest', { _id: id }),
    routes: [{ ...route(1000), dailyActivities: days as unknown }] as unknown,
  });
  const open = (change: object, query = '') => {
    serve({ ...answers, [TREK]: data({ trek: { ...whole(), ...change } }) });
    return openPage(`/package/${id}${query}`);
  };
  const startDate = async () =>
    within(await screen.findByRole('complementary', { name: 'Book this trek' })).getByRole('button', {
      name: /^Start date/,
    });

  test('TREK-12 a valid date in the address becomes the start date', async () => {
    open({}, '?date=2026-12-24');
    expect(await startDate()).toHaveTextContent('Dec 24, 2026');
  });

  test.each(['2026-11-19', '2020-01-01', '2027-02-29', 'tomorrow', '', '9999-12-31', '<b>'])(
    'TREK-12 DECIDE-38 ?date=%s, past or invalid, is ignored',
    async (date) => {
      serve({ ...answers, 'GET /api/config': data(config), [TREK]: data({ trek: whole() }) });
      openPage(`/package/${id}?date=${encodeURIComponent(date)}`);
      expect((await startDate()).textContent).not.toMatch(/\d{4}/);
    },
  );

  const faults: [string, object, string][] = [
    ['routes are no list', { routes: 'many' }, 'Data Structure Error'],
    ['the starting place is missing', { startingPlace: null }, 'Data Structure Error'],
    ['the ending place has no name', { endingPlace: { name: '' } }, 'Data Structure Error'],
    [
      'a day is broken',
      { routes: [{ ...route(1), dailyActivities: [{ waypoints: [] }] }] },
      'Day 1: Invalid data structure',
    ],
    ['there are no routes', { routes: [] }, 'No routes available'],
    [
      'the days are missing',
      { routes: [{ ...route(1), dailyActivities: null }] },
      'Daily activities data is missing or invalid',
    ],
  ];
  test.each(faults)(
    'ITIN-14..19 ITIN-21 %s: the page works, and a message replaces the days',
    async (_, change, words) => {
      open(change);
      expect(await screen.findByText(words)).toBeVisible();
      expect(screen.getByRole('heading', { level: 1, name: 'Everest' })).toBeVisible();
    },
  );

  test('ITIN-22 days of the older shape are shown like the others', async () => {
    const older = {
      startPlace: 'Lukla',
      endPlace: 'Phakding',
      travelling: 'Walking',
      foodDetails: { breakfast: ['Tea'] },
    };
    open({ routes: [{ ...route(1000), dailyActivities: [older] }] });
    expect(await screen.findByRole('button', { name: /Lukla to Phakding/ })).toBeVisible();
  });

  test('TREK-01 TREK-13 a trek with only a name and an id still has a page', async () => {
    serve({ ...answers, [TREK]: data({ trek: { _id: id, name: 'Everest' } }) });
    openPage(`/package/${id}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Everest' })).toBeVisible();
    expect(screen.getByText('Data Structure Error')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reserve' })).toBeDisabled();
  });

  test('PKG-02 TREK-02 incomplete treks are shown with the parts they have, in the list and on their page', async () => {
    const poor = { _id: id, name: 'Poor', routes: [null, { name: 'R' }] };
    serve({ ...answers, [GETALL]: data({ treks: [poor, trek('Rich')] }) });
    openPage('/packages');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
    expect(screen.getByRole('link', { name: 'Poor' })).toBeVisible();
  });
});
