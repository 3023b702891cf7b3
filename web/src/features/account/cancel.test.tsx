import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { makeBooking } from '../../fixtures';
import { json, serve } from '../../test-server';
import MyBookings from './MyBookings';

const paid = {
  ...makeBooking({ payment: { cardLast4: '4242' } }),
  cancellationDeadlines: [
    { until: '2020-02-01', days: 30, percent: 100 },
    { until: '2099-02-26', days: 7, percent: 50 },
  ],
};
const half = { amount: 2406, currency: 'USD' };
const refunds = [{ ...half, reason: 'Cancelled by the traveller', made: true, createdAt: '2026-11-20T09:00:00Z' }];
const cancelled = {
  ...paid,
  status: 'Cancelled',
  allowedActions: [],
  refunded: 2406,
  refunds,
  creditNoteNumber: 'CN-2026-00001',
};

const LIST = 'GET /api/bookings/my-bookings';
const TERMS = 'GET /api/bookings/b1/cancellation';
const CANCEL = 'POST /api/bookings/b1/cancel';
const list = (booking: unknown) => json(200, { status: 'success', data: { bookings: [booking] } });
const terms = (percent: number, refund: unknown) =>
  json(200, { status: 'success', data: { refund, percent, daysBeforeStart: 12 } });
const moved = json(200, { status: 'success', data: { booking: cancelled, refund: half } });

async function ask(answers: Parameters<typeof serve>[0]) {
  const server = serve({
    'GET /api/config': json(200, {
      data: { name: 'C', currency: 'USD', timezone: 'Asia/Kathmandu', company: { name: 'C' }, cancellationPolicy: [] },
    }),
    ...answers,
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <MyBookings invoice={() => null} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel Everest Base Camp' }));
  return server;
}

test('cancelling shows the refund before it is confirmed, and the result afterwards', async () => {
  const server = await ask({ [LIST]: [list(paid), list(cancelled)], [TERMS]: terms(50, half), [CANCEL]: moved });
  const question = within(screen.getByRole('dialog', { name: 'Cancel this booking?' }));
  expect(await question.findByText('$2,406.00')).toBeInTheDocument();
  expect(question.getByText(/starts in 12 days\. .* 50% of the \$4,812.00 paid/)).toBeInTheDocument();
  expect(question.getByText('50% refund until Feb 26, 2099. No refund after that.')).toBeInTheDocument();
  expect(server.to(CANCEL)).toHaveLength(0);
  await userEvent.click(question.getByRole('button', { name: 'Cancel and get $2,406.00 back' }));
  const outcome = within(await screen.findByRole('dialog', { name: 'Booking cancelled' }));
  expect(outcome.getByText(/the card ending 4242/)).toBeInTheDocument();
  await userEvent.click(outcome.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('Cancelled, partly refunded')).toBeInTheDocument();
  expect(screen.getByRole('list', { name: 'Refunds' })).toHaveTextContent(
    '$2,406.00 refunded on Nov 20, 2026Credit note CN-2026-00001',
  );
  expect(screen.queryByRole('button', { name: /^Cancel/ })).not.toBeInTheDocument();
});

test('keeping the booking cancels nothing, and a refund of zero is stated plainly', async () => {
  const server = await ask({ [LIST]: () => list(paid), [TERMS]: terms(0, { amount: 0, currency: 'USD' }) });
  const question = within(screen.getByRole('dialog'));
  expect(await question.findByText('$0.00')).toBeInTheDocument();
  expect(question.getByText(/none of the \$4,812.00 paid/)).toBeInTheDocument();
  expect(question.getByRole('button', { name: 'Cancel the booking' })).toBeEnabled();
  await userEvent.click(question.getByRole('button', { name: 'Keep the booking' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(server.to(CANCEL)).toHaveLength(0);
});

test('while the refund is unknown, the booking cannot be cancelled', async () => {
  await ask({ [LIST]: () => list(paid), [TERMS]: [json(503, {}), terms(50, half)] });
  const question = within(screen.getByRole('dialog'));
  await userEvent.click(await question.findByRole('button', { name: 'Try again' }));
  expect(await question.findByRole('button', { name: 'Cancel and get $2,406.00 back' })).toBeEnabled();
});

test('after a lost response the dialog stays open, and the retry returns the first result', async () => {
  const lost = () => Promise.reject(new TypeError('network'));
  const refused = json(409, { status: 'error', message: 'This booking cannot be cancelled any more.' });
  await ask({
    [LIST]: () => list(paid),
    [TERMS]: () => terms(50, half),
    [CANCEL]: [lost, refused],
    'GET /api/bookings/b1': json(200, { status: 'success', data: { booking: cancelled } }),
  });
  const question = within(screen.getByRole('dialog'));
  const agree = await question.findByRole('button', { name: 'Cancel and get $2,406.00 back' });
  await userEvent.click(agree);
  expect(await question.findByRole('alert')).toHaveTextContent("couldn't confirm the cancellation");
  await userEvent.click(agree);
  const outcome = within(await screen.findByRole('dialog', { name: 'Booking cancelled' }));
  expect(outcome.getByText('$2,406.00')).toBeInTheDocument();
});
