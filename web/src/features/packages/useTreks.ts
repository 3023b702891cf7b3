// The trek list with the single toast for its failure (decisions 25–27).
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { ApiFailure, tell } from '../../api/client';
import { TREKS_MAX_AGE_MS, treksQuery } from '../../api/query';
import { paths } from '../../paths';
import { useSession } from '../session/useSession';
import { FETCH_FAILED, SIGNED_IN_TITLE, VISITOR_TITLE } from './messages';

/** `details`: the packages page adds the line 'Error: …'; the home page shows the title only. */
export function useTreks({ details, refresh = false }: { details: boolean; refresh?: boolean }) {
  const treks = useQuery({ ...treksQuery(), refetchInterval: refresh ? TREKS_MAX_AGE_MS : false });
  const { status } = useSession();
  const navigate = useNavigate();

  useEffect(() => {
    // The message depends on the session, so the toast waits until that is loaded.
    if (!treks.error || status === 'loading') return;
    const visitor = status === 'unauthenticated';
    tell(treks.error, {
      say: visitor ? VISITOR_TITLE : SIGNED_IN_TITLE,
      ...(details && { description: `Error: ${failureText(treks.error)}` }),
      ...(visitor && { action: { label: 'Login', onClick: () => navigate(paths.login) } }),
    });
  }, [treks.error, status, details, navigate]);

  return treks;
}

export function failureText(failure: unknown): string {
  return (failure instanceof ApiFailure && failure.serverMessage) || FETCH_FAILED;
}
