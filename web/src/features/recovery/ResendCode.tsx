// Countdown of the code in seconds, and a button for a new code (document 1 §4 and §5).
import clsx from 'clsx';
import { useState } from 'react';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { useCountdown } from '../../ui/Countdown';
import { CODE_EXPIRED } from '../session/auth-calls';
import { type Recovery, requestCode, WAIT_FIRST } from './recovery';

/** Needs a new `key` for each new code, to restart the countdown. */
export function ResendCode({
  recovery,
  disabled,
  onResent,
}: {
  recovery: Recovery;
  disabled: boolean;
  onResent: (recovery: Recovery) => void;
}) {
  const [busy, setBusy] = useState(false);
  const seconds = Math.max(0, Math.ceil((recovery.endsAt - Date.now()) / 1000));
  const left = useCountdown(seconds, () => !disabled && toast.warning(CODE_EXPIRED));

  const resend = async () => {
    if (left > 0) {
      toast.info(WAIT_FIRST);
      return;
    }
    setBusy(true);
    const outcome = await requestCode(recovery.email, { again: true });
    setBusy(false);
    if ('done' in outcome) onResent(outcome.done);
  };

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="figures text-ink-soft text-sm">{left > 0 ? `Time remaining: ${left}s` : CODE_EXPIRED}</p>
      <Button
        variant="ghost"
        size="sm"
        loading={busy}
        disabled={disabled}
        onClick={() => void resend()}
        // Looks disabled, but a click explains that the visitor must wait.
        className={clsx('-mr-3', left > 0 && 'text-ink-soft')}
      >
        Resend OTP
      </Button>
    </div>
  );
}
