// Who may see a page: guards wait for the check of the session, then let in or send elsewhere (document 1 §2, decision 103).
import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate, useSearchParams } from 'react-router';
import { localPath } from '../../lib/text';
import { paths } from '../../paths';
import { Spinner } from '../../ui/Spinner';
import { useSession } from './useSession';

/** After login or sign-up the visitor reads the message for a second (document 1 §9). */
export const REDIRECT_MS = 1000;

function Waiting() {
  return (
    <div className="flex min-h-[60vh] items-center justify-center text-ink-soft">
      <Spinner label="Checking your login" className="size-8" />
    </div>
  );
}

/** Signed in, else /login, which comes back here. */
export function RequireSession() {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  if (status === 'loading') return <Waiting />;
  if (status === 'unauthenticated') return <Navigate to={paths.loginThen(pathname + search)} replace />;
  return <Outlet />;
}

export function RequireAdmin() {
  const { status, user } = useSession();
  const { pathname, search } = useLocation();
  if (status === 'loading') return <Waiting />;
  if (status === 'unauthenticated') return <Navigate to={paths.loginThen(pathname + search)} replace />;
  // An admin area in ?next= would send a traveller back and forth between the two guards.
  if (user.role !== 'admin') return <Navigate to={paths.login} replace />;
  return <Outlet />;
}

/**
 * For who comes signed in: away at once. Who signs in on the page (or in another tab) stays a second to read
 * what it says, then goes where he was going.
 */
export function LoggedOutOnly() {
  const { status } = useSession();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [cameSignedOut, setCameSignedOut] = useState(false);
  const to = localPath(search.get('next'), paths.home);

  useEffect(() => {
    if (status === 'unauthenticated') setCameSignedOut(true);
    if (status !== 'authenticated' || !cameSignedOut) return;
    const timer = setTimeout(() => navigate(to, { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [status, cameSignedOut, to, navigate]);

  if (status === 'loading') return <Waiting />;
  if (status === 'authenticated' && !cameSignedOut) return <Navigate to={to} replace />;
  return <Outlet />;
}
