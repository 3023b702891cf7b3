// Stores the draft while typing, submits it with an idempotency key, and shows the reason of a failure.
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiFailure, GENERIC_FAILURE } from '../../api/client';
import { clearDraft, type Draft, saveDraft } from './draft';
import { attemptFor, type CustomTrekValues, FIELDS, requestOf, sendRequest } from './request';

export const CORRECT_FIRST = 'Please correct the highlighted fields.';
export const TOO_MANY =
  'Too many requests came from your connection. What you typed is kept in this tab. Please try again in an hour.';
export const NO_RESPONSE = "The server didn't answer. What you typed is kept in this tab. Please try again.";

function failureMessage(failure: ApiFailure): string {
  if (failure.status === 429) return TOO_MANY;
  if (failure.status === 0) return NO_RESPONSE;
  return failure.serverMessage ?? GENERIC_FAILURE;
}

export function useSubmitRequest(
  form: UseFormReturn<CustomTrekValues>,
  opened: Draft,
  onSent: (wish: CustomTrekValues) => void,
) {
  const { watch, handleSubmit, setError } = form;
  const [problem, setProblem] = useState<string | null>(null);
  const draft = useRef(opened);
  useEffect(() => {
    const { unsubscribe } = watch((typed) => {
      draft.current = { ...draft.current, wish: { ...draft.current.wish, ...typed } };
      saveDraft(draft.current);
    });
    return unsubscribe;
  }, [watch]);

  async function send(wish: CustomTrekValues) {
    setProblem(null);
    const body = requestOf(wish);
    const attempt = attemptFor(body, draft.current.attempt);
    draft.current = { ...draft.current, attempt };
    saveDraft(draft.current);
    try {
      await sendRequest(body, attempt.key);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const named = FIELDS.filter((field) => failure.problemOf(field));
      for (const [at, field] of named.entries()) {
        setError(field, { message: failure.problemOf(field) ?? '' }, { shouldFocus: at === 0 });
      }
      setProblem(named.length > 0 ? CORRECT_FIRST : failureMessage(failure));
      return;
    }
    clearDraft();
    onSent(wish);
  }

  return { problem, submit: handleSubmit(send, () => setProblem(CORRECT_FIRST)) };
}
