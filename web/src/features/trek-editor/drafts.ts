// Drafts of the form in local storage (document 2 §4, decision 89): the form of a trek and the version it is based on.
import '../../lib/zod-setup';
import * as z from 'zod/mini';
import { readText, remove, writeText } from '../../lib/storage';
import { type NewKey, type TrekForm, trekForm } from './form';
import { trimmedToNumber } from './route-moves';

export const DRAFT_CORRUPT = 'Error loading saved data. Starting with a fresh form.';
export const DRAFT_NOT_KEPT = 'Failed to save form data locally. Your progress may not be saved.';

/** Id of the draft of a new trek. */
export const NEW = 'new';

/**
 * Identifies a repeated POST: the same body has the same key, also after a power cut, and another body has another key.
 */
export interface Attempt {
  key: string;
  /** Digest of the body sent with the key. */
  digest: string;
}

export interface Draft {
  /** 0 for a new trek. */
  version: number;
  savedAt: number;
  attempt?: Attempt;
  form: TrekForm;
  /** The version that the form is based on, needed to merge later saves of others. Undefined for a new trek. */
  base?: TrekForm;
}

const draft = z.object({
  version: z.int(),
  savedAt: z.number(),
  attempt: z.optional(z.object({ key: z.string(), digest: z.string() })),
  form: trekForm,
  base: z.catch(z.optional(trekForm), undefined),
});

const keyOf = (trekId: string) => `trek-draft:${trekId}`;

export type Kept = { draft: Draft } | 'none' | 'corrupt';

/** Reads a draft and trims or pads its days to the typed number. Deletes nothing, because React may call it twice. */
export function readDraft(trekId: string, key: NewKey): Kept {
  const written = readText('local', keyOf(trekId));
  if (written === null) return 'none';
  try {
    const read = draft.parse(JSON.parse(written));
    const { attempt, base, form, ...kept } = read;
    return {
      draft: {
        ...kept,
        ...(attempt !== undefined && { attempt }),
        ...(base !== undefined && { base: withDays(base, key) }),
        form: withDays(form, key),
      },
    };
  } catch {
    return 'corrupt';
  }
}

function withDays(form: TrekForm, key: NewKey): TrekForm {
  return { ...form, routes: form.routes.map((route) => trimmedToNumber(route, key)) };
}

/** Returns false if local storage is full or disabled. */
export function keepDraft(trekId: string, kept: Draft): boolean {
  return writeText('local', keyOf(trekId), JSON.stringify(kept));
}

export function dropDraft(trekId: string): void {
  remove('local', keyOf(trekId));
}
