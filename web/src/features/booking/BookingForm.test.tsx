import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { User } from '../../api/types';
import { makeBooking } from '../../fixtures';
import { Toaster } from '../../ui/Toaster';
import { BookingForm } from './BookingForm';
import { type Draft, withPromotion } from './draft';
import { bookingTexts } from './messages';

const user = { id: 'u1', name: 'Maya Gurung', email: 'maya@chautari.example', role: 'user', preferences: {} } as User;
const price = {
  basePrice: 2000,
  discount: 0,
  gst: 260,
  serviceFee: 100,
  insurance: 90,
  bookingFee: 25,
  total: 2475,
  currency: 'USD',
};
const reduced = { ...price, promotion: 200, gst: 234, total: 2249 };
const draft: Draft = {
  userId: 'u1',
  bookingData: {
    trekId: 't1',
    startDate: '2027-03-05',
    totalGuests: 2,
    includeMeals: true,
    includePorter: true,
    priceBreakdown: price,
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
  selectedRoute: { _id: 'r1', index: 0, name: 'Classic', pricePerHead: 1000, numberOfDays: 12 },
};
const opened = vi.fn();
let kept: Draft = draft;
let sent: { key: string | null; body: Record<string, unknown> }[] = [];

function Page({ who, from }: { who: User; from: Draft }) {
  const [now, setNow] = useState(from);
  const [typed, setTyped] = useState(from.form);
  kept = { ...now, form: typed };
  return (
    <>
      <BookingForm draft={now} user={who} onTyped={setTyped} onDraft={setNow} onWishes={setNow} onOpened={opened} />
      <button type="button" onClick={() => setNow(withPromotion(now, reduced, { code: 'SPRING', percent: 10 }))}>
        Apply SPRING
      </button>
      <button type="button" onClick={() => setNow(withPromotion(now, price, undefined))}>
        Remove SPRING
      </button>
    </>
  );
}

function show(...answers: [status: number, body: unknown][]) {
  sent = [];
  opened.mockClear();
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!request.url.endsWith('/api/bookings')) return new Response('', { status: 404 });
    sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.clone().json() });
    const [status, body] = answers.shift() ?? [500, {}];
    if (status === 0) throw new TypeError('network');
    return Response.json(body, { status });
  });
  render(form(user));
}

function form(who: User, from = draft) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/booking']}>
        <Routes>
          <Route path="/booking" element={<Page who={who} from={from} />} />
          <Route path="/login" element={<p>Login page</p>} />
        </Routes>
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>
  );
}

const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));

async function fill() {
  const [name, second] = screen.getAllByLabelText('Name');
  expect(name).toHaveValue('Maya Gurung');
  await userEvent.type(screen.getByLabelText('Phone'), '9812345678');
  await userEvent.type(second as HTMLElement, 'Ram Thapa');
  const [age, secondAge] = screen.getAllByLabelText('Age');
  await userEvent.type(age as HTMLElement, '31');
  await userEvent.type(secondAge as HTMLElement, '44');
}

beforeEach(() => {
  Element.prototype.scrollIntoView ??= () => {};
});

test('GUEST-04 GUEST-05 GUEST-10 BOOK-12 BOOK-13 the form has the primary guest with the account’s name, one form for each other guest, special requests and notes', () => {
  show();
  expect(screen.getByRole('group', { name: /Primary guest/ })).toBeInTheDocument();
  expect(screen.getAllByRole('group', { name: /Guest 2/ })).toHaveLength(1);
  expect(screen.getAllByLabelText('Gender').map((choice) => (choice as HTMLSelectElement).value)).toEqual([
    'Male',
    'Male',
  ]);
  expect(
    within(screen.getByRole('group', { name: 'Special requests' })).getAllByRole('switch', { checked: true }),
  ).toHaveLength(2);
  expect(screen.getByLabelText(/Additional Notes/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Continue to Payment' })).toBeEnabled();
});

const summary = () => screen.getByRole('region', { name: 'Please correct the errors in the form before proceeding.' });
const listed = () =>
  within(summary())
    .queryAllByRole('listitem')
    .map((line) => line.textContent);

test('GUEST-06..09 one list names every error, takes the focus and links to each field, and nothing is sent', async () => {
  show();
  await userEvent.clear(screen.getAllByLabelText('Name')[0] as HTMLElement);
  await proceed();
  await waitFor(() => expect(summary()).toHaveFocus());
  expect(listed()).toEqual([
    'Primary guest: Name must be at least 2 characters',
    'Primary guest: Please enter a valid phone number',
    'Primary guest: Age must be between 5 and 100 years',
    'Guest 2: Name must be at least 2 characters',
    'Guest 2: Age must be between 5 and 100 years',
  ]);
  // Announced once: not as a toast, not above the button, and not by each field at the same time.
  expect(screen.getAllByText('Please correct the errors in the form before proceeding.')).toHaveLength(1);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getAllByText('Name must be at least 2 characters')).toHaveLength(2);
  expect(screen.getAllByText('Please enter a valid phone number')).toHaveLength(1);
  expect(screen.getAllByText('Age must be between 5 and 100 years')).toHaveLength(2);
  expect(screen.getAllByLabelText('Age')[1]).toHaveAccessibleDescription('Age must be between 5 and 100 years');
  expect(sent).toHaveLength(0);

  await userEvent.click(within(summary()).getByRole('link', { name: 'Guest 2: Age must be between 5 and 100 years' }));
  expect(screen.getAllByLabelText('Age')[1]).toHaveFocus();
  await userEvent.keyboard('44');
  expect(listed()).toHaveLength(4);
  expect(screen.getAllByLabelText('Age')[1]).toHaveFocus();
});

test('a party with many errors lists the first ten and counts the rest', async () => {
  render(form(user, { ...draft, bookingData: { ...draft.bookingData, totalGuests: 12 } }));
  await proceed();
  await waitFor(() => expect(summary()).toHaveFocus());
  expect(listed()).toHaveLength(10);
  expect(within(summary()).getByText('And 14 more below.')).toBeInTheDocument();
});

test('DECIDE-74 special requests can be changed on the guest form and are sent with the booking', async () => {
  const data = {
    clientSecret: 's',
    paymentIntentId: 'pi',
    paymentBreakdown: price,
    amountDue: price.total,
    booking: makeBooking(),
  };
  show([201, { status: 'success', data }]);
  await userEvent.click(screen.getByRole('switch', { name: 'Porter' }));
  expect(kept.bookingData).toMatchObject({ includeMeals: true, includePorter: false });
  await fill();
  await proceed();
  await waitFor(() => expect(opened).toHaveBeenCalledOnce());
  expect(sent[0]?.body).toMatchObject({ includeMeals: true, includePorter: false });
});

test('BOOK-15 a valid form is sent once, with a key, and opens the payment', async () => {
  const data = {
    clientSecret: 's',
    paymentIntentId: 'pi',
    paymentBreakdown: price,
    amountDue: price.total,
    booking: makeBooking(),
  };
  show([201, { status: 'success', data }]);
  await fill();
  await proceed();
  await waitFor(() => expect(opened).toHaveBeenCalledOnce());
  expect(sent).toHaveLength(1);
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent[0]?.body).toMatchObject({
    trekId: 't1',
    guestDetails: { additionalGuests: [{ name: 'Ram Thapa', age: 44 }] },
  });
});

test('a promotion code that is applied or removed beside the form is what is booked', async () => {
  show([500, {}], [500, {}]);
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Apply SPRING' }));
  await proceed();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ promotionCode: 'SPRING', payment: { finalAmount: 2249 } });
  await userEvent.click(screen.getByRole('button', { name: 'Remove SPRING' }));
  await proceed();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toMatchObject({ payment: { finalAmount: 2475 } });
  expect(sent[1]?.body).not.toHaveProperty('promotionCode');
  expect(kept.form).toMatchObject({ primaryGuest: { phoneNumber: '9812345678' } });
});

test('BOOK-23 after a lost response the same request is sent with the same key, so that it is the same booking', async () => {
  const data = {
    clientSecret: 's',
    paymentIntentId: 'pi',
    paymentBreakdown: price,
    amountDue: price.total,
    booking: makeBooking(),
  };
  show([0, null], [201, { status: 'success', data }]);
  await fill();
  await proceed();
  expect((await screen.findAllByText(bookingTexts.processing)).length).toBeGreaterThan(0);
  await proceed();
  await waitFor(() => expect(opened).toHaveBeenCalledOnce());
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test('BOOK-18 the server’s errors are shown at their fields and in the list', async () => {
  const errors = [
    { field: 'guestDetails.additionalGuests[0].name', message: 'Name has characters that cannot be used' },
    { field: 'bookingDetails.startDate', message: 'Start date must be today or later' },
  ];
  show([400, { status: 'error', message: 'Invalid booking data', errors }]);
  await fill();
  await proceed();
  expect(await screen.findByText('Name has characters that cannot be used')).toBeInTheDocument();
  await waitFor(() => expect(summary()).toHaveFocus());
  expect(listed()).toEqual(['Guest 2: Name has characters that cannot be used', 'Start date must be today or later']);
});

test('BOOK-17 401 redirects to login, and the draft keeps what was typed', async () => {
  show([401, { status: 'error', message: 'Session expired' }]);
  await fill();
  await proceed();
  expect(await screen.findByText('Login page')).toBeInTheDocument();
  expect(kept.form).toMatchObject({ primaryGuest: { phoneNumber: '9812345678' } });
});

test('BOOK-19 a changed price shows the differences and continues only after it is accepted', async () => {
  const now = { ...price, basePrice: 2200, gst: 286, total: 2701 };
  const data = {
    clientSecret: 's',
    paymentIntentId: 'pi',
    paymentBreakdown: now,
    amountDue: now.total,
    booking: makeBooking(),
  };
  show(
    [409, { status: 'error', message: 'The price has changed.', data: { priceBreakdown: now } }],
    [201, { status: 'success', data }],
  );
  await fill();
  await proceed();
  expect(await screen.findByRole('dialog', { name: 'The price has changed' })).toBeInTheDocument();
  expect(
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(['Base price, 2 guests$2,000.00$2,200.00', 'Tax$260.00$286.00', 'Total$2,475.00$2,701.00']);
  expect(opened).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Accept $2,701.00' }));
  await waitFor(() => expect(opened).toHaveBeenCalledOnce());
  expect(sent[1]?.body).toMatchObject({ payment: { finalAmount: 2701, baseAmount: 2200 }, priceBreakdown: now });
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

test('BOOK-20 BOOK-21 other responses are shown in the words of the documents', async () => {
  show([503, {}], [201, { status: 'success', data: { booking: { _id: 'b1' } } }]);
  await fill();
  await proceed();
  expect((await screen.findAllByText('An unexpected error occurred. Please try again later.')).length).toBeGreaterThan(
    0,
  );
  await proceed();
  expect((await screen.findAllByText('Invalid server response')).length).toBeGreaterThan(0);
  expect(opened).not.toHaveBeenCalled();
});

test('BOOK-07 without a user id no booking is sent', async () => {
  sent = [];
  vi.stubGlobal('fetch', async () => {
    throw new Error('nothing may be sent');
  });
  render(form({ ...user, id: '' }));
  await fill();
  await proceed();
  expect(await screen.findByText('Please log in to complete your booking.')).toBeInTheDocument();
});

test('with a deposit, the bar says what is paid now, with the total beside it', () => {
  const terms = { deposit: { percent: 20 }, balance: { onArrival: true } };
  const withDeposit = { ...draft, bookingData: { ...draft.bookingData, pay: 'deposit' as const, terms } };
  show();
  expect(screen.getByText('$2,475.00')).toBeInTheDocument();
  cleanup();
  render(form(user, withDeposit));
  expect(screen.getByText('$495.00 now')).toBeInTheDocument();
  expect(screen.getByText('$2,475.00 total for 2 guests')).toBeInTheDocument();
});
