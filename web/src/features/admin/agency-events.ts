// Booking events for the badge in the admin header: queries and texts.
import { queryOptions } from '@tanstack/react-query';
import { api, requestData, send } from '../../api/client';
import { agencyEventsAnswer } from '../../api/validators/desk';
import { formatDate } from '../../lib/dates';
import { formatNumber, plural } from '../../lib/format';
import { kindLabel } from './desk-labels';
import type { AgencyEvent, AgencyEvents } from './desk-types';

const POLL_INTERVAL_MS = 60_000;

export const agencyEventsQuery = queryOptions({
  queryKey: ['agency-events'],
  queryFn: ({ signal }): Promise<AgencyEvents> =>
    requestData(api.GET('/api/agency-events', { signal }), agencyEventsAnswer),
  staleTime: 0,
  // React Query pauses the polling while the tab is hidden and refetches when it becomes visible.
  refetchInterval: POLL_INTERVAL_MS,
  refetchOnWindowFocus: true,
});

/** `until`: time of the newest event that was shown. */
export async function markEventsSeen(until: string): Promise<void> {
  await send(api.POST('/api/agency-events/seen', { body: { until } }), 'silent');
}

const KINDS: Record<string, { words: string; alarming?: boolean }> = {
  bookingPaid: { words: 'New paid booking' },
  bookingCancelled: { words: 'Booking cancelled' },
  paymentFailed: { words: 'Payment failed', alarming: true },
  paymentMismatch: { words: 'Payment does not match', alarming: true },
  bookingMoved: { words: 'Booking moved' },
  refundFailed: { words: 'Refund failed', alarming: true },
  bookingWaits: { words: 'New booking, not paid yet' },
  refundOwed: { words: 'Refund to pay out', alarming: true },
  departureToDecide: { words: 'Guarantee or cancel' },
};

/** How far a departure is from its minimum, and when to decide. */
export function describeDecision(departure: NonNullable<AgencyEvent['departure']>): string {
  const { isGuaranteed, seatsTaken, minimum, decideBy } = departure;
  if (isGuaranteed) return 'Guaranteed';
  const sold = `${formatNumber(seatsTaken)} of ${plural(minimum, 'seat')} sold`;
  return decideBy ? `${sold}, decide by ${formatDate(decideBy)}` : sold;
}

export function describeEvent({ kind }: AgencyEvent): { words: string; alarming?: boolean } {
  return KINDS[kind] ?? { words: kindLabel(kind) };
}
