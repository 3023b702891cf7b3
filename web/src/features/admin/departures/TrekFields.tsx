// The trek and the route of a new departure.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { DeskFailed } from '../../../ui/DeskFailed';
import { Field } from '../../../ui/Field';
import { Select } from '../../../ui/Input';
import { trekChoicesQuery } from '../all-bookings';
import type { NewDepartureReturn, NewDepartureValues } from './departure-form';
import { trekToSellQuery } from './departures';

/** The chosen trek and route. A trek with one route needs no choice. */
export function useTrekAndRoute(form: NewDepartureReturn, { trekId, routeId }: NewDepartureValues) {
  const query = useQuery({ ...trekToSellQuery(trekId), enabled: trekId !== '' });
  const { trek, soldAs } = query.data ?? {};
  const { setValue } = form;
  useEffect(() => {
    if (!trek || trek.routes.some((one) => one._id === routeId)) return;
    const [only, ...others] = trek.routes;
    setValue('routeId', only?._id && others.length === 0 ? only._id : '');
  }, [trek, routeId, setValue]);
  return { query, trek, soldAs, route: trek?.routes.find((one) => one._id === routeId) };
}

export function TrekFields({
  form: { register, formState },
  chosen: { query, trek, soldAs },
}: {
  form: NewDepartureReturn;
  chosen: ReturnType<typeof useTrekAndRoute>;
}) {
  const treks = useQuery(trekChoicesQuery);
  const { errors } = formState;
  return (
    <>
      <Field label="Trek" required error={errors.trekId?.message}>
        {/* The key selects the trek of the URL once it is among the options. */}
        <Select {...register('trekId')} key={treks.data ? 'loaded' : 'loading'}>
          <option value="">{treks.isPending ? 'Loading treks…' : 'Choose a trek'}</option>
          {treks.data
            ?.filter((one) => !one.archivedAt)
            .map((one) => (
              <option key={one._id} value={one._id}>
                {one.name}
              </option>
            ))}
        </Select>
      </Field>
      <Field label="Route" required error={errors.routeId?.message}>
        <Select {...register('routeId')} disabled={!trek}>
          <option value="">{query.isLoading ? 'Loading routes…' : 'Choose a route'}</option>
          {trek?.routes.map((one) => (
            <option key={one._id} value={one._id}>
              {one.name}
              {!one.isVisible && ' (hidden)'}
            </option>
          ))}
        </Select>
      </Field>
      <Unloaded query={treks} title="The treks could not be loaded" />
      <Unloaded query={query} title="The routes of this trek could not be loaded" />
      {soldAs === 'private' && (
        <p className="rounded-sm bg-marigold-wash px-3 py-2 text-marigold-ink text-sm sm:col-span-2">
          This trek is sold to private parties only. Travellers see its departures once the trek is sold by departures,
          too.
        </p>
      )}
    </>
  );
}

/** Shown if the options of a field could not be loaded. Stays during the retry, so that its button keeps the focus. */
function Unloaded({
  query: { data, errorUpdateCount, isFetching, refetch },
  title,
}: {
  query: Pick<UseQueryResult, 'data' | 'errorUpdateCount' | 'isFetching' | 'refetch'>;
  title: string;
}) {
  if (data || errorUpdateCount === 0) return null;
  return (
    <div className="sm:col-span-2">
      <DeskFailed title={title} onRetry={() => void refetch()} retrying={isFetching} />
    </div>
  );
}
