// Submit button of an account form, with the result of the last save.
import clsx from 'clsx';
import { Button } from '../../ui/Button';
import { ErrorMessage, SuccessMessage } from './Panel';

/** null: nothing was submitted yet. `problem: null`: every error is shown beside its field. */
export type Saved = null | 'done' | { problem: string | null };

export function SaveBar({
  saved,
  changed,
  busy,
  label = 'Save',
  done = 'Saved.',
  className,
}: {
  saved: Saved;
  changed: boolean;
  busy: boolean;
  label?: string;
  done?: string;
  className?: string;
}) {
  return (
    <div className={clsx('grid gap-3', className)}>
      {saved !== null && saved !== 'done' && saved.problem && <ErrorMessage>{saved.problem}</ErrorMessage>}
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant={changed ? 'primary' : 'secondary'} loading={busy} disabled={!changed}>
          {label}
        </Button>
        {saved === 'done' && !changed && <SuccessMessage>{done}</SuccessMessage>}
      </div>
    </div>
  );
}
