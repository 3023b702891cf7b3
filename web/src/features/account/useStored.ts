// What is stored arrives in a form also when another tab or device stored it; what is being typed stays.
import { useEffect } from 'react';
import type { FieldValues, UseFormReset } from 'react-hook-form';

export function useStored<Form extends FieldValues>(stored: Form, reset: UseFormReset<Form>): void {
  const text = JSON.stringify(stored);
  useEffect(() => reset(JSON.parse(text), { keepDirtyValues: true }), [text, reset]);
}
