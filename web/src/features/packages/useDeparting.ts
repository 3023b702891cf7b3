// The treks with a group departure on sale in a month, or a guaranteed one, as the server finds them.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, request } from '../../api/client';
import { parseTrekList } from '../../api/parse-trek';
import { anyResponse } from '../../api/validate';
import { readPath } from '../../lib/json';

/** `ids` is undefined without such a filter. */
export function useDeparting(month: string | null, guaranteed: boolean) {
  const isWanted = month !== null || guaranteed;
  const query = useQuery({
    queryKey: ['departing', month, guaranteed],
    queryFn: async ({ signal }) => {
      const asked = { ...(month && { month }), ...(guaranteed && { guaranteed: 'true' }) };
      const call = api.GET('/api/treks/getall', { params: { query: asked }, signal });
      const treks = parseTrekList(readPath(await request(call, anyResponse, 'silent'), 'data', 'treks')) ?? [];
      return new Set(treks.map((trek) => trek._id));
    },
    enabled: isWanted,
    // Seats are sold meanwhile.
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  return {
    ids: isWanted ? query.data : undefined,
    isPending: isWanted && query.isPending,
    isFailed: isWanted && query.isError && !query.data,
    retry: () => void query.refetch(),
  };
}
