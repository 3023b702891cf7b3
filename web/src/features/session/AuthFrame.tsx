// Layout of login, sign-up and password recovery: the form, a picture beside it, and the terms below.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useConfig } from '../../api/useConfig';
import { paths } from '../../paths';
import { Button } from '../../ui/Button';
import { ChautariPicture } from '../../ui/ChautariPicture';
import { type Purpose, redirectToGoogle } from './third-party';

export function AuthFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="page-width grid min-h-[72vh] items-stretch gap-x-16 pt-10 lg:grid-cols-[minmax(0,28rem)_1fr] lg:pt-14">
      <div className="mx-auto w-full max-w-md pb-10 lg:mx-0">
        <h1 className="text-4xl">{title}</h1>
        <p className="mt-2 mb-8 text-ink-soft">{lead}</p>
        {children}
        <p className="mt-8 text-ink-soft text-sm">
          By continuing you agree to our{' '}
          <Link to={paths.terms} className="text-glacier underline underline-offset-4">
            Terms of Service
          </Link>{' '}
          and{' '}
          <Link to={paths.privacy} className="text-glacier underline underline-offset-4">
            Privacy Policy
          </Link>
          .
        </p>
      </div>
      <div aria-hidden className="relative isolate hidden overflow-hidden rounded-lg bg-sky lg:block">
        <ChautariPicture sizes="67rem" own={useConfig()?.site?.homeImage} />
      </div>
    </div>
  );
}

export function OrDivider() {
  return (
    <div className="my-6 flex items-center gap-4 text-ink-soft text-sm">
      <span className="h-px flex-1 bg-line" />
      or
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}

/** Sign-in with Google, if the agency has set it up; otherwise a disabled button with the reason. */
export function GoogleButton({ purpose, next }: { purpose: Purpose; next: string | null }) {
  const ready = useConfig()?.google ?? false;
  return (
    <>
      <Button
        variant="secondary"
        disabled={!ready}
        aria-describedby={ready ? undefined : 'google-off'}
        onClick={() => redirectToGoogle(purpose, next)}
        className="w-full"
      >
        {purpose === 'login' ? 'Login with Google' : 'Sign up with Google'}
      </Button>
      {!ready && (
        <p id="google-off" className="mt-2 text-center text-ink-soft text-sm">
          Google sign-in is not set up on this site.
        </p>
      )}
    </>
  );
}
