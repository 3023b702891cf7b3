// Staff book for a caller: the form, and what is sent.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '../../api/types';
import { makeBooking } from '../../fixtures';
import { BookingForm } from './BookingForm';
import type { Draft } from './draft';

// Preloaded, so that no test waits for it.
import './CallerFields';

afterEach(() => vi.unstubAllGlobals());

const booking = makeBooking();
const price = booking.priceBreakdown;
const traveller = { id: 'u1', name: 'Asha Rai', email: 'asha@chautari.example', role: 'user', preferences: {} } as User;
const draft: Draft = {
  userId: 'u1',
  bookingData: {
    trekId: 't1',
    startDate: '2099-03-05',
    totalGuests: 1,
    includeMeals: true,
    includePorter: true,
    priceBreakdown: price,
  },
  details: {
    name: 'Everest Base Camp',
    location: 'Khumbu',
    bannerImage: '',
    guests: 1,
    noOfDay: 12,
    noOfNight: 11,
    coordinates: undefined,
  },
  selectedRoute: { _id: 'r1', index: 0, name: 'Classic', pricePerHead: 1000, numberOfDays: 12 },
};
const opened = vi.fn();

function Page({ user }: { user: User }) {
  const [now, setNow] = useState(draft);
  return (
    <BookingForm draft={now} user={user} onTyped={() => {}} onDraft={setNow} onWishes={setNow} onOpened={opened} />
  );
}

function show(user: User) {
  const sent: Record<string, unknown>[] = [];
  // The server opens no payment for a caller.
  const data = { clientSecret: '', paymentIntentId: '', paymentBreakdown: price, amountDue: price.total, booking };
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!request.url.endsWith('/api/bookings')) return new Response('', { status: 404 });
    sent.push(await request.clone().json());
    return Response.json({ status: 'success', data }, { status: 201 });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Page user={user} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return sent;
}

test('staff name the caller, whose booking it is', async () => {
  const sent = show({ ...traveller, role: 'staff', phone: '9800000000' });
  expect(screen.getByLabelText('Phone')).toHaveValue('9800000000');
  await userEvent.click(await screen.findByRole('radio', { name: 'For a caller' }));
  await userEvent.type(screen.getByLabelText(/Name of the caller/), 'Pemba Sherpa');
  await userEvent.type(screen.getByLabelText(/Email of the caller/), 'pemba@example.com');
  // Name and phone of the member of staff are not those of the guest.
  expect(screen.getByLabelText('Phone')).toHaveValue('');
  await userEvent.type(screen.getByLabelText('Name'), 'Pemba Sherpa');
  await userEvent.type(screen.getByLabelText('Phone'), '9812345678');
  await userEvent.type(screen.getByLabelText('Age'), '31');
  await userEvent.click(screen.getByRole('button', { name: 'Book for the caller' }));
  await waitFor(() => expect(opened).toHaveBeenCalledOnce());
  expect(sent[0]).toMatchObject({
    onBehalfOf: { name: 'Pemba Sherpa', email: 'pemba@example.com' },
    guestDetails: { primaryGuest: { name: 'Pemba Sherpa' } },
  });
});

test('travellers book for themselves', async () => {
  show(traveller);
  expect(screen.getByRole('button', { name: 'Continue to Payment' })).toBeEnabled();
  expect(screen.queryByRole('radio', { name: 'For a caller' })).toBe(null);
});
