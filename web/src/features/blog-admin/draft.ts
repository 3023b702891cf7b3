// The draft of Create Blog on this computer, one for each writer: text and the addresses of what was uploaded
// (document 2 §2 Blog administration, decisions 150 and 151).
import { isObject, isStrings } from '../../lib/json';
import { readText, remove, writeJson } from '../../lib/storage';
import { type BlogForm, EMPTY_FORM, isEmpty } from './form';

export const CORRUPT = 'Error loading saved data. Starting with a fresh form.';
export const NOT_KEPT = "This draft can't be saved in this browser: its storage is full or blocked.";

export interface Draft {
  form: BlogForm;
  /** Of the try to save it: it goes with the draft, so that a reload in between makes no second article. */
  key: string;
}

const keyOf = (userId: string) => `blogDraft:${userId}`;

/** Changes nothing: React may read twice before it draws. What is corrupt goes when the form is kept for the first time. */
export function readDraft(userId: string): Draft | null | 'corrupt' {
  const text = readText('local', keyOf(userId));
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (isDraft(value)) return { form: { ...EMPTY_FORM, ...value.form }, key: value.key };
  } catch {
    // Falls through: what cannot be read is no draft.
  }
  return 'corrupt';
}

/** False when the browser does not keep it. */
export function keepDraft(userId: string, draft: Draft): boolean {
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
