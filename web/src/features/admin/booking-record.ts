// Queries and changes of the record of a booking: notes, tags and emails.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, requestData, send } from '../../api/client';
import { bookingTagsAnswer, sentMailAnswer } from '../../api/validators/desk-lists';
import { toast } from '../../lib/toast';
import { BOOKINGS_KEY } from './all-bookings';
import { DETAIL_KEY } from './booking-mutations';

const TAGS_KEY = 'booking-tags';

/** The tags of all bookings. */
export const tagsQuery = queryOptions({
  queryKey: [TAGS_KEY],
  queryFn: async ({ signal }) => (await requestData(api.GET('/api/bookings/tags', { signal }), bookingTagsAnswer)).tags,
});

export function sentMailQuery(bookingId: string, mailId: string) {
  return queryOptions({
    queryKey: [DETAIL_KEY, bookingId, 'mail', mailId],
    queryFn: async ({ signal }) => {
      const params = { path: { id: bookingId, mailId } };
      const call = api.GET('/api/bookings/{id}/mails/{mailId}', { params, signal });
      return (await requestData(call, sentMailAnswer)).mail;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export type RecordChange =
  | { kind: 'add-note'; text: string }
  | { kind: 'delete-note'; noteId: string }
  | { kind: 'tags'; tags: string[] }
  | { kind: 'resend'; mailId: string };

const MESSAGES: Record<RecordChange['kind'], string> = {
  'add-note': 'Note added.',
  'delete-note': 'Note deleted.',
  tags: 'Tags saved.',
  resend: 'Email sent.',
};

async function sendChange(id: string, change: RecordChange): Promise<void> {
  switch (change.kind) {
    case 'add-note':
      await send(api.POST('/api/bookings/{id}/notes', { params: { path: { id } }, body: { text: change.text } }));
      return;
    case 'delete-note': {
      const params = { path: { id, noteId: change.noteId } };
      await send(api.DELETE('/api/bookings/{id}/notes/{noteId}', { params }));
      return;
    }
    case 'tags':
      await send(api.PUT('/api/bookings/{id}/tags', { params: { path: { id } }, body: { tags: change.tags } }));
      return;
    case 'resend': {
      const params = { path: { id, mailId: change.mailId } };
      await send(api.POST('/api/bookings/{id}/mails/{mailId}/resend', { params }));
    }
  }
}

export function useRecordChange(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: RecordChange) => sendChange(id, change),
    // One after the other, so that the last list of tags is stored last.
    scope: { id: `booking-record-${id}` },
    onSuccess: (_, { kind }) => toast.success(MESSAGES[kind]),
    onSettled: () =>
      Promise.all(
        [[DETAIL_KEY, id], [BOOKINGS_KEY], [TAGS_KEY]].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
}
