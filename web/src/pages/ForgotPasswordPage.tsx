// Resets a password in two steps: the email address, then the code and the new password (document 1 §2, §4).
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { RequestCode } from '../features/recovery/RequestCode';
import { ResetPassword } from '../features/recovery/ResetPassword';
import { clearRecovery, REDIRECT_MS, type Recovery, readRecovery, saveRecovery } from '../features/recovery/recovery';
import { AuthFrame } from '../features/session/AuthFrame';
import { paths } from '../paths';
import { PageTitle } from './PageTitle';

export function ForgotPasswordPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const known = (useLocation().state as { email?: string } | null)?.email ?? '';
  const [recovery, setRecovery] = useState<Recovery | null>(() => readRecovery());
  const [email, setEmail] = useState(recovery?.email ?? known);
  const [reset, setReset] = useState(false);
  const next = search.get('next');
  const login = next ? paths.loginThen(next) : paths.login;

  useEffect(() => {
    if (!reset) return;
    const timer = setTimeout(() => navigate(login, { replace: true, state: { email } }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [reset, login, email, navigate]);

  const sent = (begun: Recovery) => {
    saveRecovery(begun);
    setEmail(begun.email);
    setRecovery(begun);
  };
  const lead = recovery
    ? 'Enter the code we emailed you and a new password.'
    : "We'll email you a code to reset your password.";

  return (
    <AuthFrame title="Forgot password" lead={lead}>
      <PageTitle>Forgot password</PageTitle>
      {recovery ? (
        <ResetPassword
          recovery={recovery}
          onResent={sent}
          onOtherAddress={() => {
            clearRecovery();
            setRecovery(null);
          }}
          onReset={() => {
            clearRecovery();
            setReset(true);
          }}
        />
      ) : (
        <RequestCode email={email} onSent={sent} />
      )}
      <p className="mt-8">
        Remembered it?{' '}
        <Link to={login} className="font-semibold text-glacier underline underline-offset-4">
          Login
        </Link>
      </p>
    </AuthFrame>
  );
}
