// Proof of the owner of an account: the password, or an emailed code for an account without one.
import { useState } from 'react';
import type { User } from '../../api/types';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { PasswordInput } from '../../ui/Input';
import { type Proof, requestVerificationCode } from './account-calls';
import { CODE_LENGTH, EmailedCode, INCOMPLETE_CODE, useEmailedCode } from './EmailedCode';

export function useProof(user: User) {
  const [typed, setTyped] = useState('');
  const code = useEmailedCode(requestVerificationCode);
  const { hasPassword } = user;
  const missing = hasPassword
    ? !typed && 'Enter your password'
    : typed.length < CODE_LENGTH && (code.sent ? INCOMPLETE_CODE : 'Request a code first');
  return {
    user,
    typed,
    setTyped,
    code,
    /** What is still to be entered. */
    missing: missing || null,
    body: (hasPassword ? { password: typed } : { otp: typed }) as Proof,
  };
}

export function ProofFields({
  proof: { user, typed, setTyped, code },
  problem,
  disabled,
}: {
  proof: ReturnType<typeof useProof>;
  problem: string | null;
  disabled: boolean;
}) {
  const sendCode = async () => {
    setTyped('');
    // The API client has already shown the error as a toast.
    await code.begin().catch(() => {});
  };
  if (user.hasPassword) {
    return (
      <Field label="Your password" required error={problem ?? undefined}>
        <PasswordInput
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="current-password"
        />
      </Field>
    );
  }
  if (!code.sent) {
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-ink-soft text-sm">Your account has no password. We email you a code instead.</p>
        <Button variant="secondary" loading={code.sending} onClick={sendCode}>
          Email me a code
        </Button>
        {problem && (
          <p role="alert" className="text-danger text-sm">
            {problem}
          </p>
        )}
      </div>
    );
  }
  return (
    <EmailedCode
      to={user.email}
      sent={code.sent}
      sending={code.sending}
      code={typed}
      onCode={setTyped}
      problem={problem}
      disabled={disabled}
      onResend={sendCode}
    />
  );
}
