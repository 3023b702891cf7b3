// The email address of the account. A new address applies after its code is confirmed.
import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import '../../lib/zod-setup';
import { ApiFailure, GENERIC_FAILURE } from '../../api/client';
import type { User } from '../../api/types';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Input, PasswordInput } from '../../ui/Input';
import { confirmNewEmail, requestEmailChange, requestVerificationCode } from './account-calls';
import { CODE_LENGTH, EmailedCode, INCOMPLETE_CODE, useEmailedCode } from './EmailedCode';
import { showFieldErrors } from './field-errors';
import { ErrorMessage } from './Panel';

export function EmailAddress({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 break-words font-medium">{user.email}</p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Change email
      </Button>
      {open && <ChangeEmail user={user} onClose={() => setOpen(false)} />}
    </div>
  );
}

const FIELDS = ['newEmail', 'password'] as const;

function changeEmailSchema(user: User) {
  return z.object({
    newEmail: z.string().check(
      z.trim(),
      z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Enter an email address like name@example.com'),
      z.refine((text) => text.toLowerCase() !== user.email.toLowerCase(), 'This is already your email address'),
    ),
    password: z.string().check(z.refine((text) => !user.hasPassword || text !== '', 'Enter your password')),
  });
}

function ChangeEmail({ user, onClose }: { user: User; onClose: () => void }) {
  const { register, handleSubmit, formState, setError, getValues } = useForm({
    resolver: zodResolver(changeEmailSchema(user)),
    defaultValues: { newEmail: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const [problem, setProblem] = useState<string | null>(null);
  const { newEmail } = getValues();
  const proof = useRef('');
  const ownership = useEmailedCode(requestVerificationCode);
  const code = useEmailedCode(() => {
    const { newEmail, password } = getValues();
    return requestEmailChange(newEmail.trim(), user.hasPassword ? { password } : { otp: proof.current });
  });
  const ask = async () => {
    setProblem(null);
    try {
      await code.begin();
    } catch (failure) {
      setProblem(showFieldErrors(failure, FIELDS, setError));
      code.forget();
    }
  };
  // A code sent to the current address is valid for one request, so every retry needs a new one.
  const proveFirst = async () => {
    code.forget();
    setProblem(null);
    // The API client has already shown the error as a toast.
    await ownership.begin().catch(() => {});
  };
  const begin = user.hasPassword ? ask : proveFirst;

  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={
        <>
          Change your <span className="whitespace-nowrap">email address</span>
        </>
      }
      description={code.sent || ownership.sent ? undefined : descriptionFor(user)}
    >
      {code.sent ? (
        <CodeStep
          key="new"
          to={newEmail.trim()}
          code={code}
          label="Change email address"
          onSubmit={async (otp) => {
            await confirmNewEmail(otp);
            toast.success('Your email address was changed.');
            onClose();
          }}
          onResend={begin}
          onBack={() => {
            code.forget();
            ownership.forget();
          }}
        />
      ) : ownership.sent ? (
        <CodeStep
          key="present"
          to={user.email}
          code={ownership}
          label="Continue"
          onSubmit={(otp) => {
            proof.current = otp;
            return code.begin();
          }}
          onResend={proveFirst}
          onBack={ownership.forget}
        />
      ) : (
        <form onSubmit={handleSubmit(begin)} noValidate className="grid gap-4">
          <Field label="New email address" required error={errors.newEmail?.message}>
            <Input {...register('newEmail')} type="email" autoComplete="email" inputMode="email" />
          </Field>
          {user.hasPassword && (
            <Field label="Your password" required error={errors.password?.message}>
              <PasswordInput {...register('password')} autoComplete="current-password" />
            </Field>
          )}
          {problem && <ErrorMessage>{problem}</ErrorMessage>}
          <Button type="submit" loading={isSubmitting || ownership.sending} className="w-full">
            Send code
          </Button>
        </form>
      )}
    </Dialog>
  );
}

function descriptionFor(user: User): string {
  if (user.hasPassword) return "We'll email a code to the new address to confirm that it is yours.";
  return "We'll email a code to your current address first, then one to the new address.";
}

/** Entry of an emailed code. `onSubmit` throws when the server rejects the code. */
function CodeStep({
  to,
  code,
  label,
  onSubmit,
  onResend,
  onBack,
}: {
  to: string;
  code: ReturnType<typeof useEmailedCode>;
  label: string;
  onSubmit: (otp: string) => Promise<void>;
  onResend: () => void;
  onBack: () => void;
}) {
  const [otp, setOtp] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!code.sent) return null;
  const submit = async () => {
    if (busy) return;
    if (otp.length < CODE_LENGTH) return setProblem(INCOMPLETE_CODE);
    setBusy(true);
    try {
      await onSubmit(otp);
    } catch (failure) {
      setProblem((failure instanceof ApiFailure && failure.serverMessage) || GENERIC_FAILURE);
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <EmailedCode
        to={to}
        sent={code.sent}
        sending={code.sending}
        code={otp}
        onCode={(typed) => {
          setOtp(typed);
          setProblem(null);
        }}
        problem={problem}
        disabled={busy}
        onResend={() => {
          setOtp('');
          setProblem(null);
          onResend();
        }}
      />
      <div className="mt-4 grid gap-2">
        <Button type="submit" loading={busy}>
          {label}
        </Button>
        <Button variant="ghost" disabled={busy} onClick={onBack}>
          Use another address
        </Button>
      </div>
    </form>
  );
}
