// Shows the server's validation errors beside their fields.
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiFailure, GENERIC_FAILURE } from '../../api/client';

/** Returns the message that belongs to no field of this form, or null when every error is beside its field. */
export function showFieldErrors<Form extends FieldValues>(
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
