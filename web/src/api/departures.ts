// Queries for what a trek sells: its group departures and the days on which it cannot start.
import { queryOptions } from '@tanstack/react-query';
import { api, requestData } from './client';
import { initialDataFrom } from './initial-data';
import { closureListAnswer, departureListAnswer } from './validators/departure';

export function departuresQuery(trekId: string) {
  return queryOptions({
    queryKey: ['departures', trekId],
    queryFn: async ({ signal }) => {
      const call = api.GET('/api/treks/{id}/departures', { params: { path: { id: trekId } }, signal });
      return (await requestData(call, departureListAnswer)).departures;
    },
    // Seats are sold meanwhile.
    staleTime: 30_000,
    ...initialDataFrom(`/api/treks/${trekId}/departures`, departureListAnswer, ({ data }) => data.departures),
  });
}

export function closuresQuery(trekId: string) {
  return queryOptions({
    queryKey: ['closures', trekId],
    queryFn: async ({ signal }) => {
      const call = api.GET('/api/treks/{id}/closures', { params: { path: { id: trekId } }, signal });
      return (await requestData(call, closureListAnswer)).closures;
    },
    staleTime: 60_000,
    ...initialDataFrom(`/api/treks/${trekId}/closures`, closureListAnswer, ({ data }) => data.closures),
  });
}
