// Sets up the second step: the password, then the QR code and a code of the app, then the recovery codes.
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiFailure, GENERIC_FAILURE } from '../../api/client';
import type { User } from '../../api/types';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { CodeBoxes } from '../../ui/CodeBoxes';
import { CopyButton } from '../../ui/CopyButton';
import { Dialog } from '../../ui/Dialog';
import { checkSession } from '../session/session';
import { sessionsQuery } from './account-calls';
import { CODE_LENGTH } from './EmailedCode';
import { ErrorMessage } from './Panel';
import { ProofFields, useProof } from './ProofFields';
import { RecoveryCodes } from './RecoveryCodes';
import { beginSecondStep, confirmSecondStep, type Enrolment, secondStepQuery } from './second-step';

const INCOMPLETE = 'Enter the 6-digit code of your app';

export function SetUpSecondStep({ user, onClose }: { user: User; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const finish = (recovery: string[]) => {
    setCodes(recovery);
    for (const { queryKey } of [secondStepQuery, sessionsQuery]) void queryClient.invalidateQueries({ queryKey });
    // Staff who needed it may work at the desk now.
    if (user.lacksSecondStep) void checkSession({ force: true });
  };
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      // The recovery codes are shown once.
      dismissible={!codes}
      title={codes ? 'Save your recovery codes' : 'Set up an authenticator app'}
    >
      {codes ? (
        <RecoveryCodes
          codes={codes}
          user={user}
          onDone={() => {
            toast.success('Your second step is on. Every other device was signed out.');
            onClose();
          }}
        />
      ) : enrolment ? (
        <ConfirmStep enrolment={enrolment} onConfirmed={finish} />
      ) : (
        <ProofStep user={user} onBegun={setEnrolment} />
      )}
    </Dialog>
  );
}

function ProofStep({ user, onBegun }: { user: User; onBegun: (enrolment: Enrolment) => void }) {
  const proof = useProof(user);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setProblem(proof.missing);
    if (proof.missing) return;
    setBusy(true);
    try {
      onBegun(await beginSecondStep(proof.body));
    } catch (failure) {
      setBusy(false);
      setProblem(messageOf(failure));
    }
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <p className="text-ink-soft">
        You need an authenticator app on your phone, such as Aegis, Google Authenticator or your password manager.
      </p>
      <ProofFields proof={proof} problem={problem} disabled={busy} />
      <Button type="submit" loading={busy} className="w-full">
        Continue
      </Button>
    </form>
  );
}

function ConfirmStep({ enrolment, onConfirmed }: { enrolment: Enrolment; onConfirmed: (codes: string[]) => void }) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const boxes = useRef<HTMLInputElement>(null);
  // The boxes are disabled during the check, which removes their focus.
  useEffect(() => {
    if (problem && !busy) boxes.current?.focus();
  }, [problem, busy]);
  const send = async (typed: string) => {
    if (busy) return;
    if (typed.length < CODE_LENGTH) return setProblem(INCOMPLETE);
    setProblem(null);
    setBusy(true);
    try {
      onConfirmed(await confirmSecondStep(typed));
    } catch (failure) {
      setBusy(false);
      setCode('');
      setProblem(messageOf(failure));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(code);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <p>Scan this code with your app, or enter the key yourself.</p>
      {/* White in the dark theme too: cameras read dark on light. */}
      <img
        src={`data:image/svg+xml,${encodeURIComponent(enrolment.qrCode)}`}
        alt="QR code for your authenticator app"
        className="mx-auto size-48 rounded-sm bg-white"
      />
      <div>
        <p className="text-ink-soft text-sm">Key</p>
        <p className="flex items-center gap-2">
          <code className="wrap-anywhere font-mono text-sm">{grouped(enrolment.secret)}</code>
          <CopyButton text={enrolment.secret} label="Key" />
        </p>
      </div>
      <div>
        <p className="mb-3">Then enter the code that the app shows.</p>
        <CodeBoxes
          ref={boxes}
          label="Code of your app"
          length={CODE_LENGTH}
          value={code}
          onChange={(typed) => {
            setCode(typed);
            if (typed) setProblem(null);
          }}
          onComplete={(typed) => void send(typed)}
          invalid={problem !== null}
          disabled={busy}
        />
      </div>
      {problem && <ErrorMessage>{problem}</ErrorMessage>}
      <Button type="submit" loading={busy} className="w-full">
        Turn on
      </Button>
    </form>
  );
}

/** `ABCD EFGH …`: easier to type from a screen. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

export function messageOf(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) throw failure;
  return failure.errors[0]?.message ?? failure.serverMessage ?? GENERIC_FAILURE;
}
