// Booking events for the badge in the admin header: queries and texts.
import { queryOptions } from '@tanstack/react-query';
import { api, requestData, send } from '../../api/client';
import { agencyEventsAnswer } from '../../api/validators/desk';
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
  refundFailed: { words: 'Refund failed', alarming: true },
};

export function describeEvent({ kind }: AgencyEvent): { words: string; alarming?: boolean } {
  return KINDS[kind] ?? { words: kindLabel(kind) };
}
