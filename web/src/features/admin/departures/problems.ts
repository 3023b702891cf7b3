// Shows the server's problems beside the fields of a form.
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import type { ApiFailure } from '../../../api/client';

/** Returns whether the failure belongs to a field. `renamed` are the fields that this form shows as others. */
export function showProblems<Form extends FieldValues>(
  failure: ApiFailure,
  fields: readonly FieldPath<Form>[],
  setError: UseFormSetError<Form>,
  renamed: { readonly [field: string]: FieldPath<Form> } = {},
): boolean {
  let isShown = false;
  for (const { field, message } of failure.errors) {
    const name = renamed[field] ?? fields.find((one) => one === field);
    if (!name) continue;
    setError(name, { message }, { shouldFocus: !isShown });
    isShown = true;
  }
  return isShown;
}
