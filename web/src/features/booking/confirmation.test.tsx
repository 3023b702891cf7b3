import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiFailure } from '../../api/client';
import type { Booking, PaymentStatus } from '../../api/types';
import { makeBooking } from '../../fixtures';
import { afterPoll, type ConfirmationState, INITIAL_STATE } from './confirmation';
import { useConfirmation } from './useConfirmation';

const booking = (status: PaymentStatus, received = false) => makeBooking({ payment: { status, received } });
const lost = { failure: new ApiFailure(0, null) };

function looks(...seen: ({ booking: Booking } | { failure: unknown })[]): ConfirmationState {
  return seen.reduce(afterPoll, INITIAL_STATE);
}

describe('the outcome of a poll', () => {
  test('CONF-10 a confirmed payment ends the polling', () => {
    expect(looks({ booking: booking('Pending') }, { booking: booking('Confirmed') })).toMatchObject({
      phase: 'confirmed',
    });
  });

  test('CONF-11 three polls without a confirmation continue, the fourth times out, whether they failed or not', () => {
    const pending = { booking: booking('Pending') };
    expect(looks(pending, lost, pending)).toMatchObject({ phase: 'verifying', retries: 3 });
    expect(looks(pending, lost, pending, lost)).toEqual({ phase: 'failed', message: 'Payment confirmation timed out' });
    expect(looks(pending, pending, pending, { booking: booking('Confirmed') })).toMatchObject({ phase: 'confirmed' });
  });

  test('a payment that the provider has received is polled without a limit', () => {
    const received = Array(30).fill({ booking: booking('Pending', true) });
    expect(looks(...received)).toMatchObject({ phase: 'received' });
    expect(looks(...received, lost, lost, lost, lost, lost)).toMatchObject({ phase: 'received' });
    expect(looks(...received, { booking: booking('Confirmed') })).toMatchObject({ phase: 'confirmed' });
  });

  test('CONF-13 a booking that cannot be read is reported at once, a lost response is noted', () => {
    expect(looks({ failure: new ApiFailure(404, { message: 'Booking not found.' }) })).toEqual({
      phase: 'failed',
      message: 'Failed to verify booking',
    });
    expect(looks(lost)).toMatchObject({ phase: 'verifying', note: 'Failed to verify booking' });
  });
});

describe('the polling', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function Page() {
    const { waiting } = useConfirmation('b1');
    return <p>{waiting.phase}</p>;
  }

  test('CONF-01 CONF-09 the booking is fetched at once and then every two seconds', async () => {
    const fetched = vi.fn(async () =>
      Response.json({
        status: 'success',
        data: { booking: booking(fetched.mock.calls.length < 3 ? 'Pending' : 'Confirmed') },
      }),
    );
    vi.stubGlobal('fetch', fetched);
    render(<Page />);
    expect(screen.getByText('verifying')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(fetched).toHaveBeenCalledTimes(1);
    await act(() => vi.advanceTimersByTimeAsync(1999));
    expect(fetched).toHaveBeenCalledTimes(1);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(fetched).toHaveBeenCalledTimes(2);
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(screen.getByText('confirmed')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(fetched).toHaveBeenCalledTimes(3);
  });
});
