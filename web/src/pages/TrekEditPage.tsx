// /package/edit/:id: the edit form. No guard here: the server refuses who may not edit (document 2 §6).
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ApiFailure, api, ask } from '../api/client';
import { readTrek } from '../api/read-trek';
import { TrekEditor } from '../features/trek-editor/TrekEditor';
import { Spinner } from '../ui/Spinner';
import { ErrorState } from '../ui/States';

const FAILED = 'Failed to fetch trek data';
const UNAUTHORIZED = 'You are not authorized to edit this trek.';

export function TrekEditPage() {
  const { id = '' } = useParams();
  const trek = useQuery({
    queryKey: ['trek-edit', id],
    queryFn: async ({ signal }) => {
      const call = api.GET('/api/treks/{id}', { params: { path: { id }, query: { edit: 'true' } }, signal });
      const read = readTrek((await ask(call, 'silent'))?.data?.trek);
      if (!read) throw new ApiFailure(0, null);
      return read;
    },
    // The form holds what was read; what is stored is asked for anew by the next visit.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <div className="page-width pt-4 pb-16">
      <title>{`${trek.data ? `Edit ${trek.data.name}` : 'Edit trek'} · Chautari`}</title>
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

function reasonOf(error: unknown): string {
  const { status, serverMessage } = error as Partial<ApiFailure>;
  if (status === 401 || status === 403) return UNAUTHORIZED;
  if (status === 404) return 'Trek not found.';
  return serverMessage ?? 'Please check your internet connection and try again.';
}
