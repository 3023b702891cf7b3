// The search of the address, and changes to it that never undo each other.
import { useCallback, useContext } from 'react';
import { type NavigateOptions, UNSAFE_DataRouterContext, useSearchParams } from 'react-router';

type Change = (now: URLSearchParams) => URLSearchParams;

/**
 * As `useSearchParams`, whose function form hands out the search that was last drawn. A page that is slow to draw would
 * make the second of two quick choices undo the first, so a change here starts from what the address says now.
 */
export function useAddress(): readonly [URLSearchParams, (change: Change, options?: NavigateOptions) => void] {
  const [drawn, setSearch] = useSearchParams();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const change = useCallback(
    (next: Change, options?: NavigateOptions) =>
      setSearch((old) => next(router ? new URLSearchParams(router.state.location.search) : old), options),
    [router, setSearch],
  );
  return [drawn, change];
}
