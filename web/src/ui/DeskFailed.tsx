// Compact error state of admin screens, with a button to retry.
import { useState } from 'react';
import { referenceText } from '../lib/reference';
import { Button } from './Button';

export function DeskFailed({ title, onRetry, retrying }: { title: string; onRetry: () => void; retrying: boolean }) {
  const [reference] = useState(referenceText);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-sm border border-line bg-stone px-4 py-3"
    >
      <div>
        <p className="font-medium text-sm">{title}</p>
        {reference && <p className="mt-1 break-all text-ink-soft text-xs">{reference}</p>}
      </div>
      <Button size="sm" variant="secondary" onClick={onRetry} loading={retrying}>
        Try again
      </Button>
    </div>
  );
}
