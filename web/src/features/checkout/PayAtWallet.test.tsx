import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { BookingOpened } from '../../api/types';
import { makeBooking } from '../../fixtures';
import { json, serve } from '../../test-server';
import { PayAtWallet } from './PayAtWallet';

const INTENT = 'POST /api/bookings/b1/payment-intent';
const booking = {
  ...makeBooking(),
  _id: 'b1',
  amountDueInRupees: 159_902,
  rate: { value: 132.95, source: 'nrb' as const, at: '2026-11-20T00:00:00Z' },
};
const opened: BookingOpened = {
  clientSecret: '',
  paymentIntentId: 'esewa_1',
  paymentBreakdown: booking.priceBreakdown,
  amountDue: 1202.72,
  payWith: 'esewa',
  payBy: '2026-11-21T00:00:00Z',
  booking,
};
const page = {
  method: 'POST' as const,
  url: 'https://rc-epay.esewa.com.np/api/epay/main/v2/form',
  fields: [
    { name: 'total_amount', value: '159902' },
    { name: 'signature', value: 'i94zsd3oXF6Z' },
  ],
};

afterEach(() => vi.restoreAllMocks());

function show(isClosed = false) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PayAtWallet opened={opened} way="esewa" isClosed={isClosed} />
    </QueryClientProvider>,
  );
}

test('the rupees are shown before the payer leaves, and the signed form is posted to the wallet once', async () => {
  const posted: FormData[] = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    expect([this.method, this.action]).toEqual(['post', page.url]);
    posted.push(new FormData(this));
  });
  const server = serve({ [INTENT]: json(200, { status: 'success', data: { ...opened, redirect: page } }) });
  show();
  expect(screen.getByText(/You pay .*159,902.* on the page of eSewa: \$1,202\.72 at NPR 132\.95/)).toBeInTheDocument();
  await userEvent.dblClick(screen.getByRole('button', { name: 'Continue to eSewa' }));
  await waitFor(() => expect(posted).toHaveLength(1));
  expect([...(posted[0] ?? [])]).toEqual(page.fields.map(({ name, value }) => [name, value]));
  expect(server.to(INTENT)).toHaveLength(1);
});

test('a wallet that does not answer is reported, and can be tried again', async () => {
  serve({
    [INTENT]: json(503, { status: 'error', message: 'The payment provider does not answer. Please try again.' }),
  });
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Continue to eSewa' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The payment provider does not answer. Please try again.');
  expect(screen.getByRole('button', { name: 'Continue to eSewa' })).toBeEnabled();
});

test('nobody is sent to the wallet once the hold of the seats has ended', () => {
  show(true);
  expect(screen.getByRole('button', { name: 'Continue to eSewa' })).toBeDisabled();
});
