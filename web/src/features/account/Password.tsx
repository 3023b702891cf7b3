// Changes the password with the current one, or sets the first one with an emailed code (accounts created with
// Google).
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import '../../lib/zod-setup';
import type { User } from '../../api/types';
import { isOwnEmail, PASSWORD_IS_EMAIL } from '../../lib/password';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { PasswordInput } from '../../ui/Input';
import { changePassword, requestVerificationCode, sessionsQuery, setPassword } from './account-calls';
import { CODE_LENGTH, EmailedCode, INCOMPLETE_CODE, useEmailedCode } from './EmailedCode';
import { showFieldErrors } from './field-errors';
import { ErrorMessage } from './Panel';
import { SaveBar, type Saved } from './SaveBar';

const newPassword = z
  .string()
  .check(z.minLength(8, 'At least 8 characters'), z.maxLength(128, 'At most 128 characters'));
interface PasswordPair {
  newPassword: string;
  confirmPassword: string;
}
const isNotEmail = (user: User) =>
  z.refine<PasswordPair>((all) => !isOwnEmail(all.newPassword, user.email), {
    path: ['newPassword'],
    error: PASSWORD_IS_EMAIL,
  });
const passwordsMatch = z.refine<PasswordPair>((all) => all.newPassword === all.confirmPassword, {
  path: ['confirmPassword'],
  error: "The passwords don't match",
});

const changePasswordSchema = (user: User) =>
  z
    .object({
      currentPassword: z.string().check(z.minLength(1, 'Enter your current password')),
      newPassword,
      confirmPassword: z.string(),
    })
    .check(isNotEmail(user), passwordsMatch);
const CHANGE_FIELDS = ['currentPassword', 'newPassword', 'confirmPassword'] as const;

export function ChangePassword({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState<Saved>(null);
  const { register, handleSubmit, formState, setError, reset } = useForm({
    resolver: zodResolver(changePasswordSchema(user)),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const { errors, isSubmitting, isDirty } = formState;
  const submit = handleSubmit(async (typed) => {
    setSaved(null);
    try {
      await changePassword(typed);
      reset();
      setSaved('done');
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    } catch (failure) {
      setSaved({ problem: showFieldErrors(failure, CHANGE_FIELDS, setError) });
    }
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Password" className="grid gap-4 sm:grid-cols-2">
      {/* Lets password managers save the new password under this username. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <Field
        label="Current password"
        required
        error={errors.currentPassword?.message}
        className="sm:col-span-2 sm:max-w-[calc(50%-0.5rem)]"
      >
        <PasswordInput {...register('currentPassword')} autoComplete="current-password" />
      </Field>
      <Field label="New password" required error={errors.newPassword?.message} hint="At least 8 characters.">
        <PasswordInput {...register('newPassword')} autoComplete="new-password" />
      </Field>
      <Field label="Confirm new password" required error={errors.confirmPassword?.message}>
        <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
      </Field>
      <SaveBar
        saved={saved}
        changed={isDirty}
        busy={isSubmitting}
        label="Change password"
        done="Your password was changed. Every other device was signed out."
        className="sm:col-span-2"
      />
    </form>
  );
}

const setPasswordSchema = (user: User) =>
  z
    .object({ otp: z.string().check(z.length(CODE_LENGTH, INCOMPLETE_CODE)), newPassword, confirmPassword: z.string() })
    .check(isNotEmail(user), passwordsMatch);
const SET_FIELDS = ['otp', 'newPassword', 'confirmPassword'] as const;

export function SetPassword({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const code = useEmailedCode(requestVerificationCode);
  const { register, handleSubmit, formState, setError, setValue, watch } = useForm({
    resolver: zodResolver(setPasswordSchema(user)),
    defaultValues: { otp: '', newPassword: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = formState;
  const ask = async () => {
    setProblem(null);
    setValue('otp', '');
    // The API client has already shown the error as a toast.
    await code.begin().catch(() => {});
  };
  const submit = handleSubmit(async (typed) => {
    setProblem(null);
    try {
      await setPassword(user, typed);
    } catch (failure) {
      return setProblem(showFieldErrors(failure, SET_FIELDS, setError));
    }
    toast.success('Your password was set.');
    void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  });

  if (!code.sent) {
    return (
      <div className="grid justify-items-start gap-4">
        <p>You sign in with Google and have no password here. With one you can log in either way.</p>
        <Button variant="secondary" loading={code.sending} onClick={ask}>
          Email me a code to set one
        </Button>
      </div>
    );
  }
  return (
    <form onSubmit={submit} noValidate aria-label="Password" className="grid max-w-md gap-4">
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <EmailedCode
        to={user.email}
        sent={code.sent}
        sending={code.sending}
        code={watch('otp')}
        onCode={(typed) => setValue('otp', typed, { shouldValidate: formState.isSubmitted })}
        problem={errors.otp?.message ?? null}
        disabled={isSubmitting}
        onResend={ask}
      />
      <Field label="New password" required error={errors.newPassword?.message} hint="At least 8 characters.">
        <PasswordInput {...register('newPassword')} autoComplete="new-password" />
      </Field>
      <Field label="Confirm new password" required error={errors.confirmPassword?.message}>
        <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
      </Field>
      {problem && <ErrorMessage>{problem}</ErrorMessage>}
      <Button type="submit" loading={isSubmitting} className="justify-self-start">
        Set password
      </Button>
    </form>
  );
}
