// The waitlist of sold-out departures, and the seats that are offered from it.
import { queryOptions } from '@tanstack/react-query';
import { api, requestData } from './client';
import { ownWaitlistAnswer, seatOfferAnswer, waitlistEntryAnswer } from './validators/waitlist';

/** The traveller's own entries. */
export const ownWaitlistQuery = queryOptions({
  queryKey: ['own-waitlist'],
  queryFn: async ({ signal }) =>
    (await requestData(api.GET('/api/users/me/waitlist', { signal }), ownWaitlistAnswer)).waitlistEntries,
  staleTime: 30_000,
});

export async function joinWaitlist(departureId: string, guests: number) {
  const call = api.POST('/api/departures/{id}/waitlist', { params: { path: { id: departureId } }, body: { guests } });
  return (await requestData(call, waitlistEntryAnswer)).waitlistEntry;
}

export async function leaveWaitlist(departureId: string) {
  await requestData(
    api.DELETE('/api/departures/{id}/waitlist', { params: { path: { id: departureId } } }),
    waitlistEntryAnswer,
  );
}

/** Seats that are held for the party whose email has the token. */
export function offerQuery(token: string) {
  return queryOptions({
    queryKey: ['offer', token],
    queryFn: async ({ signal }) => {
      const call = api.GET('/api/offers/{token}', { params: { path: { token } }, signal });
      return (await requestData(call, seatOfferAnswer)).offer;
    },
    staleTime: 60_000,
    retry: false,
  });
}
