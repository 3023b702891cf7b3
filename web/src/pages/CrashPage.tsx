// Shown when a page crashes or its code fails to load. A reload fetches the newest version of the site.
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { lazyComponent } from '../lib/lazy-component';
import { ErrorState } from '../ui/States';

const NotFoundPage = lazyComponent(() => import('./NotFoundPage').then((file) => file.NotFoundPage));

export function CrashPage({ inside = false }: { inside?: boolean }) {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  const missingCode = error instanceof Error && /import|module|chunk/i.test(error.message);
  const state = (
    <ErrorState
      whole
      title={missingCode ? "This page didn't load" : 'Something went wrong on this page'}
      message={
        missingCode
          ? 'The connection dropped, or the site was updated while you were here. Nothing you typed on other pages is lost.'
          : "Sorry, that's our fault. Reloading the page usually helps."
      }
      retryLabel="Reload page"
      onRetry={() => location.reload()}
    />
  );
  const page = <div className="page-width py-16">{state}</div>;
  return inside ? page : <main>{page}</main>;
}
