// /invitation/:token: an invitation to the staff (operations §6). An account of the address must be logged in; without one
// it is created here. The link in the email is the permission.
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { ApiFailure } from '../api/client';
import { useConfig } from '../api/useConfig';
import { signInWith } from '../features/session/auth-calls';
import { homeOf } from '../features/session/roles';
import { logOut, updateUser } from '../features/session/session';
import { useSession } from '../features/session/useSession';
import { type Entered, NewAccount } from '../features/staff/NewAccount';
import {
  acceptInvitation,
  acceptWithNewAccount,
  invitationQuery,
  type ReceivedInvitation,
  ROLES,
} from '../features/staff/staff';
import { formatLocalDate } from '../lib/dates';
import { toast } from '../lib/toast';
import { paths } from '../paths';
import { Button, ButtonLink } from '../ui/Button';
import { EmptyState, ErrorState, Skeleton } from '../ui/States';
import { PageTitle } from './PageTitle';

export function InvitationPage() {
  const { token = '' } = useParams();
  const { status } = useSession();
  const { data: invitation, error, isFetching, refetch } = useQuery(invitationQuery(token));
  return (
    <div className="page-width max-w-2xl! pt-8 pb-16">
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : invitation && status !== 'loading' ? (
        <Invited token={token} invitation={invitation} />
      ) : (
        <div aria-busy="true" className="grid gap-4">
          <p role="status" className="sr-only">
            Loading your invitation
          </p>
          <Skeleton className="h-12" />
          <Skeleton className="h-48" />
        </div>
      )}
    </div>
  );
}

function Invited({ token, invitation }: { token: string; invitation: ReceivedInvitation }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const site = useConfig()?.name ?? 'the agency';
  const role = ROLES.find((one) => one.role === invitation.role);
  const accept = useMutation({
    mutationFn: async (entered: Entered | null) => {
      if (entered) {
        const session = await acceptWithNewAccount(token, entered);
        signInWith(session);
        return session.user;
      }
      const accepted = await acceptInvitation(token);
      updateUser(accepted);
      return accepted;
    },
    onSuccess: (accepted) => {
      toast.success(`Welcome to the staff of ${site}.`);
      navigate(homeOf(accepted), { replace: true });
    },
  });
  if (accept.error instanceof ApiFailure && accept.error.status === 410) {
    return <Failed error={accept.error} onRetry={() => {}} isRetrying={false} />;
  }
  const isOther = user && user.email.toLowerCase() !== invitation.email.toLowerCase();
  return (
    <>
      <PageTitle>Invitation</PageTitle>
      <h1 className="text-4xl">Work on {site}</h1>
      <p className="mt-4 text-lg">
        {invitation.invitedBy} invites <strong className="wrap-anywhere font-semibold">{invitation.email}</strong> to
        the staff.
      </p>
      <dl className="mt-6 grid divide-y divide-line border-line border-y">
        <Line label="Role">
          {role?.label}
          <span className="block text-ink-soft text-sm">{role?.hint}</span>
        </Line>
        <Line label="Valid until">{formatLocalDate(invitation.expiresAt)}</Line>
      </dl>
      {accept.error && (
        <p role="alert" className="mt-6 rounded-sm bg-danger-wash px-3.5 py-2.5 text-danger text-sm">
          {(accept.error instanceof ApiFailure && accept.error.serverMessage) ||
            "We couldn't accept the invitation. Check your connection and try again."}
        </p>
      )}
      {isOther ? (
        <OtherAccount email={user.email} />
      ) : user ? (
        <Button className="mt-6" loading={accept.isPending} onClick={() => accept.mutate(null)}>
          Accept the invitation
        </Button>
      ) : invitation.hasAccount ? (
        <LogInFirst email={invitation.email} />
      ) : (
        <NewAccount
          email={invitation.email}
          busy={accept.isPending}
          failure={accept.error}
          onSubmit={(entered) => accept.mutate(entered)}
        />
      )}
    </>
  );
}

function LogInFirst({ email }: { email: string }) {
  const { pathname } = useLocation();
  return (
    <>
      <p className="mt-6">This address has an account. Log in with it to accept.</p>
      <ButtonLink className="mt-4" to={paths.loginThen(pathname)} state={{ email }}>
        Log in
      </ButtonLink>
    </>
  );
}

function OtherAccount({ email }: { email: string }) {
  return (
    <>
      <p className="mt-6">
        You are logged in as <strong className="wrap-anywhere font-semibold">{email}</strong>, but this invitation is
        for another address. Log out to continue.
      </p>
      <Button variant="secondary" className="mt-4" onClick={() => void logOut()}>
        Log out
      </Button>
    </>
  );
}

function Failed({ error, onRetry, isRetrying }: { error: unknown; onRetry: () => void; isRetrying: boolean }) {
  const failure = error instanceof ApiFailure ? error : null;
  if (failure?.status === 404 || failure?.status === 410) {
    const title = failure.status === 410 ? 'This invitation is no longer open' : 'This link is not valid';
    return (
      <>
        <PageTitle>{title}</PageTitle>
        <EmptyState
          whole
          title={title}
          message={
            failure.status === 410
              ? failure.serverMessage
              : 'Check that you opened the whole link of the email, or ask for a new one.'
          }
          action={<ButtonLink to={paths.login}>Log in</ButtonLink>}
          className="min-h-[50vh] justify-center"
        />
      </>
    );
  }
  return (
    <>
      <PageTitle>Invitation</PageTitle>
      <ErrorState
        whole
        title="Your invitation could not be loaded"
        message="Please check your connection and try again."
        onRetry={onRetry}
        retrying={isRetrying}
      />
    </>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 sm:max-w-80 sm:text-right">{children}</dd>
    </div>
  );
}
