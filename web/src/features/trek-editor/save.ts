// Saves the trek (document 2 §7, §8; decision 91): up to three attempts if there is no response or a server error, and
// the message for each rejection.
import { ApiFailure, api, request } from '../../api/client';
import { parseTrek } from '../../api/parse-trek';
import type { Trek } from '../../api/types';
import { anyResponse } from '../../api/validate';
import { readPath } from '../../lib/json';
import type { Problem } from './checks';
import type { TrekDocument } from './document';

export const MAX_ATTEMPTS = 3;
/** Pauses before the second and the third attempt. */
export const PAUSES_MS = [1000, 3000] as const;
export const SHOWN_REFUSALS = 3;

export const saveTexts = {
  nameTaken: 'A trek with this name already exists',
  structure: 'Invalid route structure. Please check waypoints and connections.',
  structureHint: 'Use Fix Waypoints on the days that are marked.',
  invalid: 'Invalid trek details. Please check your input.',
  unauthorized: 'You are not authorized to edit this trek.',
  notFound: 'Trek not found.',
  tooLarge: 'Image size too large. Please use smaller images.',
  server: 'Server error. Please try again later.',
  noAnswer: 'No response from server. Please check your internet connection.',
  nothing: 'No data received from server',
} as const;

/** A successful response without a trek. */
export class NoTrek extends Error {
  override name = 'NoTrek';
}

/** A stored trek, or a new one with the Idempotency-Key that prevents a second trek from a repeated POST. */
export type Target = { id: string } | { attempt: string };

export async function saveTrek(document: TrekDocument, target: Target, signal: AbortSignal): Promise<Trek> {
  for (let tries = 1; ; tries++) {
    try {
      return await send(document, target, signal);
    } catch (failure) {
      const pause = PAUSES_MS[tries - 1];
      if (pause === undefined || tries >= MAX_ATTEMPTS || !worthRetrying(failure) || signal.aborted) throw failure;
      await paused(pause, signal);
    }
  }
}

function worthRetrying(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.worthRetrying;
}

function paused(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resume) => {
    const timer = setTimeout(resume, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resume();
    });
  });
}

async function send(body: TrekDocument, target: Target, signal: AbortSignal): Promise<Trek> {
  const call =
    'id' in target
      ? api.PUT('/api/treks/{id}', { params: { path: { id: target.id } }, body, signal })
      : api.POST('/api/treks', { params: { header: { 'Idempotency-Key': target.attempt } }, body, signal });
  const trek = parseTrek(readPath(await request(call, anyResponse, 'silent'), 'data', 'trek'));
  if (!trek) throw new NoTrek(saveTexts.nothing);
  return trek;
}

export interface Refusal {
  title: string;
  hint?: string;
  problems: Problem[];
  /** Number of problems shown. */
  shown: number;
  /** The stored version, if another editor saved in the meantime. */
  currentVersion?: number;
}

/** The message for an editor when saving failed. */
export function refusalOf(failure: unknown): Refusal {
  const none = { problems: [], shown: SHOWN_REFUSALS };
  if (failure instanceof NoTrek) return { ...none, title: saveTexts.nothing };
  const { status, serverMessage, errors, missingFields, existingValue, currentVersion } = failure as ApiFailure;
  const problems = (errors ?? []).map(({ field, message }) => ({ field, message }));
  switch (status) {
    case 400:
      return { ...none, ...badRequest(serverMessage, missingFields ?? [], problems) };
    case 401:
    case 403:
      return { ...none, title: saveTexts.unauthorized };
    case 404:
      return { ...none, title: saveTexts.notFound };
    case 409:
      if (currentVersion !== undefined) return { ...none, title: serverMessage ?? '', currentVersion };
      return {
        ...none,
        title: serverMessage ?? saveTexts.nameTaken,
        problems: [{ field: 'name', message: existingValue ?? saveTexts.nameTaken }],
      };
    case 413:
      return { ...none, title: saveTexts.tooLarge };
    case 422:
      return { ...none, title: serverMessage ?? saveTexts.invalid, problems };
    default:
      return { ...none, title: status >= 500 ? saveTexts.server : status ? saveTexts.invalid : saveTexts.noAnswer };
  }
}

function badRequest(
  message: string | undefined,
  missing: string[],
  problems: Problem[],
): Pick<Refusal, 'title'> & Partial<Refusal> {
  if (missing.length > 0) {
    return {
      title: `Missing required fields: ${missing.join(', ')}`,
      problems: missing.map((field) => ({ field, message: 'This is required' })),
    };
  }
  if (message?.startsWith('Invalid route structure')) {
    return { title: saveTexts.structure, hint: saveTexts.structureHint, problems };
  }
  return { title: message ?? saveTexts.invalid, problems };
}

export const moreRefusals = (more: number) => `And ${more} more validation errors.`;
