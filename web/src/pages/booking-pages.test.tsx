// The booking pages with the real route table, from the trek to the payment.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { answers, closePages, config, json, openPage, serve, signedIn } from '../test-server';
import { bookingAnswer, bookingOf, deposited, opened, trekAnswer } from './booking-fixtures';

afterEach(closePages);

describe('/package/:id', () => {
  test('TREK-01..08 TREK-10 the page shows banner, name, overview, routes and itinerary of the trek, followed by the booking panel', async () => {
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

  test('TREK-12 TREK-17 the start date comes from the address, and price and itinerary follow the selected route', async () => {
    serve({ ...answers, ...trekAnswer });
    openPage('/package/t1?date=2027-03-05');
    const panel = within(await screen.findByRole('complementary', { name: 'Book this trek' }));
    expect(panel.getByText('Fri, Mar 05, 2027')).toBeInTheDocument();
    expect(panel.getByText('Classic')).toBeInTheDocument();
    const highest = () => screen.getByText('Highest point').parentElement;
    expect(highest()).toHaveTextContent('4000 m');
    await userEvent.click(screen.getByRole('radio', { name: /By Gokyo/ }));
    expect(panel.getByText('By Gokyo')).toBeInTheDocument();
    expect(highest()).toHaveTextContent('4600 m');
    expect(panel.getByText('$3,200.00')).toBeInTheDocument();
  });

  test('TREK-13 a trek that fails to load shows a message in place of the page, and can be loaded again', async () => {
    serve({ ...answers, 'GET /api/treks/t1': [json(500, {}), trekAnswer['GET /api/treks/t1']] });
    openPage('/package/t1');
    expect(await screen.findByText('Error fetching package data')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Everest Base Camp' })).toBeVisible();
  });
});

describe('/booking', () => {
  test('NAV-11 a visitor is redirected to login', async () => {
    serve(answers);
    const page = openPage('/booking');
    await waitFor(() => expect(page.address()).toBe('/login?next=%2Fbooking'));
  });

  test('BOOK-09 BOOK-10 without a reservation a message appears, and the page leads home', async () => {
    serve({ ...answers, ...signedIn() });
    const page = openPage('/booking');
    expect(
      await screen.findByText('Missing booking information. Please start from the package details page.'),
    ).toBeVisible();
    await waitFor(() => expect(page.address()).toBe('/'));
  });

  test('BOOK-01 BOOK-08 BOOK-11 BOOK-15 the panel leads to the guests with a summary, and from there to the payment', async () => {
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

  test("where invoices are Nepal's, the guests' step asks for the PAN of a company and sends it", async () => {
    const server = serve({
      ...answers,
      ...trekAnswer,
      ...signedIn(),
      'GET /api/config': json(200, { status: 'success', data: { ...config, takesBuyerPan: true } }),
      'POST /api/bookings': json(201, { status: 'success', data: opened }),
      'POST /api/bookings/b1/payment-intent': json(200, { status: 'success', data: opened }),
    });
    openPage('/package/t1?date=2027-03-05');
    const panel = within(await screen.findByRole('complementary', { name: 'Book this trek' }));
    await userEvent.selectOptions(panel.getByLabelText('Guests'), '1');
    await waitFor(() => expect(panel.getByRole('button', { name: 'Reserve' })).toBeEnabled());
    await userEvent.click(panel.getByRole('button', { name: 'Reserve' }));
    await userEvent.type(await screen.findByLabelText('Phone'), '9812345678');
    await userEvent.type(screen.getByLabelText('Age'), '31');
    const pan = screen.getByLabelText(/PAN or VAT number/);
    await userEvent.type(pan, '3012');
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(pan).toHaveAccessibleDescription(/must be nine digits/);
    await userEvent.type(pan, '34567');
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByRole('button', { name: 'Pay Now · $5,190.00' })).toBeVisible();
    expect(await server.to('POST /api/bookings')[0]?.json()).toMatchObject({ buyerPan: '301234567' });
  });

  test('the steps lead back from the payment to the guests and to the trek, and no input is lost', async () => {
    const open = {
      'POST /api/bookings': json(201, { status: 'success', data: opened }),
      'POST /api/bookings/b1/payment-intent': json(200, { status: 'success', data: opened }),
    };
    const server = serve({ ...answers, ...trekAnswer, ...signedIn(), ...open });
    const page = openPage('/package/t1?date=2027-03-05');
    const panel = within(await screen.findByRole('complementary', { name: 'Book this trek' }));
    await userEvent.selectOptions(panel.getByLabelText('Guests'), '1');
    await waitFor(() => expect(panel.getByRole('button', { name: 'Reserve' })).toBeEnabled());
    await userEvent.click(panel.getByRole('button', { name: 'Reserve' }));
    const steps = async (current: string) => {
      const bar = await screen.findByRole('navigation', { name: 'Steps of the booking' });
      await waitFor(() => expect(bar.querySelector('[aria-current="step"]')).toHaveTextContent(current));
      return within(bar);
    };
    expect((await steps('Guests')).getAllByRole('listitem').map((step) => step.textContent)).toEqual([
      'Trip, completed',
      'Guests',
      'Payment',
      'Confirmation',
    ]);
    await userEvent.type(screen.getByLabelText('Phone'), '9812345678');
    await userEvent.type(screen.getByLabelText('Age'), '31');
    await userEvent.click(screen.getByRole('switch', { name: 'Meals' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await screen.findByRole('button', { name: /Pay Now/ });

    await userEvent.click((await steps('Payment')).getByRole('link', { name: /Guests/ }));
    expect(page.address()).toBe('/booking');
    expect(screen.getByRole('heading', { level: 1, name: 'Guest details' })).toHaveFocus();
    expect(screen.getByLabelText('Age')).toHaveValue('31');
    expect(screen.getByRole('switch', { name: 'Meals' })).not.toBeChecked();

    await userEvent.click((await steps('Guests')).getByRole('link', { name: /Trip/ }));
    expect(page.address()).toBe('/package/t1?date=2027-03-05');
    const again = within(await screen.findByRole('complementary', { name: 'Book this trek' }));
    expect(again.getByLabelText('Guests')).toHaveValue('1');
    expect(again.getByRole('switch', { name: 'Meals' })).not.toBeChecked();
    expect(again.getByRole('switch', { name: 'Porter' })).toBeChecked();
    await userEvent.click(again.getByRole('button', { name: 'Reserve' }));
    expect(await screen.findByLabelText('Age')).toHaveValue('31');
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await screen.findByRole('button', { name: /Pay Now/ });
    // The same request with the same key: the server returns the same booking.
    const keys = server.to('POST /api/bookings').map((call) => call.headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });
});

describe('/checkout', () => {
  const pay = { 'POST /api/bookings/b1/payment-intent': json(200, { status: 'success', data: opened }) };

  test("CHECKOUT-01..06 CHECKOUT-08 CHECKOUT-09 policy and payment are on the left, the trip with the booking's own amounts on the right", async () => {
    serve({ ...answers, ...signedIn(), ...pay });
    openPage('/checkout?booking=b1');
    expect(await screen.findByRole('button', { name: '1. Cancellation Policy' })).toBeVisible();
    expect(screen.getByRole('button', { name: '2. Payment Information' })).toHaveAttribute('aria-expanded', 'true');
    // Opened from My Bookings: route, date and guests can no longer be changed.
    const steps = within(screen.getByRole('navigation', { name: 'Steps of the booking' }));
    expect(steps.getByText('Payment')).toHaveAttribute('aria-current', 'step');
    expect(steps.queryByRole('link')).not.toBeInTheDocument();
    const trip = within(screen.getByRole('region', { name: 'Your trip' }));
    expect(trip.getByRole('heading', { name: 'Everest Base Camp' })).toBeVisible();
    expect(trip.getByText('Khumbu, Solukhumbu')).toBeVisible();
    const head = screen.getByRole('heading', { level: 1, name: 'Payment' });
    expect(head.nextElementSibling).toHaveTextContent(/^KD-1207, Everest Base Camp/);
    expect(document.querySelector('img[src="/pictures/everest.svg"]')).toBeInTheDocument();
    expect(trip.getByLabelText('From')).toBeDisabled();
    expect(trip.getByLabelText('From')).toHaveValue('Mar 05, 2027');
    expect(trip.getByLabelText('To')).toBeDisabled();
    const line = (label: string) => trip.getByText(label).nextElementSibling?.textContent;
    expect(line('Price per night, per person')).toBe('$90.91');
    expect(line('Tax')).toBe('$720.00');
    expect(line('Service fee')).toBe('$200.00');
    expect(line('Booking fee')).toBe('$20.00');
    expect(line('Total')).toBe('$5,190.00');
  });

  test('of a booking with a deposit, the button says what is charged now, and the trip when the rest is due', async () => {
    const { schedule } = deposited;
    const booking = { ...opened.booking, schedule: schedule.map((part) => ({ ...part, paid: false })) };
    const data = { ...opened, booking, amountDue: 1038 };
    const call = { 'POST /api/bookings/b1/payment-intent': json(200, { status: 'success', data }) };
    serve({ ...answers, ...signedIn(), ...call });
    openPage('/checkout?booking=b1');
    expect(await screen.findByRole('button', { name: 'Pay Now · $1,038.00' })).toBeVisible();
    const trip = within(screen.getByRole('region', { name: 'Your trip' }));
    expect(trip.getByText('Deposit, due now').nextElementSibling).toHaveTextContent('$1,038.00');
    expect(trip.getByText('Balance, due on arrival').nextElementSibling).toHaveTextContent('$4,152.00');
  });

  test('CHECKOUT-07 Convert shows the trip in rupees, and the button still shows the amount that is charged', async () => {
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
    expect(trip.getByRole('group', { name: 'Convert' })).toBeVisible();
    await userEvent.click(trip.getByRole('radio', { name: 'NPR' }));
    expect(await trip.findByText(/NPR\s519,000\.00/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pay Now · $5,190.00' })).toBeVisible();
    await userEvent.click(trip.getByRole('radio', { name: 'USD' }));
  });

  test('PAY-17 a payment that cannot be started shows a message and can be tried again', async () => {
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

  test('a booking that was paid in the meantime is not paid again', async () => {
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
