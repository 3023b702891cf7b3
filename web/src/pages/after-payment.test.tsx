// The pages after a payment, with the real route table: confirmation, success, My Bookings.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answers, closePages, json, openPage, serve, signedIn } from '../test-server';
import { bookingAnswer, bookingOf, byCard, deposited } from './booking-fixtures';

afterEach(closePages);

describe('/booking/confirmation/:bookingId', () => {
  test('CONF-02..06 CONF-25 a confirmed booking shows its receipt, the invoice and a link home', async () => {
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
    expect([line('Base price'), line('Group discount'), line('Tax'), line('Total')]).toEqual([
      '$5,000.00',
      '−$1,000.00',
      '$720.00',
      '$5,190.00',
    ]);
    expect(screen.getByRole('link', { name: 'View booking' })).toHaveAttribute('href', '/dashboard/bookings/b1');
    await userEvent.click(screen.getByRole('link', { name: 'Go to Home Now' }));
    await waitFor(() => expect(page.address()).toBe('/'));
  });

  test('a confirmed deposit shows the amount paid, the balance and when it is due', async () => {
    const payments = json(200, { status: 'success', data: { payments: [byCard] } });
    const calls = { 'GET /api/bookings/b1': bookingAnswer(deposited), 'GET /api/bookings/b1/payments': payments };
    serve({ ...answers, ...signedIn(), ...calls });
    openPage('/booking/confirmation/b1');
    expect(await screen.findByText('Receipt R-2026-000001')).toBeVisible();
    const line = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
    expect([line('Amount paid'), line('Total'), line('Left to pay')]).toEqual(['$1,038.00', '$5,190.00', '$4,152.00']);
  });

  test('CONF-05 CONF-12 after 15 seconds the page leads home, unless the traveller stays', async () => {
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

  test('CONF-07 CONF-08 CONF-13 a booking that cannot be verified shows a message, and Try Again checks again', async () => {
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
  test('CONF-14..21 the page is built from the booking, also after a reload', async () => {
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
    expect(screen.getByRole('link', { name: 'View booking' })).toHaveAttribute('href', '/dashboard/bookings/b1');
  });

  test('CONF-23 CONF-24 without a booking the page offers to go back', async () => {
    serve(answers);
    openPage('/booking-success');
    expect(await screen.findByText('Please go back and select a trek to book')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go back' })).toHaveAttribute('href', '/packages');
  });
});

describe('/dashboard', () => {
  test('ACCT-01 ACCT-02 ACCT-04 ACCT-05 the side menu has My Bookings and Personal Info, which is open at first', async () => {
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
