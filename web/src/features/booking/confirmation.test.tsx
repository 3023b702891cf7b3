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

describe('the return from a wallet', () => {
  const atWallet = (payment: object) => {
    const made = makeBooking();
    return { booking: { ...made, payWith: 'esewa', payment: { ...made.payment, ...payment } } as Booking };
  };
  const open = atWallet({ paymentIntentId: 'esewa_1', status: 'Pending' });

  test('eSewa is asked for some time, then the traveller may ask again or pay', () => {
    expect(looks(open, open, open, open)).toMatchObject({ phase: 'verifying', booking: open.booking });
    expect(looks(...Array(10).fill(open))).toMatchObject({ phase: 'verifying' });
    expect(looks(...Array(11).fill(open))).toEqual({ phase: 'unknown', booking: open.booking });
    expect(looks(...Array(9).fill(open), lost, lost)).toEqual({ phase: 'unknown', booking: open.booking });
  });

  test('a payer who left without paying is told at once', () => {
    const left = atWallet({ paymentIntentId: undefined, lastError: 'Not completed at eSewa.', status: 'Pending' });
    expect(looks(open, left)).toEqual({ phase: 'left', booking: left.booking });
  });

  test('a payment that eSewa confirms later is shown', () => {
    expect(looks(open, open, atWallet({ status: 'Confirmed' }))).toMatchObject({ phase: 'confirmed' });
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
