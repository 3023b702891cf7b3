// Password recovery, step 2: the emailed code and the new password, with a new code after expiry (document 1 §2, §4,
// §5).
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import '../../lib/zod-setup';
import { isOwnEmail, PASSWORD_IS_EMAIL } from '../../lib/password';
import { Button } from '../../ui/Button';
import { CodeBoxes } from '../../ui/CodeBoxes';
import { Field } from '../../ui/Field';
import { PasswordInput } from '../../ui/Input';
import { CODE_LENGTH, FILL_ALL_CORRECTLY } from '../session/auth-calls';
import { ResendCode } from './ResendCode';
import { type Recovery, resetPassword } from './recovery';

const resetPasswordSchema = (email: string) =>
  z
    .object({
      otp: z.string().check(z.length(CODE_LENGTH, 'Enter all six digits of the code')),
      newPassword: z
        .string()
        .check(z.minLength(8, 'At least 8 characters'), z.maxLength(128, 'At most 128 characters')),
      confirmPassword: z.string(),
    })
    .check(
      z.refine((all) => !isOwnEmail(all.newPassword, email), {
        path: ['newPassword'],
        error: PASSWORD_IS_EMAIL,
        when: () => true,
      }),
      z.refine((all) => all.newPassword === all.confirmPassword, {
        path: ['confirmPassword'],
        error: "The passwords don't match",
        // Runs together with the other checks instead of after them.
        when: () => true,
      }),
    );
const FIELDS = ['otp', 'newPassword', 'confirmPassword'] as const;

export function ResetPassword({
  recovery,
  onResent,
  onOtherAddress,
  onReset,
}: {
  recovery: Recovery;
  onResent: (recovery: Recovery) => void;
  onOtherAddress: () => void;
  onReset: () => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const { register, control, handleSubmit, formState, setError, resetField } = useForm({
    resolver: zodResolver(resetPasswordSchema(recovery.email)),
    defaultValues: { otp: '', newPassword: '', confirmPassword: '' },
  });
  // Registered before the other fields, because the focus goes to the first registered field with an error.
  const { field: otp } = useController({ name: 'otp', control });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(
    async (values) => {
      setProblem(null);
      const outcome = await resetPassword(values);
      if ('done' in outcome) {
        setDone(true);
        return onReset();
      }
      for (const field of FIELDS) {
        const message = outcome.problemOf(field);
        if (message) setError(field, { message });
      }
      setProblem(outcome.problem);
    },
    () => setProblem(FILL_ALL_CORRECTLY),
  );

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <p className="text-ink-soft">
        We sent a code to <span className="font-medium text-ink">{recovery.email}</span> if it has an account.{' '}
        <button
          type="button"
          onClick={onOtherAddress}
          disabled={isSubmitting || done}
          className="font-semibold text-glacier underline underline-offset-4"
        >
          Use another address
        </button>
      </p>
      {/* Lets password managers save the new password under this username. */}
      <input type="text" autoComplete="username" value={recovery.email} readOnly hidden />
      {/* Enabled while it is checked: a disabled field would not get the focus after an error. */}
      <Field label="Code from the email" error={errors.otp?.message}>
        <CodeBoxes
          ref={otp.ref}
          autoFocus
          align="start"
          label="Code from the email"
          value={otp.value}
          onChange={otp.onChange}
          disabled={done}
        />
      </Field>
      <ResendCode
        key={recovery.endsAt}
        recovery={recovery}
        disabled={isSubmitting || done}
        onResent={(renewed) => {
          resetField('otp');
          setProblem(null);
          onResent(renewed);
        }}
      />
      <Field
        label="New password"
        required
        error={errors.newPassword?.message}
        hint={!errors.newPassword && 'At least 8 characters.'}
      >
        <PasswordInput {...register('newPassword')} autoComplete="new-password" disabled={done} />
      </Field>
      <Field label="Confirm password" required error={errors.confirmPassword?.message}>
        <PasswordInput {...register('confirmPassword')} autoComplete="new-password" disabled={done} />
      </Field>
      {problem && (
        <p role="alert" className="rounded-sm bg-danger-wash px-3.5 py-2.5 text-danger text-sm">
          {problem}
        </p>
      )}
      {done && (
        <p role="status" className="rounded-sm bg-juniper-wash px-3.5 py-2.5 text-juniper text-sm">
          Your password was changed. Log in with the new one.
        </p>
      )}
      <Button type="submit" loading={isSubmitting} disabled={done} className="mt-1 w-full">
        Reset Password
      </Button>
    </form>
  );
}
