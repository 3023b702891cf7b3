import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { myCreditsQuery } from '../../api/travel-credits';
import type { ListedCredit } from '../../api/types';
import { CreditChoice, CreditRows } from './CreditChoice';
import type { Draft } from './draft';
import { bookingRequest } from './request';

const price = {
  basePrice: 1000,
  discount: 0,
  gst: 0,
  serviceFee: 0,
  insurance: 0,
  bookingFee: 0,
  total: 1000,
  currency: 'USD',
};
const draft: Draft = {
  userId: 'u1',
  bookingData: {
    trekId: 't1',
    startDate: '2099-03-05',
    totalGuests: 2,
    includeMeals: true,
    includePorter: true,
    priceBreakdown: price,
    pay: 'deposit',
    terms: { deposit: { percent: 20 }, balance: { onArrival: true } },
  },
  details: {
    name: 'Everest Base Camp',
    location: 'Khumbu',
    bannerImage: '',
    guests: 2,
    noOfDay: 12,
    noOfNight: 11,
    coordinates: undefined,
  },
  selectedRoute: { _id: 'r1', index: 0, name: 'Classic', pricePerHead: 500, numberOfDays: 12 },
};
const credit: ListedCredit = {
  _id: 'c1',
  number: 'TC-2026-00042',
  state: 'open',
  amount: 400,
  currency: 'USD',
  expiresOn: '2028-03-12',
  createdAt: '2026-03-12T09:00:00Z',
  bookingId: 'b0',
  reference: 'KD-1207',
  name: 'Maya Gurung',
};

function Page({ from }: { from: Draft }) {
  const [now, setNow] = useState(from);
  return (
    <>
      <CreditChoice draft={now} onChange={(chosen) => setNow({ ...now, credit: chosen })} />
      <CreditRows draft={now} />
    </>
  );
}

function show(credits: ListedCredit[], from = draft) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(myCreditsQuery.queryKey, credits);
  render(
    <QueryClientProvider client={client}>
      <Page from={from} />
    </QueryClientProvider>,
  );
}

const choice = () => within(screen.getByRole('group', { name: 'Travel credit' }));
const rows = () => screen.queryAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);

test('open credits in the currency of the trip are offered, and none is preselected', async () => {
  show([credit, { ...credit, _id: 'c2', number: 'TC-2026-00043', currency: 'EUR' }]);
  expect(choice().getAllByRole('radio')).toHaveLength(2);
  expect(choice().getByRole('radio', { name: "Don't use a travel credit" })).toBeChecked();
  expect(rows()).toEqual([]);
  expect(choice().getByText('$400.00, until Mar 12, 2028')).toBeInTheDocument();
  await userEvent.click(choice().getByRole('radio', { name: /Use travel credit TC-2026-00042/ }));
  expect(rows()).toEqual([
    'Travel credit TC-2026-00042: −$400.00',
    'To pay now: $0.00',
    'Balance, due on arrival: $600.00',
  ]);
  await userEvent.click(choice().getByRole('radio', { name: "Don't use a travel credit" }));
  expect(rows()).toEqual([]);
});

test('a credit that an unpaid booking has reserved cannot be chosen', () => {
  const usedBy = { bookingId: 'b7', reference: 'KD-1208' };
  show([{ ...credit, usedBy }]);
  const name = /Use travel credit TC-2026-00042/;
  expect(choice().getByRole('radio', { name })).toBeDisabled();
  expect(choice().getByText(/Reserved for your unpaid booking KD-1208/)).toBeInTheDocument();
});

test('the credit of the unpaid booking of this tab can be chosen again', () => {
  show([{ ...credit, usedBy: { bookingId: 'b7', reference: 'KD-1208' } }], { ...draft, bookingId: 'b7' });
  expect(choice().getByRole('radio', { name: /Use travel credit/ })).toBeEnabled();
});

test('nothing is shown without a credit', () => {
  show([]);
  expect(screen.queryByRole('group')).not.toBeInTheDocument();
});

test('a chosen credit that is no longer open can be given up', async () => {
  show([], { ...draft, credit: { number: credit.number, amount: credit.amount } });
  expect(rows()).toContain('Travel credit TC-2026-00042: −$400.00');
  await userEvent.click(choice().getByRole('radio', { name: "Don't use a travel credit" }));
  expect(rows()).toEqual([]);
});

test('the request names the chosen credit', () => {
  const guest = { name: 'Maya Gurung', age: '31', gender: 'Female' as const, phoneNumber: '9812345678' };
  const form = { primaryGuest: guest, additionalGuests: [], additionalNotes: '', buyerPan: '' };
  const user = { id: 'u1' } as Parameters<typeof bookingRequest>[2];
  expect(bookingRequest(draft, form, user)).not.toHaveProperty('travelCredit');
  const chosen = { ...draft, credit: { number: 'TC-2026-00042', amount: 400 } };
  expect(bookingRequest(chosen, form, user)).toMatchObject({ travelCredit: 'TC-2026-00042' });
});
