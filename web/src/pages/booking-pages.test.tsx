// The pages of a booking on the real route table, from the trek to My Bookings.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Booking } from '../api/types';
import { answers, closePages, json, maya, openPage, serve, signedIn, trek } from '../test-server';

afterEach(() => {
  closePages();
  vi.useRealTimers();
});

const coordinates = { latitude: 27.8, longitude: 86.7 };
const day = {
  waypoints: [
    { name: 'Lukla', coordinates, isStartPoint: true, isEndPoint: false, altitude: 2860 },
    { name: 'Phakding', coordinates, isStartPoint: false, isEndPoint: true, altitude: 2610 },
  ],
  connections: [
    {
      fromWaypointIndex: 0,
      toWaypointIndex: 1,
      transportMode: 'walking',
      description: 'Down the river',
      duration: 180,
      distance: 7.8,
    },
  ],
  accommodation: { title: 'Lodge', description: '', features: [] },
  foodDetails: { breakfast: ['Tea'], lunch: ['Rice'], dinner: ['Soup'] },
};
const routeOf = (id: string, name: string, pricePerHead: number, isVisible = true) => ({
  _id: id,
  name,
  description: `${name} in words`,
  pricePerHead,
  numberOfDays: 2,
  numberOfNights: 1,
  isVisible,
  dailyActivities: [day, day],
});
const everest = {
  ...trek('Everest Base Camp'),
  _id: 't1',
  version: 1,
  location: 'Khumbu, Solukhumbu',
  routes: [routeOf('r1', 'Classic', 1000), routeOf('r2', 'By Gokyo', 1600), routeOf('r3', 'Secret', 10, false)],
};
const trekAnswer = { 'GET /api/treks/t1': json(200, { status: 'success', data: { trek: everest } }) };

const price = {
  basePrice: 5000,
  discount: 1000,
  gst: 720,
  serviceFee: 200,
  insurance: 250,
  bookingFee: 20,
  total: 5190,
  currency: 'USD',
};
function bookingOf(status: string, payment: object = {}): Booking {
  return {
    _id: 'b1',
    userId: maya.id,
    checkIn: '2027-03-05',
    checkOut: '2027-03-16',
    amount: 5190,
    currency: 'USD',
    status: status === 'Confirmed' ? 'Confirmed' : 'Pending',
    payment: { status, finalAmount: 5190, baseAmount: 5000, currency: 'USD', paymentIntentId: 'pi_1', ...payment },
    trek: {
      _id: 't1',
      name: 'Everest Base Camp',
      location: 'Khumbu, Solukhumbu',
      bannerImage: '/pictures/everest.svg',
      coordinates,
    },
    routeDetails: { routeId: 'r1', routeName: 'Classic', numberOfDays: 12, numberOfNights: 11, pricePerHead: 1000 },
    totalGuests: 5,
    guestDetails: {
      primaryGuest: { name: 'Maya Gurung', age: 31, gender: 'Female', phoneNumber: '9812345678' },
      additionalGuests: [],
    },
    priceBreakdown: price,
    refunded: 0,
    customer: { name: 'Maya Gurung', email: maya.email },
  } as unknown as Booking;
}
const bookingAnswer = (booking: Booking) => json(200, { status: 'success', data: { booking } });
const opened = { clientSecret: 's', paymentIntentId: 'pi_1', paymentBreakdown: price, booking: bookingOf('Pending') };

describe('/package/:id', () => {
  test('TREK-01..08 TREK-10 it loads the trek and shows banner, name, overview, routes, itinerary and the panel after the content', async () => {
    const server = serve({ ...answers, ...trekAnswer });
    openPage('/package/t1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Everest Base Camp' })).toBeVisible();
    expect(server.to('GET /api/treks/t1')).toHaveLength(1);
    expect(document.querySelector('header img[src="/pictures/banner.svg"]')).toBeInTheDocument();
    expect(screen.getByText('Everest Base Camp, day by day.')).toBeVisible();
    expect(screen.getAllByRole('radio', { name: /Classic|Gokyo|Secret/ })).toHaveLength(2);
    expect(screen.getByRole('heading', { name: 'Day by day' })).toBeVisible();
    const panel = screen.getByRole('complementary', { name: 'Book this trek' });
    expect(panel).toHaveClass('lg:sticky');
    const itinerary = screen.getByRole('heading', { name: 'Day by day' });
    expect(itinerary.compareDocumentPosition(panel) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  test('TREK-12 TREK-17 the date of the address is the start date, and price and itinerary follow the picked route', async () => {
    serve({ ...answers, ...trekAnswer });
    openPage('/package/t1?date=2027-03-05');
    const panel = within(await screen.findByRole('complementary', { name: 'Book this trek' }));
    expect(panel.getByText('Fri, Mar 05, 2027')).toBeInTheDocument();
    expect(panel.getByText('Classic')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: /By Gokyo/ }));
    expect(panel.getByText('By Gokyo')).toBeInTheDocument();
    expect(panel.getByText('$3,200.00')).toBeInTheDocument();
  });

  test('TREK-13 a trek that cannot be loaded is said in place of the page, and can be tried again', async () => {
    serve({ ...answers, 'GET /api/treks/t1': [json(500, {}), trekAnswer['GET /api/treks/t1']] });
    openPage('/package/t1');
    expect(await screen.findByText('Error fetching package data')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Everest Base Camp' })).toBeVisible();
  });
});

describe('/booking', () => {
  test('NAV-11 a visitor is led to login', async () => {
    serve(answers);
    const page = openPage('/booking');
    await waitFor(() => expect(page.address()).toBe('/login?next=%2Fbooking'));
  });

  test('BOOK-09 BOOK-10 without a reservation it says so and goes home', async () => {
    serve({ ...answers, ...signedIn() });
    const page = openPage('/booking');
    expect(
      await screen.findByText('Missing booking information. Please start from the package details page.'),
    ).toBeVisible();
    await waitFor(() => expect(page.address()).toBe('/'));
  });

  test('BOOK-01 BOOK-08 BOOK-11 BOOK-15 from the panel to the guests with their summary, and from there to the payment', async () => {
    const open = {
      'POST /api/bookings': json(201, { status: 'success', data: opened }),
      'POST /api/bookings/b1/payment-intent': json(200, { status: 'success', data: opened }),
    };
    serve({ ...answers, ...trekAnswer, ...signedIn(), ...open });
    const page = openPage('/package/t1?date=2027-03-05');
    const panel = within(await screen.findByRole('complementary', { name: 'Book this trek' }));
    await userEvent.selectOptions(panel.getByLabelText('Guests'), '1');
    await waitFor(() => expect(panel.getByRole('button', { name: 'Reserve' })).toBeEnabled());
    await userEvent.click(panel.getByRole('button', { name: 'Reserve' }));
    const summary = within(await screen.findByRole('region', { name: 'Your trip' }));
    for (const text of ['Everest Base Camp', 'Classic', '1 guest', '$1,300.00'])
      expect(summary.getByText(text)).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Phone'), '9812345678');
    await userEvent.type(screen.getByLabelText('Age'), '31');
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByRole('button', { name: 'Pay Now · $5,190.00' })).toBeVisible();
    expect(page.address()).toBe('/booking?booking=b1');
    expect(screen.getByRole('heading', { level: 1, name: 'Payment' })).toHaveFocus();
  });
});

describe('/checkout', () => {
  const pay = { 'POST /api/bookings/b1/payment-intent': json(200, { status: 'success', data: opened }) };

  test('CHECKOUT-01..06 CHECKOUT-08 CHECKOUT-09 policy and payment at the left, the trip with the booking’s own amounts at the right', async () => {
    serve({ ...answers, ...signedIn(), ...pay });
    openPage('/checkout?booking=b1');
    expect(await screen.findByRole('button', { name: '1. Cancellation Policy' })).toBeVisible();
    expect(screen.getByRole('button', { name: '2. Payment Information' })).toHaveAttribute('aria-expanded', 'true');
    const trip = within(screen.getByRole('region', { name: 'Your trip' }));
    expect(trip.getByRole('heading', { name: 'Everest Base Camp' })).toBeVisible();
    expect(trip.getByText('Khumbu, Solukhumbu')).toBeVisible();
    expect(document.querySelector('img[src="/pictures/everest.svg"]')).toBeInTheDocument();
    expect(trip.getByLabelText('From')).toBeDisabled();
    expect(trip.getByLabelText('From')).toHaveValue('Mar 05, 2027');
    expect(trip.getByLabelText('To')).toBeDisabled();
    const line = (label: string) => trip.getByText(label).nextElementSibling?.textContent;
    expect(line('Price per night, per person')).toBe('$90.91');
    expect(line('Tax')).toBe('$720.00');
    expect(line('Fee')).toBe('$220.00');
    expect(line('Total')).toBe('$5,190.00');
  });

  test('CHECKOUT-07 Convert shows the trip in rupees, and the button still says what is charged', async () => {
    serve({
      ...answers,
      ...signedIn(),
      ...pay,
      'GET /api/exchange-rate': json(200, {
        status: 'success',
        data: { base: 'USD', rates: { NPR: 100 }, asOf: '2026-11-20T00:00:00Z' },
      }),
    });
    openPage('/checkout?booking=b1');
    const trip = within(await screen.findByRole('region', { name: 'Your trip' }));
    expect(trip.getByText('Convert')).toBeVisible();
    await userEvent.click(trip.getByRole('radio', { name: 'NPR' }));
    expect(await trip.findByText(/NPR\s519,000\.00/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pay Now · $5,190.00' })).toBeVisible();
    await userEvent.click(trip.getByRole('radio', { name: 'USD' }));
  });

  test('PAY-17 a payment that cannot be opened is said and can be tried again', async () => {
    serve({
      ...answers,
      ...signedIn(),
      'POST /api/bookings/b1/payment-intent': [json(503, {}), pay['POST /api/bookings/b1/payment-intent']],
    });
    openPage('/checkout?booking=b1');
    expect(await screen.findByText('Failed to initialize payment system')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /Pay Now/ })).toBeVisible();
  });

  test('a booking that was paid meanwhile is not paid again', async () => {
    serve({
      ...answers,
      ...signedIn(),
      'POST /api/bookings/b1/payment-intent': json(409, {
        status: 'error',
        message: 'This booking cannot be paid any more.',
      }),
      'GET /api/bookings/b1': bookingAnswer(bookingOf('Confirmed')),
    });
    const page = openPage('/checkout?booking=b1');
    expect(await screen.findByText('Booking Confirmed!')).toBeVisible();
    expect(page.address()).toBe('/booking/confirmation/b1');
  });
});

describe('/booking/confirmation/:bookingId', () => {
  test('CONF-02..06 CONF-25 a confirmed booking shows its receipt, the invoice and the way home', async () => {
    serve({ ...answers, ...signedIn(), 'GET /api/bookings/b1': bookingAnswer(bookingOf('Confirmed')) });
    const page = openPage('/booking/confirmation/b1');
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
    const line = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
    expect([line('Booking ID'), line('Amount paid'), line('Trek'), line('Route'), line('Duration')]).toEqual([
      'b1',
      '$5,190.00',
      'Everest Base Camp',
      'Classic',
      '12 days, 11 nights',
    ]);
    expect(screen.getByRole('button', { name: 'Download Invoice' })).toBeEnabled();
    expect(screen.getByText('The home page opens in 15 s.')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Go to Home Now' }));
    await waitFor(() => expect(page.address()).toBe('/'));
  });

  test('CONF-05 CONF-12 after 15 seconds it leads home, unless one stays', async () => {
    const server = { ...answers, ...signedIn(), 'GET /api/bookings/b1': bookingAnswer(bookingOf('Confirmed')) };
    serve(server);
    const page = openPage('/booking/confirmation/b1');
    await screen.findByText('The home page opens in 15 s.');
    const later = Date.now() + 15_100;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    await waitFor(() => expect(page.address()).toBe('/'));
    page.unmount();
    closePages();
    vi.restoreAllMocks();

    serve(server);
    const again = openPage('/booking/confirmation/b1');
    fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }));
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    await act(() => new Promise((done) => setTimeout(done, 600)));
    expect(again.address()).toBe('/booking/confirmation/b1');
  });

  test('CONF-07 CONF-08 CONF-13 a booking that cannot be verified says so and Try Again asks anew', async () => {
    serve({
      ...answers,
      ...signedIn(),
      'GET /api/bookings/b1': [
        json(404, { status: 'error', message: 'Booking not found.' }),
        bookingAnswer(bookingOf('Confirmed')),
      ],
    });
    openPage('/booking/confirmation/b1');
    expect(await screen.findByRole('heading', { name: 'Booking Verification Failed' })).toBeVisible();
    expect(screen.getByText('Failed to verify booking')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
  });
});

describe('/booking-success', () => {
  test('CONF-14..21 it is drawn from the booking, also after a reload', async () => {
    serve({ ...answers, ...signedIn(), 'GET /api/bookings/b1': bookingAnswer(bookingOf('Confirmed')) });
    openPage('/booking-success?booking=b1');
    expect(await screen.findByRole('heading', { name: 'All set you are going to Everest Base Camp!' })).toBeVisible();
    const line = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
    expect([
      line('Amount paid'),
      line('Booking ID'),
      line('Stay'),
      line('Trek'),
      line('Guests'),
      line('Duration'),
    ]).toEqual([
      '$5,190.00',
      'b1',
      'Mar 05, 2027 – Mar 16, 2027',
      'Everest Base Camp, Khumbu, Solukhumbu',
      '5 guests',
      '12 days, 11 nights',
    ]);
    expect(screen.getByRole('button', { name: 'Download Invoice' })).toBeEnabled();
  });

  test('CONF-23 CONF-24 without a booking it asks to go back', async () => {
    serve(answers);
    openPage('/booking-success');
    expect(await screen.findByText('Please go back and select a trek to book')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go back' })).toHaveAttribute('href', '/packages');
  });
});

describe('/dashboard', () => {
  test('ACCT-01 ACCT-02 ACCT-04 ACCT-05 a side menu with My Bookings and Personal Info, which is open at first', async () => {
    serve({
      ...answers,
      ...signedIn(),
      'GET /api/bookings/my-bookings': json(200, { status: 'success', data: { bookings: [bookingOf('Confirmed')] } }),
    });
    const page = openPage('/dashboard');
    const menu = within(await screen.findByRole('navigation', { name: 'Account' }));
    expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual(['My Bookings', 'Personal Info']);
    expect(menu.getByRole('link', { name: 'Personal Info' })).toHaveAttribute('aria-current', 'page');
    expect(await screen.findByText('maya@chautari.example')).toBeVisible();
    await userEvent.click(menu.getByRole('link', { name: 'My Bookings' }));
    expect(await screen.findByRole('article')).toHaveTextContent('Everest Base Camp');
    expect(page.address()).toBe('/dashboard?section=my-bookings');
    expect(screen.getByRole('button', { name: 'Invoice for Everest Base Camp' })).toBeEnabled();
  });
});
