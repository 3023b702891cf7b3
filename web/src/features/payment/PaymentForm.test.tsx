import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeBooking } from '../../fixtures';
import { toast } from '../../lib/toast';
import { Toaster } from '../../ui/Toaster';
import { PaymentForm } from './PaymentForm';

const booking = makeBooking({ status: 'Pending', payment: { status: 'Pending' } });
const session = { bookingId: 'b1', paymentIntentId: 'pi_1', clientSecret: 'secret' };
const confirmed = vi.fn();
let calls: { path: string; body: Record<string, unknown> }[] = [];

type Answer = [status: number, body: unknown];
const intent = (status: string): Answer => [
  200,
  { status: 'success', data: { paymentIntent: { id: 'pi_1', status } } },
];
const verified: Answer = [200, { status: 'success', data: { booking: makeBooking() } }];

function show(
  answers: { confirm?: Answer[]; authenticate?: Answer[]; verify?: Answer[] },
  now = session,
  amountDue = 4812,
) {
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname;
    calls.push({ path, body: await request.clone().json() });
    const queue = path.endsWith('/confirm')
      ? answers.confirm
      : path.endsWith('/authenticate')
        ? answers.authenticate
        : answers.verify;
    const [status, body] = queue?.shift() ?? [500, {}];
    if (status === 0) throw new TypeError('network');
    return Response.json(body, { status });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PaymentForm booking={booking} amountDue={amountDue} session={now} onConfirmed={confirmed} />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
}

const payButton = () => screen.getByRole('button', { name: 'Pay Now · $4,812.00' });
const confirms = () => calls.filter((call) => call.path.endsWith('/confirm'));

async function fill() {
  await userEvent.type(screen.getByLabelText('Billing address'), 'Lakeside 6, Pokhara');
  await userEvent.type(await screen.findByLabelText('Card number'), '4242424242424242');
  await userEvent.type(screen.getByLabelText('Expiry'), '1230');
  await userEvent.type(screen.getByLabelText('Security code'), '123');
}

beforeEach(() => {
  calls = [];
  confirmed.mockClear();
  toast.dismiss();
});

test('BOOK-14 PAY-10 the form asks for name, email, phone, billing address and card, not for a postal code', async () => {
  show({});
  expect(await screen.findByLabelText('Card number')).toHaveAttribute('autocomplete', 'cc-number');
  expect(screen.getByLabelText('Name on the card')).toHaveValue('Maya Gurung');
  expect(screen.getByLabelText('Email')).toHaveValue('maya@chautari.example');
  expect(screen.getByLabelText(/Phone/)).toHaveValue('9812345678');
  expect(screen.getByLabelText('Expiry')).toHaveAttribute('autocomplete', 'cc-exp');
  expect(screen.getByLabelText('Security code')).toHaveAttribute('autocomplete', 'cc-csc');
  expect(screen.queryByLabelText(/postal|zip/i)).not.toBeInTheDocument();
  expect(screen.getByText(/Test mode/)).toBeInTheDocument();
  expect(payButton()).toBeEnabled();
});

test('name, email, billing address and card are required, and each error is shown', async () => {
  show({});
  await screen.findByLabelText('Card number');
  await userEvent.clear(screen.getByLabelText('Name on the card'));
  await userEvent.clear(screen.getByLabelText('Email'));
  await userEvent.type(screen.getByLabelText('Email'), 'maya');
  await userEvent.click(payButton());
  for (const mistake of [
    'Name on the card is required',
    'Please enter a valid email address',
    'Billing address is required',
    'Please enter the card number',
  ]) {
    expect(await screen.findAllByText(mistake)).toHaveLength(2); // in the list and at its field
  }
  const summary = screen.getByRole('region', { name: 'Please correct the errors in the form before proceeding.' });
  await waitFor(() => expect(summary).toHaveFocus());
  expect(
    within(summary)
      .getAllByRole('link')
      .map((line) => line.textContent),
  ).toEqual([
    'Name on the card is required',
    'Please enter a valid email address',
    'Billing address is required',
    'Please enter the card number',
    'Please enter the expiry date, for example 12 / 27',
    'Please enter the 3-digit security code',
  ]);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await userEvent.click(within(summary).getByRole('link', { name: 'Please enter the card number' }));
  expect(screen.getByLabelText('Card number')).toHaveFocus();
  await userEvent.keyboard('4242424242424242');
  expect(within(summary).queryByText('Please enter the card number')).not.toBeInTheDocument();
  expect(calls).toHaveLength(0);
});

test('PAY-02 PAY-03 PAY-06 PAY-19 a valid card is confirmed with secret, billing details and return URL, then verified', async () => {
  show({ confirm: [intent('succeeded')], verify: [verified] });
  await fill();
  await userEvent.click(payButton());
  await waitFor(() => expect(confirmed).toHaveBeenCalledOnce());
  expect(calls.map((call) => call.path)).toEqual([
    '/api/payments/sandbox/pi_1/confirm',
    '/api/bookings/verify-payment',
  ]);
  expect(calls[0]?.body).toMatchObject({
    clientSecret: 'secret',
    card: { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' },
    billing: { name: 'Maya Gurung', email: 'maya@chautari.example', address: 'Lakeside 6, Pokhara' },
    returnUrl: `${location.origin}/booking/confirmation/b1`,
  });
  expect(calls[1]?.body).toEqual({ paymentIntentId: 'pi_1', id: 'b1' });
  expect(await screen.findByText('Payment successful!')).toBeInTheDocument();
});

test('a double click on Pay Now makes one call', async () => {
  show({ confirm: [intent('succeeded')], verify: [verified] });
  await fill();
  await userEvent.dblClick(payButton());
  await waitFor(() => expect(confirmed).toHaveBeenCalledOnce());
  expect(confirms()).toHaveLength(1);
});

test('PAY-11 PAY-12 a declined card is reported inline and as a toast, and another one can be tried', async () => {
  show({
    confirm: [[402, { status: 'error', message: 'Your card was declined.' }], intent('succeeded')],
    verify: [verified],
  });
  await fill();
  await userEvent.click(payButton());
  await waitFor(() => expect(screen.getAllByText('Your card was declined.')).toHaveLength(2));
  expect(within(screen.getByRole('form')).getByRole('alert')).toHaveTextContent('Your card was declined.');
  await userEvent.click(payButton());
  await waitFor(() => expect(confirmed).toHaveBeenCalledOnce());
  expect(confirms()).toHaveLength(2);
});

test('a card that requires authentication is charged after approval, and can be tried again after a decline', async () => {
  show({
    confirm: [intent('requires_action'), intent('requires_action')],
    authenticate: [[402, { message: 'Not authenticated' }], intent('succeeded')],
    verify: [verified],
  });
  await fill();
  await userEvent.click(payButton());
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  expect((await screen.findAllByText('Not authenticated')).length).toBeGreaterThan(0);
  await userEvent.click(payButton());
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(confirmed).toHaveBeenCalledOnce());
});

test('PAY-18 without a secret nothing is sent', async () => {
  show({}, { ...session, clientSecret: '' });
  await fill();
  await userEvent.click(payButton());
  expect(
    (await screen.findAllByText('Payment session not initialized properly. Please try again.')).length,
  ).toBeGreaterThan(0);
  expect(calls).toHaveLength(0);
});

test('PAY-13 PAY-16 once the provider has the money, Pay Now is replaced by a link to the booking', async () => {
  show({ confirm: [intent('succeeded')], verify: [[404, { message: 'Payment not found.' }]] });
  await fill();
  await userEvent.click(payButton());
  expect((await screen.findAllByText('Payment verification failed')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: /Pay Now/ })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'View booking' })).toHaveAttribute('href', '/booking/confirmation/b1');
});

test('a lost response does not charge twice: the next Pay Now first checks the payment', async () => {
  show({ confirm: [[0, null]], verify: [[0, null], verified] });
  await fill();
  await userEvent.click(payButton());
  expect((await screen.findAllByText('Payment processing failed')).length).toBeGreaterThan(0);
  await userEvent.click(payButton());
  await waitFor(() => expect(confirmed).toHaveBeenCalledOnce());
  expect(confirms()).toHaveLength(1);
});

test('the billing details survive a reload, the card does not', async () => {
  show({});
  await fill();
  const kept = JSON.stringify({ ...sessionStorage, ...localStorage });
  expect(kept).toContain('Lakeside 6, Pokhara');
  expect(kept.replaceAll(' ', '')).not.toContain('4242424242424242');
});
