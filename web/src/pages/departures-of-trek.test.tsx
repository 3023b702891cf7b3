// Group departures from the trek page to the payment, with the real route table.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Departure } from '../api/types';
import { makeDeparture } from '../fixtures';
import { answers, closePages, json, openPage, serve, signedIn } from '../test-server';
import { bookingOf, closuresOf, everest, opened, trekAnswer } from './booking-fixtures';

afterEach(closePages);

const departures = [
  makeDeparture({ isGuaranteed: true, availability: 'LIMITED', seatsLeft: 3, pricePerHead: 900, allInPrice: 1170 }),
  makeDeparture({ _id: 'd2', startDate: '2027-04-17', endDate: '2027-04-28', availability: 'SOLD_OUT', seatsLeft: 0 }),
  makeDeparture({ _id: 'd3', routeId: 'r2', startDate: '2027-05-01', endDate: '2027-05-15' }),
];
const sells = (soldAs: 'departures' | 'both', listed: Departure[] = departures) => ({
  ...trekAnswer,
  'GET /api/treks/t1': json(200, { status: 'success', data: { trek: { ...everest, soldAs } } }),
  'GET /api/treks/t1/departures': json(200, { status: 'success', data: { departures: listed } }),
});
const findPanel = async () => within(await screen.findByRole('complementary', { name: 'Book this trek' }));
const findDates = async () => {
  const region = () => screen.getByRole('region', { name: 'Dates and prices' });
  await screen.findByRole('region', { name: 'Dates and prices' });
  await waitFor(() => expect(region()).not.toHaveAttribute('aria-busy'));
  return within(region());
};

describe('Dates and prices', () => {
  test('shows departures by month with dates, places left, the guarantee and the price', async () => {
    serve({ ...answers, ...sells('both') });
    openPage('/package/t1');
    const dates = await findDates();
    const rows = await dates.findAllByRole('listitem');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toHaveTextContent('Sat, Apr 03 – Wed, Apr 14, 2027');
    for (const text of ['12 days · Classic', '3 places left', 'Guaranteed', '$1,170'])
      expect(rows[0]).toHaveTextContent(text);
    expect(rows[1]).toHaveTextContent('Sold out');
    expect(within(rows[1] as HTMLElement).queryByRole('button', { name: /^Book/ })).toBeNull();
    expect(dates.getByText('Guaranteed: this departure will run, even if nobody else books.')).toBeVisible();
    await userEvent.click(dates.getByRole('radio', { name: 'May 2027' }));
    expect(dates.getByRole('listitem')).toHaveTextContent('Sat, May 01 – Sat, May 15, 2027');
    await userEvent.selectOptions(dates.getByLabelText('Route of the departures'), 'Classic');
    expect(dates.getAllByRole('listitem')[0]).toHaveTextContent('Sat, Apr 03');
  });

  test('is absent where only private dates are sold, and says what to do where there are no departures', async () => {
    serve({ ...answers, ...trekAnswer });
    openPage('/package/t1');
    await findPanel();
    expect(screen.queryByRole('heading', { name: 'Dates and prices' })).toBeNull();
    closePages();
    document.body.innerHTML = '';
    serve({ ...answers, ...sells('both', []) });
    openPage('/package/t1');
    expect(await screen.findByText(/There are no group departures at the moment/)).toBeVisible();
  });

  test('one click chooses the departure in the panel, with its price, and the focus moves there', async () => {
    serve({ ...answers, ...sells('both'), ...signedIn() });
    openPage('/package/t1');
    const dates = await findDates();
    await userEvent.click(await dates.findByRole('button', { name: 'Book Sat, Apr 03 – Wed, Apr 14, 2027' }));
    const panel = await findPanel();
    const field = panel.getByLabelText('Departure');
    expect(field).toHaveValue('d1');
    await waitFor(() => expect(field).toHaveFocus());
    expect(panel.getByText(/\$900 per person before taxes & fees/)).toBeVisible();
    expect(panel.getByText('$1,800.00')).toBeVisible();
    await userEvent.selectOptions(panel.getByLabelText('Guests'), '4');
    expect(panel.getByRole('button', { name: 'Reserve' })).toBeDisabled();
    expect(panel.getByText(/Only 3 places are left on this departure/)).toBeVisible();
  });
});

describe('the waitlist of a sold-out departure', () => {
  const entry = {
    _id: 'w1',
    departureId: 'd2',
    guests: 2,
    state: 'waiting',
    position: 3,
    createdAt: '2026-11-20T09:00:00Z',
    offerExpiresAt: null,
    bookingId: null,
  };
  const own = { ...entry, departure: departures[1], trekName: 'Everest Base Camp' };
  const mine = (...waitlistEntries: object[]) => json(200, { status: 'success', data: { waitlistEntries } });

  test('a visitor logs in first and comes back', async () => {
    serve({ ...answers, ...sells('both') });
    openPage('/package/t1');
    const link = await (await findDates()).findByRole('link', { name: /^Join the waitlist/ });
    expect(link).toHaveAttribute('href', '/login?next=%2Fpackage%2Ft1%3Fdeparture%3Dd2%23departures');
  });

  test('a traveller joins with the guests of the panel, sees the position and leaves', async () => {
    const server = serve({
      ...answers,
      ...sells('both'),
      ...signedIn(),
      'GET /api/users/me/waitlist': [mine(), mine(own), mine()],
      'POST /api/departures/d2/waitlist': json(201, { status: 'success', data: { waitlistEntry: entry } }),
      'DELETE /api/departures/d2/waitlist': json(200, {
        status: 'success',
        data: { waitlistEntry: { ...entry, state: 'left', position: null } },
      }),
    });
    openPage('/package/t1');
    const dates = await findDates();
    await userEvent.click(await dates.findByRole('button', { name: /^Join the waitlist/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Join the waitlist' }));
    expect(dialog.getByLabelText('Number of guests')).toHaveValue('2');
    await userEvent.click(dialog.getByRole('button', { name: 'Join the waitlist' }));
    expect(await dates.findByText('You are on the waitlist, position 3.')).toBeVisible();
    expect(await server.to('POST /api/departures/d2/waitlist')[0]?.json()).toEqual({ guests: 2 });
    await userEvent.click(dates.getByRole('button', { name: /^Leave the waitlist/ }));
    expect(await dates.findByRole('button', { name: /^Join the waitlist/ })).toBeVisible();
  });

  test('seats that are offered by email can be booked though the departure is sold out', async () => {
    const offer = {
      departureId: 'd2',
      trekId: 't1',
      routeId: 'r1',
      trekName: 'Everest Base Camp',
      startDate: '2027-04-17',
      endDate: '2027-04-28',
      guests: 2,
      expiresAt: '2026-11-21T09:00:00Z',
      state: 'offered',
    };
    serve({
      ...answers,
      ...sells('both'),
      ...signedIn(),
      'GET /api/offers/tok': json(200, { status: 'success', data: { offer } }),
    });
    openPage('/package/t1?departure=d2&guests=2&offer=tok');
    const panel = await findPanel();
    expect(await panel.findByText(/2 places are held for you until/)).toBeVisible();
    await waitFor(() => expect(panel.getByRole('button', { name: 'Reserve' })).toBeEnabled());
  });
});

describe('the booking panel', () => {
  test('offers departures or an own date where both are sold, and only departures where no other dates are', async () => {
    serve({ ...answers, ...sells('both'), ...signedIn() });
    openPage('/package/t1');
    let panel = await findPanel();
    expect(panel.getByRole('radio', { name: 'Private, own date' })).toBeChecked();
    await userEvent.click(panel.getByRole('radio', { name: 'Join a group' }));
    expect(panel.getByRole('option', { name: /Apr 17.*Sold out/ })).toBeDisabled();
    await userEvent.click(panel.getByRole('button', { name: 'Reserve' }));
    expect(panel.getByText('Please choose a departure.')).toBeVisible();
    closePages();
    document.body.innerHTML = '';
    serve({ ...answers, ...sells('departures'), ...signedIn() });
    openPage('/package/t1');
    panel = await findPanel();
    expect(await panel.findByLabelText('Departure')).toBeVisible();
    expect(panel.queryByRole('radio', { name: 'Private, own date' })).toBeNull();
    expect(panel.queryByRole('button', { name: /Choose a date/ })).toBeNull();
  });

  test('a link chooses departure, route and guests', async () => {
    serve({ ...answers, ...sells('both'), ...signedIn() });
    openPage('/package/t1?departure=d3&guests=5');
    const panel = await findPanel();
    await waitFor(() => expect(panel.getByLabelText('Departure')).toHaveValue('d3'));
    expect(panel.getByText('By Gokyo')).toBeVisible();
    expect(panel.getByLabelText('Guests')).toHaveValue('5');
  });

  test('a private party cannot choose closed days and days that are too near', async () => {
    const trek = { ...everest, minimumNoticeDays: 3, bestSeasons: ['Nov'] };
    serve({
      ...answers,
      'GET /api/treks/t1': json(200, { status: 'success', data: { trek } }),
      'GET /api/treks/t1/closures': closuresOf({ from: '2026-11-25', to: '2026-11-26', reason: 'Festival' }),
    });
    openPage('/package/t1');
    const panel = await findPanel();
    await userEvent.click(panel.getByRole('button', { name: /Start date|Choose a date/ }));
    const day = async (name: RegExp) => screen.findByRole('button', { name });
    expect(await day(/November 22,/)).toBeDisabled();
    expect(await day(/November 23,/)).toBeEnabled();
    await waitFor(async () => expect(await day(/November 25,/)).toBeDisabled());
    expect(await day(/November 27,/)).toBeEnabled();
    expect(screen.getByText('Best season')).toBeVisible();
    expect(screen.getByText(/Book at least 3 days before the start/)).toBeVisible();
  });
});

describe('booking seats', () => {
  test('too few seats are told with what is typed kept, and the booking carries its departure', async () => {
    const server = serve({
      ...answers,
      ...sells('both'),
      ...signedIn(),
      'POST /api/bookings': json(409, {
        status: 'error',
        message: 'This departure is sold out.',
        data: { seatsLeft: 0 },
      }),
    });
    openPage('/package/t1?departure=d1&guests=1');
    const panel = await findPanel();
    await waitFor(() => expect(panel.getByLabelText('Departure')).toHaveValue('d1'));
    await waitFor(() => expect(panel.getByRole('button', { name: 'Reserve' })).toBeEnabled());
    await userEvent.click(panel.getByRole('button', { name: 'Reserve' }));
    const summary = within(await screen.findByRole('region', { name: 'Your trip' }));
    expect(summary.getByText('Group departure')).toBeVisible();
    expect(screen.getByText(/Your seats are held for 20 minutes when you continue/)).toBeVisible();
    await userEvent.type(screen.getByLabelText('Phone'), '9812345678');
    await userEvent.type(screen.getByLabelText('Age'), '31');
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    const alert = (await screen.findByText(/What you typed is kept/)).closest('[role=alert]');
    expect(alert).toHaveTextContent('This departure is sold out.');
    expect(screen.getByLabelText('Age')).toHaveValue('31');
    expect(summary.getByRole('link', { name: 'Edit trip' })).toHaveAttribute(
      'href',
      '/package/t1?departure=d1&guests=1',
    );
    const body = await server.to('POST /api/bookings')[0]?.json();
    expect(body).toMatchObject({ departureId: 'd1', bookingDetails: { startDate: '2027-04-03' } });
    expect(body.routeDetails.pricePerHead).toBe(900);
  });
});

describe('the hold at the checkout', () => {
  const now = Date.parse('2026-11-20T09:00:00Z');
  const held = (expiresAt: string, more: object = {}) => ({
    ...bookingOf('Pending'),
    departureId: 'd1',
    holdExpiresAt: expiresAt,
    ...more,
  });
  const open = (booking: object, intent = 'pi_1') => ({
    status: 'success',
    data: { ...opened, paymentIntentId: intent, booking },
  });
  // The server's clock is five minutes ahead of this device's.
  const ahead = { date: 'Fri, 20 Nov 2026 09:05:00 GMT' };
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now });
  });
  afterEach(() => vi.useRealTimers());
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });

  test('counts down by the server’s clock, and at its end takes the seats again with what is typed', async () => {
    const again = held('2026-11-20T09:45:00Z', { _id: 'b2' });
    const reserved = {
      promotion: { code: 'SPRING', percent: 10 },
      creditUsed: { number: 'TC-2026-0001', amount: 100 },
    };
    const server = serve({
      ...answers,
      ...signedIn(),
      'POST /api/bookings/b1/payment-intent': json(200, open(held('2026-11-20T09:17:00Z', reserved)), ahead),
      'POST /api/bookings': [
        json(409, { status: 'error', message: 'Only 1 seat is left on this departure.', data: { seatsLeft: 1 } }),
        json(201, open(again, 'pi_2')),
      ],
    });
    const page = openPage('/checkout?booking=b1');
    expect(await screen.findByText(/Your seats are held for (12:00|11:5\d)/)).toBeVisible();
    await user.type(screen.getByLabelText(/Billing address/), 'Thamel 7');
    vi.setSystemTime(now + 13 * 60_000);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await screen.findByRole('heading', { name: 'Your hold has ended' })).toBeVisible();
    expect(screen.getByRole('button', { name: /Pay Now/ })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Take the seats again' }));
    expect(await screen.findByText(/Only 1 seat is left for your 5 guests/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Take the seats again' }));
    await waitFor(() => expect(page.address()).toBe('/checkout?booking=b2'));
    expect(await screen.findByText(/Your seats are held for/)).toBeVisible();
    expect(screen.getByLabelText(/Billing address/)).toHaveValue('Thamel 7');
    expect(screen.getByRole('button', { name: /Pay Now/ })).toBeEnabled();
    const bodies = await Promise.all(server.to('POST /api/bookings').map((call) => call.json()));
    expect(bodies[1]).toMatchObject({
      departureId: 'd1',
      replaces: 'b1',
      promotionCode: 'SPRING',
      travelCredit: 'TC-2026-0001',
    });
    expect(bodies[1].guestDetails.primaryGuest.name).toBe('Maya Gurung');
  });

  test('a hold that ended before the page was loaded offers the seats again, or the waitlist when they are gone', async () => {
    const ended = held('2026-11-20T08:00:00Z', { status: 'Cancelled', holdExpiresAt: undefined, isHoldEnded: true });
    serve({
      ...answers,
      ...signedIn(),
      'POST /api/bookings/b1/payment-intent': json(409, { status: 'error', message: 'Not payable' }),
      'GET /api/bookings/b1': json(200, { status: 'success', data: { booking: ended } }),
      'POST /api/bookings': json(409, { status: 'error', message: 'Sold out.', data: { seatsLeft: 0 } }),
    });
    openPage('/checkout?booking=b1');
    await user.click(await screen.findByRole('button', { name: 'Take the seats again' }));
    expect(await screen.findByRole('heading', { name: 'These seats are sold out' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Join the waitlist' })).toHaveAttribute(
      'href',
      '/package/t1?departure=d1&guests=5#departures',
    );
  });
});
