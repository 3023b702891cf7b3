// The request that proposals answer, and the beginning of a new version: from a route, from the version before, or empty.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { ApiFailure, tell } from '../../api/client';
import { treksQuery } from '../../api/query';
import { formatDate } from '../../lib/dates';
import { readPath } from '../../lib/json';
import { plural } from '../../lib/text';
import { useFilters } from '../../lib/useFilters';
import { paths } from '../../paths';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Input';
import { createProposal, KEY, requestQuery } from './desk';

export function ProposalRequest({ id }: { id: string }) {
  const { data: request } = useQuery(requestQuery(id));
  const { data: treks = [] } = useQuery(treksQuery());
  const { set } = useFilters();
  const queries = useQueryClient();
  const [source, setSource] = useState('');
  const create = useMutation({
    mutationFn: () => {
      const [trekId, routeId] = source.split(' ');
      return createProposal(id, trekId && routeId ? { trekId, routeId } : undefined);
    },
    onSuccess: (made) => set({ proposal: made.shown._id }),
    onError: (failure) => {
      // The request has a draft already: open it.
      const draft = failure instanceof ApiFailure ? readPath(failure.data, 'proposalId') : undefined;
      if (typeof draft === 'string') set({ proposal: draft });
      tell(failure, { otherwise: 'The proposal could not be created.' });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [KEY] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <div className="mb-5 grid gap-4">
      <div>
        <Link to={`${paths.adminSection('custom-treks')}&request=${id}`} className="text-glacier text-sm underline">
          View request
        </Link>
        {request && (
          <>
            <h2 className="wrap-anywhere text-xl">{request.destination}</h2>
            <p className="wrap-anywhere text-ink-soft text-sm">
              {request.name}, {plural(request.guests, 'guest')}
              {request.days ? `, ${plural(request.days, 'day')}` : ''}
              {request.startDate ? `, from ${formatDate(request.startDate)}` : ''}
            </p>
          </>
        )}
      </div>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3 rounded-sm border border-line p-4">
        <Field label="Start from" className="min-w-60 flex-1">
          <Select value={source} onChange={(event) => setSource(event.target.value)} className="text-sm">
            <option value="">The latest version, or the request alone</option>
            {treks.map((trek) => (
              <optgroup key={trek._id} label={trek.name}>
                {trek.routes.map((route) => (
                  <option key={route._id} value={`${trek._id} ${route._id}`}>
                    {trek.name}: {route.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </Field>
        <Button type="submit" loading={create.isPending}>
          New proposal
        </Button>
      </form>
    </div>
  );
}
