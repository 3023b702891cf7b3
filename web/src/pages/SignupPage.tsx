// Sign-up: the form, then the code from the email (document 1 §2, §4, §5). The guard redirects after a second.
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import '../lib/zod-setup';
import { ApiFailure } from '../api/client';
import { AuthFrame, GoogleButton, OrDivider } from '../features/session/AuthFrame';
import { FILL_ALL_CORRECTLY, type PendingSignup, signUp } from '../features/session/auth-calls';
import { CodeDialog } from '../features/session/CodeDialog';
import { clearPendingSignup, readPendingSignup, savePendingSignup } from '../features/session/pending-signup';
import { clearSignupDraft, readSignupDraft, saveSignupDraft } from '../features/session/signup-draft';
import { useSession } from '../features/session/useSession';
import { isOwnEmail, PASSWORD_IS_EMAIL } from '../lib/password';
import { paths } from '../paths';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { Input, PasswordInput } from '../ui/Input';
import { PageTitle } from './PageTitle';

const form = z
  .object({
    name: z.string().check(z.trim(), z.minLength(1, 'Enter your name'), z.maxLength(100, 'At most 100 characters')),
    email: z
      .string()
      .check(z.trim(), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Enter an email address like name@example.com')),
    password: z.string().check(z.minLength(8, 'At least 8 characters'), z.maxLength(128, 'At most 128 characters')),
    confirmPassword: z.string(),
  })
  .check(
    z.refine((all) => !isOwnEmail(all.password, all.email), { path: ['password'], error: PASSWORD_IS_EMAIL }),
    z.refine((all) => all.password === all.confirmPassword, {
      path: ['confirmPassword'],
      error: "The passwords don't match",
    }),
  );
const FIELDS = ['name', 'email', 'password', 'confirmPassword'] as const;

export function SignupPage() {
  const [search] = useSearchParams();
  const { status } = useSession();
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState<PendingSignup | null>(() => readPendingSignup());
  const { register, handleSubmit, formState, setError, watch } = useForm({
    resolver: zodResolver(form),
    defaultValues: { ...readSignupDraft(), password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = formState;
  useEffect(() => {
    const { unsubscribe } = watch(({ name = '', email = '' }) => saveSignupDraft({ name, email }));
    return unsubscribe;
  }, [watch]);
  const done = status === 'authenticated';
  const next = search.get('next');

  const submit = handleSubmit(
    async (values) => {
      setProblem(null);
      try {
        const begun = await signUp(values);
        savePendingSignup(begun);
        setPending(begun);
      } catch (failure) {
        if (!(failure instanceof ApiFailure)) throw failure;
        for (const field of FIELDS) {
          const message = failure.problemOf(field);
          if (message) setError(field, { message });
        }
        setProblem(failure.serverMessage ?? 'Signup failed');
      }
    },
    () => setProblem(FILL_ALL_CORRECTLY),
  );
  const close = () => {
    clearPendingSignup();
    setPending(null);
  };

  const verified = () => {
    clearSignupDraft();
    close();
  };

  return (
    <AuthFrame title="Sign up" lead="One account for all your bookings and invoices.">
      <PageTitle>Sign up</PageTitle>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field label="Username" required error={errors.name?.message}>
          <Input {...register('name')} autoComplete="name" />
        </Field>
        <Field label="Email" required error={errors.email?.message}>
          <Input {...register('email')} type="email" autoComplete="email" inputMode="email" />
        </Field>
        <Field
          label="Password"
          required
          error={errors.password?.message}
          hint={!errors.password && 'At least 8 characters.'}
        >
          <PasswordInput {...register('password')} autoComplete="new-password" />
        </Field>
        <Field label="Confirm password" required error={errors.confirmPassword?.message}>
          <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
        </Field>
        {problem && (
          <p role="alert" className="rounded-sm bg-danger-wash px-3.5 py-2.5 text-danger text-sm">
            {problem}
          </p>
        )}
        {done && (
          <p role="status" className="rounded-sm bg-juniper-wash px-3.5 py-2.5 text-juniper text-sm">
            Your account is ready.
          </p>
        )}
        <Button type="submit" loading={isSubmitting} disabled={done} className="mt-1 w-full">
          Continue
        </Button>
      </form>
      <OrDivider />
      <GoogleButton purpose="signup" next={next} />
      <p className="mt-8">
        Have an account?{' '}
        <Link
          to={next ? paths.loginThen(next) : paths.login}
          className="font-semibold text-glacier underline underline-offset-4"
        >
          Login
        </Link>
      </p>
      {pending && <CodeDialog key={pending.tempUserId} pending={pending} onVerified={verified} onClose={close} />}
    </AuthFrame>
  );
}
