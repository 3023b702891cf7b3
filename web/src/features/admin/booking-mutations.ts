// Admin actions on one booking, and the queries to invalidate after each (decisions §3, §5).
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, requestData, send } from '../../api/client';
import { bookingAnswer } from '../../api/validators/booking';
import { bookingHistoryAnswer } from '../../api/validators/desk-lists';
import { toast } from '../../lib/toast';
import { BOOKINGS_KEY } from './all-bookings';

export const DETAIL_KEY = 'desk-booking';

export function deskBookingQuery(id: string) {
  return queryOptions({
    queryKey: [DETAIL_KEY, id],
    queryFn: async ({ signal }) =>
      (await requestData(api.GET('/api/bookings/{id}', { params: { path: { id } }, signal }), bookingAnswer)).booking,
    staleTime: 0,
  });
}

export function bookingHistoryQuery(id: string) {
  return queryOptions({
    queryKey: [DETAIL_KEY, id, 'history'],
    queryFn: ({ signal }) =>
      requestData(api.GET('/api/bookings/{id}/history', { params: { path: { id } }, signal }), bookingHistoryAnswer),
    staleTime: 0,
  });
}

export type BookingActionRequest =
  | { kind: 'confirm'; reason: string }
  | { kind: 'cancel'; amount: number; reason: string; internalReason: string | undefined }
  | { kind: 'refund'; amount: number; reason: string; internalReason: string | undefined }
  | { kind: 'resend' };

const SUCCESS_MESSAGES: Record<BookingActionRequest['kind'], string> = {
  confirm: 'Booking confirmed.',
  cancel: 'Booking cancelled.',
  refund: 'Refund started.',
  resend: 'Email sent.',
};

/** `key` is created once per dialog: a double click, or a retry after a lost response, does not refund twice. */
async function sendAction(id: string, move: BookingActionRequest, key: string): Promise<void> {
  const path = { id };
  switch (move.kind) {
    case 'confirm': {
      const body = { status: 'Confirmed' as const, reason: move.reason };
      await send(api.PATCH('/api/bookings/{id}', { params: { path }, body }), 'silent');
      return;
    }
    case 'cancel': {
      const body = { amount: move.amount, reason: move.reason, internalReason: move.internalReason };
      await send(api.POST('/api/bookings/{id}/cancel', { params: { path }, body }), 'silent');
      return;
    }
    case 'refund': {
      const body = { amount: move.amount, reason: move.reason, internalReason: move.internalReason };
      const params = { path, header: { 'Idempotency-Key': key } };
      await send(api.POST('/api/bookings/{id}/refund', { params, body }), 'silent');
      return;
    }
    case 'resend':
      await send(api.POST('/api/bookings/{id}/resend-mail', { params: { path } }));
  }
}

export function useBookingAction(id: string) {
  const queryClient = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: (move: BookingActionRequest) => sendAction(id, move, key),
    onSuccess: (_, { kind }) => toast.success(SUCCESS_MESSAGES[kind]),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: [DETAIL_KEY, id] }),
        queryClient.invalidateQueries({ queryKey: [BOOKINGS_KEY] }),
        queryClient.invalidateQueries({ queryKey: ['overview'] }),
      ]),
  });
}
