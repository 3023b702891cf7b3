// What staff plan for a departure: a move or its cancellation, until when travellers answer, and what silence means.
import { ApiFailure } from '../../../api/client';
import { type Day, isDay } from '../../../lib/dates';
import type { ChangeRequest, WhenSilent } from './changes';

export interface Plan {
  way: 'date' | 'departure' | 'cancel';
  startDate: Day;
  departureId: string;
  answerBy: Day;
  whenSilent: WhenSilent;
  reason: string;
}

export type Problems = Partial<Record<keyof Plan, string>>;

export function problemsOf({ way, startDate, departureId, answerBy, reason }: Plan): Problems {
  return {
    ...(way === 'date' && !isDay(startDate) && { startDate: 'Choose the new date' }),
    ...(way === 'departure' && departureId === '' && { departureId: 'Choose a departure' }),
    ...(!isDay(answerBy) && { answerBy: 'Choose the last day to answer' }),
    ...(way === 'cancel' && reason.trim() === '' && { reason: 'Enter a reason' }),
  };
}

export function serverProblems(failure: unknown): Problems {
  if (!(failure instanceof ApiFailure)) return {};
  const fields = ['startDate', 'departureId', 'answerBy', 'whenSilent', 'reason'];
  return Object.fromEntries(
    failure.errors.filter(({ field }) => fields.includes(field)).map(({ field, message }) => [field, message]),
  );
}

export function requestOf({ way, startDate, departureId, answerBy, whenSilent, reason }: Plan): ChangeRequest {
  const words = reason.trim();
  if (way === 'cancel') return { kind: 'cancel', reason: words, answerBy };
  const target = way === 'date' ? { startDate } : { departureId };
  return { kind: 'move', ...target, answerBy, whenSilent, ...(words && { reason: words }) };
}
