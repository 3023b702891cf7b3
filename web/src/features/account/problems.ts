// What the server says is wrong with a form, beside the fields that it names.
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiFailure, GENERIC_FAILURE } from '../../api/client';

/** The words that belong to no field of this form: null when every one stands beside its field. */
export function showProblems<Form extends FieldValues>(
  failure: unknown,
  fields: readonly FieldPath<Form>[],
  setError: UseFormSetError<Form>,
): string | null {
  if (!(failure instanceof ApiFailure)) throw failure;
  let shown = 0;
  for (const field of fields) {
    const message = failure.problemOf(field);
    if (!message) continue;
    setError(field, { message }, { shouldFocus: shown === 0 });
    shown += 1;
  }
  return shown > 0 ? null : (failure.serverMessage ?? GENERIC_FAILURE);
}
