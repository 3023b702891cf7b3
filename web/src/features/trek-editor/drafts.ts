// The form as it stands on this device (document 2 §4, decision 89): of one trek and of the version that it began from.
import '../../lib/zod-setup';
import * as z from 'zod/mini';
import { readText, remove, writeText } from '../../lib/storage';
import { type NewKey, type TrekForm, trekForm } from './form';
import { trimmedToNumber } from './route-moves';

export const DRAFT_CORRUPT = 'Error loading saved data. Starting with a fresh form.';
export const DRAFT_NOT_KEPT = 'Failed to save form data locally. Your progress may not be saved.';

/** Of the trek that is not there yet. */
export const NEW = 'new';

/** What a repeated POST is known by: the same body has the same key, even after a power cut; another body has another. */
export interface Attempt {
  key: string;
  /** Of the body that was sent under it. */
  digest: string;
}

export interface Draft {
  /** 0 for a new trek. */
  version: number;
  savedAt: number;
  attempt?: Attempt;
  form: TrekForm;
  /** The version that the form began from: what somebody else saves meanwhile is merged by it. None for a new trek. */
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

/** Days are trimmed or padded to the number that was typed. Drops nothing: React may read twice before it draws. */
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

/** False when this device has no room or may not keep anything. */
export function keepDraft(trekId: string, kept: Draft): boolean {
  return writeText('local', keyOf(trekId), JSON.stringify(kept));
}

export function dropDraft(trekId: string): void {
  remove('local', keyOf(trekId));
}
