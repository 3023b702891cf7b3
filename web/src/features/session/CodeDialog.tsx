// 'Almost done..!': six boxes for the emailed code, with its remaining seconds (document 1 §2 and §4).
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useConfig } from '../../api/useConfig';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { CodeBoxes } from '../../ui/CodeBoxes';
import { Countdown } from '../../ui/Countdown';
import { Dialog } from '../../ui/Dialog';
import { CODE_EXPIRED, CODE_LENGTH, INCOMPLETE_CODE, NO_SIGNUP, type PendingSignup, verifyCode } from './auth-calls';

export function CodeDialog({
  pending,
  onVerified,
  onClose,
}: {
  pending: PendingSignup;
  onVerified: () => void;
  onClose: () => void;
}) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [verified, setVerified] = useState(false);
  const contact = useConfig()?.contactEmail;
  const boxes = useRef<HTMLInputElement>(null);

  // The boxes are disabled during the check, which removes their focus.
  useEffect(() => {
    if (problem && !busy) boxes.current?.focus();
  }, [problem, busy]);

  const verify = async (typed: string) => {
    if (busy || verified) return;
    if (typed.length < CODE_LENGTH) return setProblem(INCOMPLETE_CODE);
    if (!pending.tempUserId) return setProblem(NO_SIGNUP);
    setProblem(null);
    setBusy(true);
    const wrong = await verifyCode(typed, pending.tempUserId);
    setBusy(false);
    if (wrong) {
      setProblem(wrong);
      // The code expired during the check, when the countdown did not close the dialog.
      if (Date.now() >= pending.endsAt) close();
      return;
    }
    setVerified(true);
    onVerified();
  };
  const close = () => {
    toast.warning(CODE_EXPIRED);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void verify(code);
  };
  const expire = () => {
    // A check may still be running; its response decides, not this clock.
    if (!verified && !busy) close();
  };

  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      dismissible={!busy}
      title="Almost done..!"
      description="Please type the code we sent you in your email"
    >
      <form onSubmit={submit} noValidate className="text-center">
        <p className="mb-5 font-medium">{pending.email}</p>
        <CodeBoxes
          ref={boxes}
          autoFocus
          label="Code from the email"
          value={code}
          onChange={(typed) => {
            setCode(typed);
            setProblem(null);
          }}
          invalid={Boolean(problem)}
          disabled={busy || verified}
        />
        {problem && (
          <p role="alert" className="mt-3 text-danger text-sm">
            {problem}
          </p>
        )}
        <p className="mt-4 text-ink-soft text-sm">
          <Countdown
            key={pending.tempUserId}
            seconds={Math.max(0, Math.ceil((pending.endsAt - Date.now()) / 1000))}
            onEnd={expire}
          >
            {(left) => `Time remaining: ${left}s`}
          </Countdown>
        </p>
        <Button type="submit" loading={busy} disabled={verified} className="mt-5 w-full">
          Continue
        </Button>
        {contact && (
          <p className="mt-5 text-ink-soft text-sm">
            Didn't get the email?{' '}
            <a href={`mailto:${contact}`} className="font-semibold text-glacier underline underline-offset-4">
              Contact support
            </a>
          </p>
        )}
      </form>
    </Dialog>
  );
}
