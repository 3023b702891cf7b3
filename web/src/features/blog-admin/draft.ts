// Draft of Create Blog in localStorage, one per user: texts and the URLs of uploaded pictures
// (document 2 §2 Blog administration, decisions 150 and 151).
import { isObject, isStrings } from '../../lib/json';
import { readText, remove, writeJson } from '../../lib/storage';
import { type BlogForm, EMPTY_FORM, isEmpty } from './form';

export const CORRUPT = 'Error loading saved data. Starting with a fresh form.';
export const SAVE_FAILED = "This draft can't be saved in this browser: its storage is full or blocked.";

export interface Draft {
  form: BlogForm;
  /** Idempotency key of the save. Part of the draft, so that a reload during the save creates no second article. */
  key: string;
}

const keyOf = (userId: string) => `blogDraft:${userId}`;

/** Has no side effects, because React may call it twice. A corrupt draft is overwritten by the first save. */
export function readDraft(userId: string): Draft | null | 'corrupt' {
  const text = readText('local', keyOf(userId));
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (isDraft(value)) return { form: { ...EMPTY_FORM, ...value.form }, key: value.key };
  } catch {
    // Falls through: invalid JSON counts as corrupt.
  }
  return 'corrupt';
}

/** Returns false when the browser does not store it. */
export function saveDraft(userId: string, draft: Draft): boolean {
  if (!isEmpty(draft.form)) return writeJson('local', keyOf(userId), draft);
  remove('local', keyOf(userId));
  return true;
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null;
  const form = draft?.form as Partial<BlogForm> | undefined;
  if (typeof draft?.key !== 'string' || !isObject(form)) return false;
  return (
    [form.title, form.description, form.thumbnail, form.banner, form.category].every(
      (one) => typeof one === 'string',
    ) &&
    [form.content, form.images, form.tags].every(isStrings) &&
    (form.content?.length ?? 0) > 0
  );
}
