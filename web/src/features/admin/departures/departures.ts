// Queries and changes of departures at the desk (operations §2).
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure, api, request, requestData } from '../../../api/client';
import { parseTrek } from '../../../api/parse-trek';
import type { paths as Calls, components } from '../../../api/schema';
import { anyResponse } from '../../../api/validate';
import {
  departureBookingsAnswer,
  staffDepartureAnswer,
  staffDepartureListAnswer,
  waitlistAnswer,
} from '../../../api/validators/desk-departures';
import { addDays, type Day } from '../../../lib/dates';
import { readPath } from '../../../lib/json';

type Schemas = components['schemas'];
export type Departure = Schemas['StaffDeparture'];
export type DepartureBooking = Schemas['DepartureBooking'];
export type DepartureChange = Schemas['DepartureChange'];
export type DepartureQuery = NonNullable<Calls['/api/departures']['get']['parameters']['query']>;
export type WaitlistEntry = Schemas['WaitingParty'];
export type NewDeparture = Schemas['NewDeparture'];
export type NewSeries = Schemas['NewSeries'];

export const DEPARTURES_PER_PAGE = 50;
/** How often a page with travellers' decisions or sales is read again while it is visible. */
export const POLL_INTERVAL_MS = 20_000;
export const KEY = 'desk-departures';
/** The answer by a departure that may share its seats starts at most this many days before or after. */
const SHARING_DAYS = 7;

const list = async (query: DepartureQuery, signal: AbortSignal) =>
  requestData(api.GET('/api/departures', { params: { query }, signal }), staffDepartureListAnswer);

export function departuresQuery(query: DepartureQuery, page: number) {
  const asked = { ...query, page: String(page), limit: String(DEPARTURES_PER_PAGE) };
  return queryOptions({
    queryKey: [KEY, 'list', asked],
    queryFn: ({ signal }) => list(asked, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Open group departures of a trek whose seats a new one on `start` may share. */
export function sharableQuery(trekId: string, start: Day) {
  const asked = { trekId, kind: 'group', from: addDays(start, -SHARING_DAYS), to: addDays(start, SHARING_DAYS) };
  return queryOptions({
    queryKey: [KEY, 'sharable', asked],
    queryFn: async ({ signal }) =>
      (await list(asked, signal)).departures.filter((one) => one.status === 'open' || one.status === 'closed'),
    staleTime: 0,
  });
}

/** Other open departures of the trek that travellers can move to. */
export function targetsQuery(departure: Pick<Departure, '_id' | 'trekId'>, today: Day) {
  const asked = { trekId: departure.trekId, kind: 'group', status: 'open', from: addDays(today, 1) };
  return queryOptions({
    queryKey: [KEY, 'targets', asked],
    queryFn: async ({ signal }) => (await list(asked, signal)).departures.filter((one) => one._id !== departure._id),
    staleTime: 0,
  });
}

export function departureQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, 'one', id],
    queryFn: async ({ signal }): Promise<Departure> =>
      (await requestData(api.GET('/api/departures/{id}', { params: { path: { id } }, signal }), staffDepartureAnswer))
        .departure,
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

export function departureBookingsQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, 'one', id, 'bookings'],
    queryFn: async ({ signal }) =>
      (
        await requestData(
          api.GET('/api/departures/{id}/bookings', { params: { path: { id } }, signal }),
          departureBookingsAnswer,
        )
      ).bookings,
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

export function waitlistQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, 'one', id, 'waitlist'],
    queryFn: async ({ signal }) =>
      (
        await requestData(
          api.GET('/api/departures/{id}/waitlist', { params: { path: { id } }, signal }),
          waitlistAnswer,
        )
      ).waitlistEntries,
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

export function forgetDepartures(queries: QueryClient) {
  return queries.invalidateQueries({ queryKey: [KEY] });
}

/** `version` is that of the departure that the change is based on: 409 if another user has changed it. */
export async function changeDeparture(id: string, body: DepartureChange): Promise<Departure> {
  const call = api.PATCH('/api/departures/{id}', { params: { path: { id } }, body });
  return (await request(call, staffDepartureAnswer, 'silent')).data.departure;
}

export function useDepartureChange(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: DepartureChange) => changeDeparture(id, body),
    onSuccess: (changed) => queries.setQueryData(departureQuery(id).queryKey, changed),
    onSettled: () => forgetDepartures(queries),
  });
}

/** The key makes a repeated request harmless. */
export async function createDeparture(body: NewDeparture, key: string): Promise<Departure[]> {
  const params = { header: { 'Idempotency-Key': key } };
  const call = api.POST('/api/departures', { params, body });
  return [(await request(call, staffDepartureAnswer, 'silent')).data.departure];
}

export async function createSeries(body: NewSeries, key: string): Promise<Departure[]> {
  const params = { header: { 'Idempotency-Key': key } };
  const call = api.POST('/api/departures/series', { params, body });
  return (await request(call, staffDepartureListAnswer, 'silent')).data.departures;
}

/** A trek with its hidden routes, for the form of a new departure. */
export function trekToSellQuery(id: string) {
  return queryOptions({
    queryKey: ['trek-to-sell', id],
    queryFn: async ({ signal }) => {
      const call = api.GET('/api/treks/{id}', { params: { path: { id }, query: { edit: 'true' } }, signal });
      const answer = await request(call, anyResponse, 'silent');
      const trek = parseTrek(readPath(answer, 'data', 'trek'));
      if (!trek) throw new ApiFailure(0, null);
      return { trek, soldAs: readPath(answer, 'data', 'trek', 'soldAs') };
    },
  });
}
