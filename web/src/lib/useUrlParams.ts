// The URL's search parameters, with updates that do not overwrite each other.
import { useCallback, useContext } from 'react';
import { type NavigateOptions, UNSAFE_DataRouterContext, useSearchParams } from 'react-router';

type Change = (now: URLSearchParams) => URLSearchParams;

/**
 * Like `useSearchParams`, whose function form passes the parameters of the last render. On a page that renders slowly,
 * the second of two quick changes would revert the first, so changes here start from the router's current URL.
 */
export function useUrlParams(): readonly [URLSearchParams, (change: Change, options?: NavigateOptions) => void] {
  const [drawn, setSearch] = useSearchParams();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const change = useCallback(
    (next: Change, options?: NavigateOptions) =>
      setSearch((old) => next(router ? new URLSearchParams(router.state.location.search) : old), options),
    [router, setSearch],
  );
  return [drawn, change];
}
