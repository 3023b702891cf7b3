// The routes of a trek as a choice of one, each with the line that tells it from the others.
import clsx from 'clsx';
import type { Route } from '../../api/types';

export interface RouteChoice {
  route: Route;
  /** '12 days, highest point 5,545 m, 134 km on foot' */
  facts: string;
  /** 'from $1,295' */
  price: string;
}

export function RouteSelector({
  choices,
  value,
  onChange,
}: {
  choices: RouteChoice[];
  value: string | undefined;
  onChange: (routeId: string) => void;
}) {
  const only = choices.length === 1;
  return (
    <fieldset>
      <legend className="font-display font-semibold text-3xl tracking-tight">
        {only ? 'The route' : 'Choose a route'}
      </legend>
      <div className={clsx('mt-4 grid gap-3', !only && 'sm:grid-cols-2')}>
        {choices.map(({ route, facts, price }) => (
          <label
            key={route._id}
            className={clsx(
              'relative block cursor-pointer rounded-lg border border-line bg-raised p-5 transition-colors',
              'has-checked:border-laligurans has-checked:ring-1 has-checked:ring-laligurans hover:border-line-strong',
              'has-focus-visible:outline-2 has-focus-visible:outline-glacier has-focus-visible:outline-offset-2',
            )}
          >
            <span className="flex items-baseline justify-between gap-4">
              <span className="font-display font-semibold text-xl">{route.name}</span>
              <span className="figures whitespace-nowrap font-semibold">
                {price} <span className="font-normal text-ink-soft text-sm">per person</span>
              </span>
            </span>
            <span className="figures mt-1 block text-sm">{facts}</span>
            <span className="mt-2 block text-ink-soft text-sm">{route.description}</span>
            <input
              type="radio"
              name="route"
              value={route._id}
              checked={route._id === value}
              onChange={() => onChange(route._id)}
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
