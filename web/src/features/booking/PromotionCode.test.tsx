// The promotion code of a trip: entered, refused with the reason, applied, removed, and checked again on a later visit.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { AppliedPromotion } from '../../api/types';
import { PromotionCode } from './PromotionCode';

const trip = { trekId: 't1', routeId: 'r1', totalGuests: 2 };
const spring: AppliedPromotion = { code: 'SPRING-10', percent: 10 };
const price = {
  basePrice: 2000,
  discount: 0,
  promotion: 200,
  gst: 0,
  serviceFee: 0,
  insurance: 0,
  bookingFee: 0,
  total: 1800,
  currency: 'USD',
};
const unknown = "We don't know this promotion code. Check the spelling.";

function answerWith(reply: (code: unknown) => Response) {
  const asked = vi.fn(async (request: Request) => reply((await request.clone().json()).promotionCode));
  vi.stubGlobal('fetch', asked);
  return asked;
}

const accepted = (promotion?: AppliedPromotion) =>
  Response.json({ status: 'success', data: { priceBreakdown: price, ...(promotion && { promotion }) } });
const refused = (message: string) =>
  Response.json(
    { status: 'error', message: 'Invalid booking data', errors: [{ field: 'promotionCode', message }] },
    { status: 400 },
  );

afterEach(() => vi.unstubAllGlobals());

function Page({ kept, isKept = false }: { kept?: AppliedPromotion; isKept?: boolean }) {
  const [promotion, setPromotion] = useState(kept);
  const [total, setTotal] = useState<number>();
  return (
    <>
      <PromotionCode
        trip={trip}
        promotion={promotion}
        isKept={isKept}
        onChange={(change) => {
          setPromotion(change.promotion);
          setTotal(change.priceBreakdown?.total);
        }}
      />
      <output>{total}</output>
    </>
  );
}

function show(kept?: AppliedPromotion, isKept?: boolean) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page {...(kept && { kept })} {...(isKept && { isKept })} />
    </QueryClientProvider>,
  );
}

const open = () => userEvent.click(screen.getByRole('button', { name: 'Have a promotion code?' }));
const box = () => screen.getByRole('textbox', { name: 'Promotion code' });

test('a code is applied with the price of the server, and can be removed', async () => {
  const asked = answerWith((code) => accepted(code ? spring : undefined));
  show();
  await open();
  await userEvent.type(box(), ' spring-10 {Enter}');
  expect((await screen.findByText('SPRING-10')).parentElement).toHaveTextContent('Promotion code SPRING-10 applied');
  await waitFor(() => expect(document.activeElement).toHaveTextContent('SPRING-10'));
  expect(screen.getByText('1800')).toBeInTheDocument();
  const sent = await asked.mock.calls[0]?.[0].json();
  expect(sent).toMatchObject({ trekId: 't1', routeDetails: { routeId: 'r1' }, promotionCode: 'spring-10' });
  await userEvent.click(screen.getByRole('button', { name: /Remove ?promotion code/ }));
  const opener = await screen.findByRole('button', { name: 'Have a promotion code?' });
  await waitFor(() => expect(opener).toHaveFocus());
});

test('a refused code stays in the box with the reason', async () => {
  answerWith(() => refused(unknown));
  show();
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(box()).toHaveAccessibleDescription('Enter your promotion code.');
  await userEvent.type(box(), 'sprnig');
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText(unknown)).toBeInTheDocument();
  expect(box()).toHaveValue('sprnig');
  expect(box()).toBeInvalid();
});

test('a code of an earlier visit that is not valid any more is taken off and the reason is shown', async () => {
  const message = 'This promotion code is no longer valid.';
  answerWith(() => refused(message));
  show(spring, true);
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(screen.queryByText(/applied/)).not.toBeInTheDocument();
});

test('a code of an earlier visit stays while the server cannot be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  show(spring, true);
  await waitFor(() => expect(screen.getByText(/applied/)).toBeInTheDocument());
});
