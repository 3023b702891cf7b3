// Draft of the form, kept in sessionStorage, so that a reload or a failed request loses nothing.
import { isDay } from '../../lib/dates';
import { isObject } from '../../lib/json';
import { readJson, remove, writeJson } from '../../lib/storage';
import { type Attempt, BLANK, type CustomTrekValues, FIELDS } from './request';

export interface Draft {
  wish: CustomTrekValues;
  /** The destination from the URL. Opening the same URL again does not overwrite what was typed. */
  brought: string;
  attempt?: Attempt;
}

const KEY = 'draft:custom-trek'; // removed at logout, see main.tsx

function isDraft(value: unknown): value is Draft {
  const { wish, brought, attempt } = (value ?? {}) as Partial<Draft>;
  return (
    isObject(wish) &&
    FIELDS.every((field) => typeof wish[field] === 'string') &&
    typeof brought === 'string' &&
    (attempt === undefined || (typeof attempt?.key === 'string' && typeof attempt.body === 'string'))
  );
}

/** Clears a start date that is no longer bookable. */
export function loadDraft(brought: string, days: { today: string; last: string }): Draft {
  const kept = readJson('session', KEY, isDraft);
  const wish = { ...BLANK, ...kept?.wish };
  const { startDate } = wish;
  if (!isDay(startDate) || startDate < days.today || startDate > days.last) wish.startDate = '';
  if (brought && brought !== kept?.brought) wish.destination = brought;
  return { wish, brought, ...(kept?.attempt && { attempt: kept.attempt }) };
}

export function saveDraft(draft: Draft): void {
  writeJson('session', KEY, draft);
}

export function clearDraft(): void {
  remove('session', KEY);
}
