// Moves and cancellations of departures, and the answers of the travellers (operations §2).
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, request, requestData } from '../../../api/client';
import type { components } from '../../../api/schema';
import { changeAnswer, changeListAnswer } from '../../../api/validators/departure-changes';
import { addDays, type Day } from '../../../lib/dates';
import { type Departure, forgetDepartures, POLL_INTERVAL_MS } from './departures';

type Schemas = components['schemas'];
export type Change = Schemas['ChangedDeparture'];
export type ChangeChoice = Change['choices'][number];
export type WhenSilent = Change['whenSilent'];
export type Answer = NonNullable<ChangeChoice['choice']>;

const KEY = 'departure-changes';
/** Travellers get this many days to answer, unless the departure starts before. */
const ANSWER_DAYS = 5;

export function changesQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, id],
    queryFn: async ({ signal }) =>
      (
        await requestData(
          api.GET('/api/departures/{id}/changes', { params: { path: { id } }, signal }),
          changeListAnswer,
        )
      ).changes,
    staleTime: 0,
    // The answers arrive while the page is open.
    refetchInterval: ({ state }) => (state.data?.every(isFinished) ? false : POLL_INTERVAL_MS),
    refetchOnWindowFocus: true,
  });
}

export const isFinished = ({ finishedAt }: Change) => finishedAt != null;

export type ChangeRequest =
  | ({ kind: 'cancel' } & Schemas['CancelDeparture'])
  | ({ kind: 'move' } & Schemas['MoveDeparture']);

async function sendChange(id: string, { kind, ...body }: ChangeRequest): Promise<Change> {
  const params = { path: { id } };
  const call =
    kind === 'cancel'
      ? api.POST('/api/departures/{id}/cancel', { params, body: body as Schemas['CancelDeparture'] })
      : api.POST('/api/departures/{id}/move', { params, body: body as Schemas['MoveDeparture'] });
  return (await request(call, changeAnswer, 'silent')).data.change;
}

export function useChange(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: ChangeRequest) => sendChange(id, change),
    onSettled: () => Promise.all([forgetDepartures(queries), queries.invalidateQueries({ queryKey: [KEY, id] })]),
  });
}

export function defaultAnswerBy({ startDate }: Departure, today: Day): Day {
  const soon = addDays(today, ANSWER_DAYS);
  if (soon <= startDate) return soon;
  return startDate > today ? startDate : today;
}

export const ANSWER_LABELS: Record<Answer, string> = {
  accept: 'New date',
  credit: 'Credit',
  refund: 'Refund',
  departure: 'Another departure',
};

/** 'They take the new date.' */
export const SILENCE_LABELS: Record<WhenSilent, string> = {
  accept: 'They move to the new date',
  refund: 'They get all their money back',
};

/** How many bookings chose what, in the order of the labels; those without an answer are last. */
export function tallyOf(choices: readonly ChangeChoice[]): { label: string; bookings: number; guests: number }[] {
  const rows = (Object.keys(ANSWER_LABELS) as Answer[]).map((answer) => ({
    label: ANSWER_LABELS[answer],
    of: choices.filter(({ choice }) => choice === answer),
  }));
  const open = { label: 'No answer yet', of: choices.filter(({ answeredAt }) => answeredAt == null) };
  return [...rows, open]
    .filter(({ of }) => of.length > 0)
    .map(({ label, of }) => ({ label, bookings: of.length, guests: of.reduce((sum, { guests }) => sum + guests, 0) }));
}
