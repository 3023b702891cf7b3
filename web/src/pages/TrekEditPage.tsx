// /package/edit/:id: the edit form. It has no guard: the server rejects users who may not edit (document 2 §6).
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, Command } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { ApiFailure, api, request } from '../api/client';
import { parseTrek } from '../api/parse-trek';
import { anyResponse } from '../api/validate';
import { useDeskCommands } from '../features/admin/command/useDeskCommands';
import { isStaff } from '../features/session/roles';
import { useSession } from '../features/session/useSession';
import { TrekEditor } from '../features/trek-editor/TrekEditor';
import { readPath } from '../lib/json';
import { paths } from '../paths';
import { IconButton } from '../ui/Button';
import { Spinner } from '../ui/Spinner';
import { ErrorState } from '../ui/States';
import { adminMenuOf } from './admin-screens';
import { PageTitle } from './PageTitle';

const FAILED = 'Failed to fetch trek data';
const UNAUTHORIZED = 'You are not authorized to edit this trek.';

export function TrekEditPage() {
  const { id = '' } = useParams();
  const trek = useQuery({
    queryKey: ['trek-edit', id],
    queryFn: async ({ signal }) => {
      const call = api.GET('/api/treks/{id}', { params: { path: { id }, query: { edit: 'true' } }, signal });
      const read = parseTrek(readPath(await request(call, anyResponse, 'silent'), 'data', 'trek'));
      if (!read) throw new ApiFailure(0, null);
      return read;
    },
    // The form holds the loaded trek, which must not change. The next visit fetches it again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <div className="page-width pt-2 pb-16">
      <PageTitle>{trek.data ? `Edit ${trek.data.name}` : 'Edit trek'}</PageTitle>
      <DeskLine />
      {trek.data ? (
        <TrekEditor key={trek.data._id} mode="edit" trek={trek.data} />
      ) : trek.isError ? (
        <>
          <h1 className="sr-only">Edit trek</h1>
          <ErrorState
            title={FAILED}
            message={reasonOf(trek.error)}
            onRetry={() => void trek.refetch()}
            retryLabel="Try Again"
            retrying={trek.isFetching}
            className="mt-6"
          />
        </>
      ) : (
        <div className="flex min-h-[60vh] items-center justify-center text-ink-soft">
          <h1 className="sr-only">Edit trek</h1>
          <Spinner label="Loading the trek" className="size-10" />
        </div>
      )}
    </div>
  );
}

/** For staff the page is part of the desk: a link back to the list, and the command menu. */
function DeskLine() {
  return isStaff(useSession().user) ? <AdminLine /> : null;
}

function AdminLine() {
  const { openMenu, overlays } = useDeskCommands(adminMenuOf(useSession().user));
  return (
    <div className="flex items-center justify-between">
      <Link
        to={paths.adminSection('manage-treks')}
        data-desk-back
        className="-ml-1 inline-flex min-h-11 items-center gap-1 text-ink-soft text-sm hover:text-ink"
      >
        <ChevronLeft aria-hidden className="size-4" />
        Manage Treks
      </Link>
      <IconButton label="Command menu" onClick={openMenu} className="-mr-2 text-ink-soft">
        <Command aria-hidden className="size-4.5" />
      </IconButton>
      {overlays}
    </div>
  );
}

function reasonOf(error: unknown): string {
  const { status, serverMessage } = error as Partial<ApiFailure>;
  if (status === 401 || status === 403) return UNAUTHORIZED;
  if (status === 404) return 'Trek not found.';
  return serverMessage ?? 'Please check your internet connection and try again.';
}
