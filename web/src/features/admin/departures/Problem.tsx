// The reason why a change was refused, inside its dialog.
import type { ReactNode } from 'react';
import { ApiFailure, GENERIC_FAILURE } from '../../../api/client';

export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mt-4 rounded-sm bg-danger-wash p-3 text-danger">
      {children}
    </p>
  );
}

export function reasonOf(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return GENERIC_FAILURE;
  return failure.errors[0]?.message ?? failure.message;
}
