// Login, second step: the code of the authenticator app, or a recovery code.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button';
import { CodeBoxes } from '../../ui/CodeBoxes';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import { CODE_LENGTH } from './auth-calls';
import { finishSecondStep, type SecondStepCode } from './second-step';

const INCOMPLETE = 'Enter the 6-digit code of your app';
const RECOVERY_REQUIRED = 'Enter one of your recovery codes';

export function SecondStepForm({
  challenge,
  onBegin,
}: {
  challenge: string;
  /** The login begins again, for a reason or because the visitor goes back. */
  onBegin: (problem: string | null) => void;
}) {
  const [byRecovery, setByRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [recoveryCode, setRecoveryCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const boxes = useRef<HTMLInputElement>(null);

  // The boxes are disabled during the check, which removes their focus.
  useEffect(() => {
    if (problem && !busy) boxes.current?.focus();
  }, [problem, busy]);

  const send = async (typed: SecondStepCode) => {
    if (busy || isDone) return;
    setProblem(null);
    setBusy(true);
    const outcome = await finishSecondStep(challenge, typed);
    setBusy(false);
    if (!outcome) return setDone(true);
    if (outcome.isOver) return onBegin(outcome.problem);
    setCode('');
    setProblem(outcome.problem);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (byRecovery) return recoveryCode.trim() ? void send({ recoveryCode }) : setProblem(RECOVERY_REQUIRED);
    return code.length < CODE_LENGTH ? setProblem(INCOMPLETE) : void send({ code });
  };
  const switchWay = () => {
    setByRecovery(!byRecovery);
    setProblem(null);
  };

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {byRecovery ? (
        <Field label="Recovery code" required error={problem ?? undefined} hint="Each recovery code works once.">
          <Input
            value={recoveryCode}
            onChange={(event) => setRecoveryCode(event.target.value)}
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            disabled={busy || isDone}
          />
        </Field>
      ) : (
        <div>
          <p className="mb-4">Open your authenticator app and enter the code that it shows for this site.</p>
          <CodeBoxes
            ref={boxes}
            autoFocus
            align="start"
            label="Code of your app"
            length={CODE_LENGTH}
            value={code}
            onChange={(typed) => {
              setCode(typed);
              if (typed) setProblem(null);
            }}
            onComplete={(typed) => void send({ code: typed })}
            invalid={problem !== null}
            disabled={busy || isDone}
          />
          {problem && (
            <p role="alert" className="mt-3 text-danger text-sm">
              {problem}
            </p>
          )}
        </div>
      )}
      {isDone && (
        <p role="status" className="rounded-sm bg-juniper-wash px-3.5 py-2.5 text-juniper text-sm">
          You are signed in.
        </p>
      )}
      <Button type="submit" loading={busy} disabled={isDone} className="mt-1 w-full">
        Continue
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4">
        <Button variant="ghost" size="sm" disabled={busy || isDone} onClick={switchWay} className="-ml-3">
          {byRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
        </Button>
        <Button variant="ghost" size="sm" disabled={busy || isDone} onClick={() => onBegin(null)} className="-mr-3">
          Back to login
        </Button>
      </div>
    </form>
  );
}
