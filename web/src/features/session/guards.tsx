// Route guards: each waits for the session check, then renders the page or redirects (document 1 §2, decision 103).
import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate, useSearchParams } from 'react-router';
import { lazyComponent } from '../../lib/lazy-component';
import { localPath } from '../../lib/text';
import { paths } from '../../paths';
import { Spinner } from '../../ui/Spinner';
import { useSession } from './useSession';

/** Time to read the message after login or sign-up (document 1 §9). */
export const REDIRECT_MS = 1000;

export function Waiting() {
  return (
    <div className="flex min-h-[60vh] items-center justify-center text-ink-soft">
      <Spinner label="Checking your login" className="size-8" />
    </div>
  );
}

/** Renders the page for signed-in users. Redirects others to /login, which returns here. */
export function RequireSession() {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  if (status === 'loading') return <Waiting />;
  if (status === 'unauthenticated') return <Navigate to={paths.loginThen(pathname + search)} replace />;
  return <Outlet />;
}

const deskGuard = () => import('./desk-guard');

/** The desk: for staff and administrators. */
export const RequireAdmin = lazyComponent(() => deskGuard().then((file) => file.RequireAdmin), Waiting);

/** What guides read, and staff too. */
export const RequireGuide = lazyComponent(() => deskGuard().then((file) => file.RequireGuide), Waiting);

/**
 * Redirects users who are already signed in immediately. After a login on this page or in another tab, the page stays
 * for a second, so that its message can be read.
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
