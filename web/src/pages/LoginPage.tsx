// Login with email and password (document 1 §2, §5, §8). The guard redirects after a second.
import head from 'virtual:head/login';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import '../lib/zod-setup';
import { AuthFrame, GoogleButton, OrDivider } from '../features/session/AuthFrame';
import { FILL_ALL, logIn } from '../features/session/auth-calls';
import { finishThirdPartySignIn } from '../features/session/finish-third-party';
import { isReturning } from '../features/session/third-party';
import { useSession } from '../features/session/useSession';
import { lazyComponent } from '../lib/lazy-component';
import { paths } from '../paths';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { Input, PasswordInput } from '../ui/Input';
import { Spinner } from '../ui/Spinner';
import { PageHead } from './PageHead';

const SecondStepForm = lazyComponent(() =>
  import('../features/session/SecondStepForm').then((file) => file.SecondStepForm),
);

const form = z.object({
  email: z.string().check(z.trim(), z.minLength(1, FILL_ALL)),
  password: z.string().check(z.minLength(1, FILL_ALL)),
});

export function LoginPage() {
  const [search] = useSearchParams();
  const { status } = useSession();
  const [problem, setProblem] = useState<string | null>(null);
  // A sign-in with Google returns with its challenge in the URL.
  const [challenge, setChallenge] = useState(search.get('secondStep'));
  const [returning, setReturning] = useState(isReturning);
  const known = (useLocation().state as { email?: string } | null)?.email ?? '';
  const { register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(form),
    defaultValues: { email: known, password: '' },
    reValidateMode: 'onSubmit',
  });
  const done = status === 'authenticated';

  const submit = handleSubmit(
    async ({ email, password }) => {
      setProblem(null);
      const outcome = await logIn(email, password);
      if (typeof outcome === 'string' || !outcome) setProblem(outcome);
      else setChallenge(outcome.challenge);
    },
    () => setProblem(FILL_ALL),
  );
  const next = search.get('next');

  // A Google sign-in also returns here, so that its message can be read.
  useEffect(() => {
    if (!isReturning()) return;
    void finishThirdPartySignIn().then((wrong) => {
      setProblem(wrong);
      setReturning(false);
    });
  }, []);

  if (challenge) {
    return (
      <AuthFrame title="Second step" lead="Your account is protected by a second step.">
        <PageHead {...head} />
        <SecondStepForm
          challenge={challenge}
          onBegin={(why) => {
            setChallenge(null);
            setProblem(why);
          }}
        />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Login" lead={next ? 'Log in to continue where you left off.' : 'Log in to see your bookings.'}>
      <PageHead {...head} />
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field label="Email" required>
          <Input
            {...register('email')}
            type="email"
            autoComplete="username"
            inputMode="email"
            aria-invalid={Boolean(formState.errors.email)}
          />
        </Field>
        <Field label="Password" required>
          <PasswordInput
            {...register('password')}
            autoComplete="current-password"
            aria-invalid={Boolean(formState.errors.password)}
          />
        </Field>
        <Link
          to={next ? paths.forgotPasswordThen(next) : paths.forgotPassword}
          state={{ email: watch('email') }}
          className="-my-2 inline-flex min-h-11 items-center justify-self-end font-semibold text-glacier text-sm underline underline-offset-4"
        >
          Forgot Password?
        </Link>
        {problem && (
          <p role="alert" className="rounded-sm bg-danger-wash px-3.5 py-2.5 text-danger text-sm">
            {problem}
          </p>
        )}
        {returning && (
          <p role="status" className="flex items-center gap-3 rounded-sm bg-stone px-3.5 py-2.5 text-sm">
            <Spinner className="size-4" />
            Signing you in with Google…
          </p>
        )}
        {done && (
          <p role="status" className="rounded-sm bg-juniper-wash px-3.5 py-2.5 text-juniper text-sm">
            You are signed in.
          </p>
        )}
        <Button type="submit" loading={formState.isSubmitting} disabled={done || returning} className="mt-1 w-full">
          Continue
        </Button>
      </form>
      <OrDivider />
      <GoogleButton purpose="login" next={next} />
      <p className="mt-8">
        New here?{' '}
        <Link
          to={next ? paths.signupThen(next) : paths.signup}
          className="font-semibold text-glacier underline underline-offset-4"
        >
          Sign up
        </Link>
      </p>
    </AuthFrame>
  );
}
