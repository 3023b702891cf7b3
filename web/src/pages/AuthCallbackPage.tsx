// Where a sign-in by Google ends that brought no tokens: success goes to the account, an error to login (document 1 §2).
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { SIGN_IN_FAILED } from '../features/session/messages';
import { clearMarker } from '../features/session/third-party';
import { toast } from '../lib/toast';
import { paths } from '../paths';
import { Spinner } from '../ui/Spinner';
import { PageTitle } from './PageTitle';

/** Why, for the reasons that the server names; what else stands in an address is nobody's words. */
const REASONS: Record<string, string> = {
  not_configured: 'Google sign-in is not set up on this site.',
  unavailable: "The sign-in service isn't responding. Please try again later.",
  cancelled: 'You cancelled the sign-in.',
  expired: 'The sign-in took too long or was started in another window. Please try again.',
  email_not_verified: "Your email address isn't verified with that service yet.",
};

export function AuthCallbackPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const error = search.get('error');
  const succeeded = error === null && search.get('success') === 'true';

  useEffect(() => {
    clearMarker();
    if (!succeeded) {
      const description = error && Object.hasOwn(REASONS, error) ? REASONS[error] : undefined;
      // One toast, however often the effect runs.
      toast.error(SIGN_IN_FAILED, { id: 'third-party', ...(description && { description }) });
    }
    navigate(succeeded ? paths.dashboard : paths.login, { replace: true });
  }, [succeeded, error, navigate]);

  return (
    <div className="flex min-h-[60vh] items-center justify-center text-ink-soft">
      <PageTitle>Signing in</PageTitle>
      <h1 className="sr-only">Signing in</h1>
      <Spinner label="Signing in" className="size-8" />
    </div>
  );
}
