// Travel credits of the traveller.
import { queryOptions } from '@tanstack/react-query';
import { api, requestData } from './client';
import { travelCreditListAnswer } from './validators/travel-credits';

/** The open ones, the one that expires first at the beginning. */
export const myCreditsQuery = queryOptions({
  queryKey: ['my-credits'],
  queryFn: async ({ signal }) =>
    (await requestData(api.GET('/api/travel-credits/my-credits', { signal }), travelCreditListAnswer)).credits,
  staleTime: 0,
});
