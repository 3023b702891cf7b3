// What was typed so far, kept for the tab: a reload or a weak line loses nothing.
import { isDay } from '../../lib/dates';
import { isObject } from '../../lib/json';
import { readJson, remove, writeJson } from '../../lib/storage';
import { type Attempt, BLANK, FIELDS, type Wish } from './request';

export interface Draft {
  wish: Wish;
  /** The destination that the address brought: the same one again does not undo what was typed over it. */
  brought: string;
  attempt?: Attempt;
}

const KEY = 'draft:custom-trek'; // forgotten at logout, see main.tsx

function isDraft(value: unknown): value is Draft {
  const { wish, brought, attempt } = (value ?? {}) as Partial<Draft>;
  return (
    isObject(wish) &&
    FIELDS.every((field) => typeof wish[field] === 'string') &&
    typeof brought === 'string' &&
    (attempt === undefined || (typeof attempt?.key === 'string' && typeof attempt.body === 'string'))
  );
}

/** A day that has gone by meanwhile is chosen anew. */
export function openDraft(brought: string, days: { today: string; last: string }): Draft {
  const kept = readJson('session', KEY, isDraft);
  const wish = { ...BLANK, ...kept?.wish };
  const { startDate } = wish;
  if (!isDay(startDate) || startDate < days.today || startDate > days.last) wish.startDate = '';
  if (brought && brought !== kept?.brought) wish.destination = brought;
  return { wish, brought, ...(kept?.attempt && { attempt: kept.attempt }) };
}

export function keepDraft(draft: Draft): void {
  writeJson('session', KEY, draft);
}

export function dropDraft(): void {
  remove('session', KEY);
}
