// Resets a form when its stored values change, also from another tab or device. Edited fields keep their input.
import { useEffect } from 'react';
import type { FieldValues, UseFormReset } from 'react-hook-form';

export function useResetOnStoredChange<Form extends FieldValues>(stored: Form, reset: UseFormReset<Form>): void {
  const text = JSON.stringify(stored);
  useEffect(() => reset(JSON.parse(text), { keepDirtyValues: true }), [text, reset]);
}
