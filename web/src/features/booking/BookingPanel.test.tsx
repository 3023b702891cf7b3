import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PaymentTerms, Route } from '../../api/types';
import { config, makeRoute, makeTrek } from '../../fixtures';
import * as session from '../session/useSession';
import { BookingPanel } from './BookingPanel';
import { type Choice, initialChoice } from './choice';
import { groupDiscountText } from './GroupDiscount';

const classic = makeRoute();
const trek = makeTrek();
const days = { today: '2026-11-20', last: '2028-12-31' };
const reserved = vi.fn();

function Panel({
  date = '2027-03-05' as string | null,
  route = classic as Route | null,
  terms,
}: {
  date?: string | null;
  route?: Route | null;
  terms?: PaymentTerms;
}) {
  const [choice, setChoice] = useState<Choice>(() => initialChoice('t1', route ? [route] : [], date, days));
  const change = (part: Partial<Choice>) => setChoice((before) => ({ ...before, ...part }));
  return (
    <BookingPanel
      trek={terms ? { ...trek, paymentDetails: { ...trek.paymentDetails, terms } } : trek}
      route={route ?? undefined}
      routeIndex={0}
      choice={choice}
      onChange={change}
      days={days}
      onReserve={reserved}
    />
  );
}

function show(panel = <Panel />) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/package/t1?date=2027-03-05']}>{panel}</MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.getByRole('button', { name: 'Reserve' });
}

function signedIn(is: boolean) {
  const user = { id: 'u1', name: 'Maya', email: 'maya@chautari.example', role: 'user' };
  vi.spyOn(session, 'useSession').mockReturnValue(
    (is ? { status: 'authenticated', user } : { status: 'unauthenticated', user: null }) as ReturnType<
      typeof session.useSession
    >,
  );
}

beforeEach(() => {
  reserved.mockClear();
  signedIn(true);
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
});

test('PRICE-01 PRICE-02 the price lines follow the number of guests, and the discount applies from the threshold', async () => {
  show();
  const amounts = () => screen.getAllByRole('definition').map((amount) => amount.textContent);
  expect(amounts()).toEqual(['$2,000.00', '$260.00', '$100.00', '$90.00', '$25.00', '$2,475.00']);
  await userEvent.selectOptions(screen.getByLabelText('Guests'), '4');
  expect(screen.getByText('Group discount (20%)')).toBeInTheDocument();
  expect(amounts()).toEqual(['$4,000.00', '−$800.00', '$416.00', '$160.00', '$180.00', '$25.00', '$3,981.00']);
  for (const label of ['Tax (13%)', 'Service fee (5%)', 'Booking fee', 'Total'])
    expect(screen.getByText(label)).toBeInTheDocument();
});

test('BOOK-01 DATA-20 Reserve passes on route, date, guests, price and the details of the success screen', async () => {
  await userEvent.click(show());
  expect(reserved).toHaveBeenCalledWith(
    expect.objectContaining({
      bookingData: expect.objectContaining({
        trekId: 't1',
        startDate: '2027-03-05',
        totalGuests: 2,
        includeMeals: true,
        includePorter: true,
      }),
      selectedRoute: expect.objectContaining({ _id: 'r1', index: 0 }),
      details: expect.objectContaining({
        name: 'Everest Base Camp',
        location: 'Khumbu',
        guests: 2,
        noOfDay: 12,
        noOfNight: 11,
        coordinates: { latitude: 27.7, longitude: 85.3 },
      }),
    }),
  );
});

test('BOOK-02 BOOK-06 signed out, Reserve is disabled, and login and sign-up return to this page', () => {
  signedIn(false);
  expect(show()).toBeDisabled();
  expect(screen.getByText(/Please log in to create a booking\./)).toBeInTheDocument();
  const back = encodeURIComponent('/package/t1?date=2027-03-05');
  expect(screen.getByRole('link', { name: 'Log in to reserve' })).toHaveAttribute('href', `/login?next=${back}`);
  expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', `/signup?next=${back}`);
});

test('login returns to the chosen date, not to the date of the original address', () => {
  signedIn(false);
  sessionStorage.setItem(
    'choice:t1',
    JSON.stringify({ guests: '3', custom: false, includeMeals: true, includePorter: true, startDate: '2027-04-10' }),
  );
  show(<Panel date={null} />);
  const back = encodeURIComponent('/package/t1?date=2027-04-10');
  expect(screen.getByRole('link', { name: 'Log in to reserve' })).toHaveAttribute('href', `/login?next=${back}`);
  sessionStorage.clear();
});

test('PRICE-04 the panel says from how many guests the group discount applies and what it saves', async () => {
  show();
  expect(screen.getByText('20% off for 4 or more guests: a group of 4 saves $800.')).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('Guests'), '5');
  expect(screen.getByText('Group discount: 20% off for 4 or more guests. You save $1,000.')).toBeInTheDocument();
});

test('a trek without a group discount does not mention one', () => {
  const { discount, charges } = trek.paymentDetails;
  const short = (amount: number) => String(amount);
  const none = { ...trek, paymentDetails: { discount: { ...discount, isGroupDiscountApplicable: false }, charges } };
  expect(groupDiscountText(none, classic, 6, short)).toBeNull();
  expect(groupDiscountText(trek, classic, 6, short)).toContain('1200');
});

test('BOOK-03 without a price Reserve is disabled with the reason', () => {
  const free = { ...classic, pricePerHead: Number.NaN };
  expect(show(<Panel route={free} />)).toBeDisabled();
  expect(screen.getByText(/No price is available for this choice/)).toBeInTheDocument();
});

test('BOOK-04 without a route Reserve is disabled with the reason', () => {
  expect(show(<Panel route={null} />)).toBeDisabled();
  expect(screen.getByText('Choose a route first.')).toBeInTheDocument();
});

test('GUEST-02 GUEST-03 BOOK-05 a custom number is typed, limited to 1 to 100, and required', async () => {
  const reserve = show();
  await userEvent.selectOptions(screen.getByLabelText('Guests'), 'Custom number of guests');
  expect(reserve).toBeDisabled();
  expect(screen.getByText('Enter the number of guests first.')).toBeInTheDocument();
  const custom = screen.getByLabelText('Custom number of guests');
  await userEvent.type(custom, '250');
  expect(custom).toHaveValue('100');
  expect(screen.getByRole('alert')).toHaveTextContent('at most 100 guests');
  expect(reserve).toBeEnabled();
  await userEvent.clear(custom);
  expect(reserve).toBeDisabled();
});

test('GUEST-01 the list has 1 to 10 guests and the custom number', () => {
  show();
  const options = screen.getAllByRole('option').map((option) => option.textContent);
  expect(options).toEqual([
    '1 guest',
    ...Array.from({ length: 9 }, (_, index) => `${index + 2} guests`),
    'Custom number of guests',
  ]);
});

test('a start date is required before anything is reserved', async () => {
  await userEvent.click(show(<Panel date={null} />));
  expect(reserved).not.toHaveBeenCalled();
  expect(screen.getByRole('alert')).toHaveTextContent('Please choose a start date.');
  await waitFor(() => expect(screen.getByLabelText('Start date')).toHaveFocus());
});

test('meals and porter are special requests that can be switched off', async () => {
  const reserve = show();
  await userEvent.click(screen.getByRole('switch', { name: 'Porter' }));
  await userEvent.click(reserve);
  expect(reserved).toHaveBeenCalledWith(
    expect.objectContaining({ bookingData: expect.objectContaining({ includeMeals: true, includePorter: false }) }),
  );
});

test('CURR-04 CURR-05 converted amounts use the fallback rate when none is known, and the charged amount stays visible', async () => {
  show();
  await userEvent.click(screen.getByRole('radio', { name: 'NPR' }));
  expect(await screen.findByText(/NPR\s329,051\.25/)).toBeInTheDocument();
  expect(screen.getByText('Charged as $2,475.00')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'USD' }));
});

const byDays: PaymentTerms = { deposit: { percent: 20 }, balance: { daysBefore: 30 } };
const reservedWith = (data: object) =>
  expect(reserved).toHaveBeenCalledWith(expect.objectContaining({ bookingData: expect.objectContaining(data) }));

test('with a deposit the traveller chooses what to pay now, and Reserve passes the choice on', async () => {
  const reserve = show(<Panel terms={byDays} />);
  const deposit = await screen.findByRole('radio', {
    name: /^Pay the deposit now\$495\.00 now, \$1,980\.00 by Feb 03, 2027$/,
  });
  expect(deposit).toBeChecked();
  await userEvent.click(reserve);
  reservedWith({ pay: 'deposit', terms: byDays });
  await userEvent.click(screen.getByRole('radio', { name: /^Pay all now/ }));
  await userEvent.click(reserve);
  reservedWith({ pay: 'all' });
});

test('the rest of a price that is due on arrival is shown before a date is chosen', async () => {
  show(<Panel date={null} terms={{ deposit: { perPerson: 150 }, balance: { onArrival: true } }} />);
  expect(await screen.findByText('$300.00 now, $2,175.00 on arrival')).toBeVisible();
});

test('a start that is too near for a deposit says that everything is due now', async () => {
  show(<Panel date="2026-12-19" terms={byDays} />);
  expect(await screen.findByText(/^Everything is due now, \$2,475\.00: the last day for a deposit is/)).toBeVisible();
  expect(screen.queryByRole('radio', { name: /^Pay/ })).toBe(null);
});

test('a trek without a deposit asks for no choice, and Reserve passes none on', async () => {
  await userEvent.click(show());
  expect(screen.queryByRole('radio', { name: /^Pay/ })).toBe(null);
  expect(reserved.mock.calls[0]?.[0].bookingData).not.toHaveProperty('pay');
});

test('with a date, the panel says until when a cancellation refunds how much, and when nothing is refunded any more', async () => {
  const policy = [
    { days: 30, percent: 100 },
    { days: 7, percent: 50 },
  ];
  const answer = { status: 'success', data: { ...config, cancellationPolicy: policy } };
  vi.stubGlobal('fetch', async () => Response.json(answer));
  show(<Panel date={null} />);
  expect(screen.queryByText(/refund/)).not.toBeInTheDocument();
  cleanup();
  show();
  const text = 'If you cancel: Full refund until Feb 03, 2027. 50% refund until Feb 26, 2027. No refund after that.';
  expect(await screen.findByText(text)).toBeVisible();
  cleanup();
  show(<Panel date="2026-11-26" />);
  expect(await screen.findByText('No refund any more for this start date, even if you cancel today.')).toBeVisible();
});
