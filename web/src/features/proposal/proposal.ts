// A proposal, read with its signed link. The link is the permission, so no login is needed to read it.
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, request } from '../../api/client';
import type { Proposal } from '../../api/types';
import { proposalAnswer } from '../../api/validators/proposal';

/** `reader` is in the key, because only the owner of the booking sees it. */
export function proposalQuery(token: string, reader: string | undefined) {
  return queryOptions({
    queryKey: ['proposal', token, reader],
    queryFn: async ({ signal }): Promise<Proposal> => {
      const call = api.GET('/api/proposal/{token}', { params: { path: { token } }, signal });
      return (await request(call, proposalAnswer, 'silent')).data.proposal;
    },
    staleTime: 0,
    // Unless the link is wrong or over, a second try may succeed.
    retry: (count, failure) => count < 2 && failure instanceof ApiFailure && failure.worthRetrying,
  });
}
