// Target of a Google sign-in that returned no tokens: success leads to the account, an error to login (document 1 §2).
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { SIGN_IN_FAILED } from '../features/session/messages';
import { clearMarker } from '../features/session/third-party';
import { toast } from '../lib/toast';
import { paths } from '../paths';
import { Spinner } from '../ui/Spinner';
import { PageTitle } from './PageTitle';

/** Explanations of the server's error codes. Other text in the URL is never shown, because any site can write it. */
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
      // The fixed id prevents a second toast when the effect runs again.
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
