// The frame of login, sign-up and recovery: the form on paper, the mountain beside it, terms below.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useConfig } from '../../api/useConfig';
import { paths } from '../../paths';
import { Button } from '../../ui/Button';
import { ProfileLine } from '../../ui/ProfileLine';
import { leaveForGoogle, type Purpose } from './third-party';

// Lukla to Kala Patthar and the first steps down, a true walk for the margin.
const WALK = [
  2860, 2610, 2835, 3440, 3880, 3790, 3440, 3250, 3867, 4410, 5083, 4410, 4940, 5164, 5364, 5164, 5545, 5164, 4940,
];

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
      <div aria-hidden className="relative hidden overflow-hidden rounded-lg bg-stone lg:block">
        <p className="absolute inset-x-10 top-10 font-display font-semibold text-2xl">
          Lukla to Kala Patthar
          <span className="figures mt-1 block font-normal font-sans text-base text-ink-soft">2,860 m to 5,545 m</span>
        </p>
        <ProfileLine altitudes={WALK} label="" className="absolute! inset-x-0 bottom-0 h-3/5 text-glacier" />
      </div>
    </div>
  );
}

export function Or() {
  return (
    <div className="my-6 flex items-center gap-4 text-ink-soft text-sm">
      <span className="h-px flex-1 bg-line" />
      or
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}

/** Sign-in by Google where the agency has set it up; elsewhere the button says that it is not. */
export function GoogleButton({ purpose, next }: { purpose: Purpose; next: string | null }) {
  const ready = useConfig()?.google ?? false;
  return (
    <>
      <Button
        variant="secondary"
        disabled={!ready}
        aria-describedby={ready ? undefined : 'google-off'}
        onClick={() => leaveForGoogle(purpose, next)}
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
