// The rate to NPR that the next booking locks, and the one of a booking that has none.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, requestData } from '../../api/client';
import { bookingAnswer } from '../../api/validators/booking';
import { currentNprRateAnswer } from '../../api/validators/npr-rate';
import { toast } from '../../lib/toast';
import { DETAIL_KEY } from './booking-mutations';

const KEY = 'npr-rate';

export function nprRateQuery() {
  return queryOptions({
    queryKey: [KEY],
    queryFn: ({ signal }) => requestData(api.GET('/api/rates/npr', { signal }), currentNprRateAnswer),
    staleTime: 0,
  });
}

export function useSetNprRate() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { currency: string; value: number }) =>
      requestData(api.PUT('/api/rates/npr', { body }), currentNprRateAnswer),
    onSuccess: (data) => {
      queries.setQueryData(nprRateQuery().queryKey, data);
      toast.success('Rate saved. New bookings lock it.');
    },
  });
}

export function useLockRate(bookingId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (value: number) => {
      const call = api.PUT('/api/bookings/{id}/rate', { params: { path: { id: bookingId } }, body: { value } });
      return requestData(call, bookingAnswer);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [DETAIL_KEY, bookingId] }),
  });
}

/** Parses a typed rate: more than zero, with at most 8 decimals. */
export function parseRate(typed: string): number | null {
  const text = typed.trim();
  return /^\d{1,7}(\.\d{1,8})?$/.test(text) && Number(text) > 0 && Number(text) <= 1_000_000 ? Number(text) : null;
}
