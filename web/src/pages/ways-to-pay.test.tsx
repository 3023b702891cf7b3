// Ways to pay at the checkout, with the real route table: card, bank transfer and at the office.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Booking, OfferedWay } from '../api/types';
import { answers, closePages, config, json, openPage, serve, signedIn } from '../test-server';
import { bookingAnswer, bookingOf, opened } from './booking-fixtures';

afterEach(closePages);

const PAY = 'POST /api/bookings/b1/payment-intent';
const card: OfferedWay = { way: 'card' };
const bank: OfferedWay = { way: 'bank', hours: 72 };
const arrival: OfferedWay = { way: 'arrival', hours: 168 };
const offering = (...waysToPay: OfferedWay[]) => ({
  'GET /api/config': json(200, { status: 'success', data: { ...config, waysToPay } }),
});
const bankDetails = {
  accountName: 'Chautari Treks',
  accountNumber: '0123456789',
  bank: 'Himalayan Bank, Thamel',
  swift: 'HIMANPKA',
  reference: 'KD-1207',
};
const byBank: Booking = {
  ...bookingOf('Pending', { paymentIntentId: undefined }),
  payWith: 'bank',
  payBy: '2026-11-23T03:30:00Z',
  amountDue: 5190,
  bankDetails,
};
const openedByBank = { ...opened, clientSecret: '', paymentIntentId: '', payWith: 'bank', booking: byBank };
const line = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;

describe('the checkout', () => {
  test('with one way there is no choice', async () => {
    serve({ ...answers, ...signedIn(), [PAY]: json(200, { status: 'success', data: opened }) });
    openPage('/checkout?booking=b1');
    expect(await screen.findByRole('button', { name: 'Pay Now · $5,190.00' })).toBeVisible();
    expect(screen.queryByRole('radio', { name: /Card/ })).not.toBeInTheDocument();
  });

  test('booking by bank transfer is one request, and leads to what to transfer', async () => {
    const server = serve({
      ...answers,
      ...signedIn(),
      ...offering(card, bank, arrival),
      [PAY]: [json(200, { status: 'success', data: opened }), json(200, { status: 'success', data: openedByBank })],
      'GET /api/bookings/b1': bookingAnswer(byBank),
    });
    const page = openPage('/checkout?booking=b1');
    const ways = within(await screen.findByRole('group', { name: 'How do you want to pay?' }));
    expect(ways.getAllByRole('radio')).toHaveLength(3);
    expect(ways.getByRole('radio', { name: /Card/ })).toBeChecked();
    await userEvent.click(ways.getByRole('radio', { name: /Pay at our office/ }));
    expect(await screen.findByText(/You pay \$5,190.00 within 7 days at our office: Thamel, Kathmandu/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Book and pay at our office' })).toBeEnabled();
    await userEvent.click(ways.getByRole('radio', { name: /Bank transfer/ }));
    expect(screen.queryByRole('button', { name: /Pay Now/ })).not.toBeInTheDocument();
    expect(screen.queryByText(/test cards only/)).not.toBeInTheDocument();
    await userEvent.dblClick(screen.getByRole('button', { name: 'Book and pay by bank transfer' }));
    expect(await screen.findByRole('heading', { name: 'Your booking waits for your payment' })).toBeVisible();
    expect(page.address()).toBe('/booking/confirmation/b1');
    expect(server.to(PAY)).toHaveLength(2);
    expect(await server.to(PAY)[1]?.json()).toEqual({ payWith: 'bank' });
  });

  test('a refusal is shown, and the booking can be tried again', async () => {
    serve({
      ...answers,
      ...signedIn(),
      ...offering(bank),
      [PAY]: [
        json(200, { status: 'success', data: openedByBank }),
        json(409, { status: 'error', message: 'The hold of your seats has ended. Please book them again.' }),
        json(200, { status: 'success', data: openedByBank }),
      ],
      'GET /api/bookings/b1': bookingAnswer(byBank),
    });
    openPage('/checkout?booking=b1');
    const book = () => userEvent.click(screen.getByRole('button', { name: 'Book and pay by bank transfer' }));
    await screen.findByRole('button', { name: 'Book and pay by bank transfer' });
    expect(screen.queryByRole('radio', { name: /Bank/ })).not.toBeInTheDocument();
    await book();
    expect(await screen.findByRole('alert')).toHaveTextContent('The hold of your seats has ended.');
    await book();
    expect(await screen.findByRole('heading', { name: 'Your booking waits for your payment' })).toBeVisible();
  });

  test('who chose a transfer can change to a card', async () => {
    const server = serve({
      ...answers,
      ...signedIn(),
      ...offering(card, bank),
      [PAY]: [
        json(200, { status: 'success', data: openedByBank }),
        json(200, { status: 'success', data: { ...opened, payWith: 'card' } }),
      ],
    });
    openPage('/checkout?booking=b1');
    expect(await screen.findByRole('radio', { name: /Bank transfer/ })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: /Card/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with card' }));
    expect(await screen.findByRole('button', { name: 'Pay Now · $5,190.00' })).toBeVisible();
    expect(await server.to(PAY)[1]?.json()).toEqual({ payWith: 'card' });
  });
});

describe('a booking that waits for a transfer', () => {
  test('says what to transfer, where, until when and what to state, with buttons to copy, and never that it is confirmed', async () => {
    const server = serve({ ...answers, ...signedIn(), 'GET /api/bookings/b1': bookingAnswer(byBank) });
    openPage('/booking/confirmation/b1');
    expect(await screen.findByRole('heading', { name: 'Your booking waits for your payment' })).toBeVisible();
    expect(screen.getByText(/^Transfer \$5,190.00 by Nov 23, 2026, \d\d:\d\d; state KD-1207\.$/)).toBeVisible();
    await screen.findByRole('button', { name: 'Copy Account number' });
    expect([line('Amount'), line('Account holder'), line('Account number'), line('SWIFT'), line('Reference')]).toEqual([
      '$5,190.00',
      'Chautari Treks',
      '0123456789',
      'HIMANPKA',
      'KD-1207',
    ]);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Copy Account number' }));
    expect(await navigator.clipboard.readText()).toBe('0123456789');
    expect(screen.queryByText('Booking Confirmed!')).not.toBeInTheDocument();
    expect(server.to('GET /api/bookings/b1')).toHaveLength(1);
  });

  test('the slip is printed alone, with the trip', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {});
    serve({ ...answers, ...signedIn(), 'GET /api/bookings/b1': bookingAnswer(byBank) });
    openPage('/booking/confirmation/b1');
    await userEvent.click(await screen.findByRole('button', { name: 'Print the slip' }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    const slip = document.querySelector('body > [data-print="alone"]');
    expect(slip).toHaveTextContent('Bank transfer for KD-1207');
    expect(slip).toHaveTextContent('Everest Base Camp');
    expect(slip).toHaveTextContent('0123456789');
    print.mockRestore();
  });

  test('shows the same on its own page, and no Pay now beside it', async () => {
    serve({
      ...answers,
      ...signedIn(),
      ...offering(card, bank),
      'GET /api/bookings/b1': bookingAnswer(byBank),
    });
    openPage('/dashboard/bookings/b1');
    expect(await screen.findByRole('heading', { name: /^Transfer \$5,190.00 by Nov 23, 2026/ })).toBeVisible();
    expect(screen.getByText('Waits for your bank transfer')).toBeVisible();
    expect(await screen.findByText('0123456789')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Pay now' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Pay another way' })).toHaveAttribute('href', '/checkout?booking=b1');
    expect(screen.queryByText("You're all set")).not.toBeInTheDocument();
  });
});
