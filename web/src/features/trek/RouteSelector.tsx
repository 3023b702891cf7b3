// Selection of one route of a trek, with key facts for comparison.
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
  const [only] = choices.length === 1 ? choices : [];
  if (only) {
    return (
      <section aria-labelledby="route">
        <h2 id="route" className="text-3xl">
          Route
        </h2>
        <div className="mt-4 rounded-lg bg-stone p-5">
          <RouteText choice={only} />
        </div>
      </section>
    );
  }
  return (
    <fieldset className="min-w-0">
      <legend className="font-display font-semibold text-3xl tracking-tight">Choose a route</legend>
      <div className="mt-4 grid gap-3 sm:grid-cols-2">
        {choices.map((choice) => (
          <label
            key={choice.route._id}
            className={clsx(
              'relative block min-w-0 cursor-pointer rounded-lg border border-line-strong bg-raised p-5 transition-colors hover:border-ink',
              'has-checked:border-ink has-checked:bg-stone has-checked:ring-1 has-checked:ring-ink',
              'has-focus-visible:outline-2 has-focus-visible:outline-glacier has-focus-visible:outline-offset-2',
            )}
          >
            <RouteText choice={choice} beside />
            <input
              type="radio"
              name="route"
              value={choice.route._id}
              checked={choice.route._id === value}
              onChange={() => onChange(choice.route._id)}
              className="peer absolute inset-0 m-0 cursor-pointer opacity-0"
            />
            <span
              aria-hidden
              className="absolute top-6 right-5 size-4.5 rounded-full border border-line-strong peer-checked:border-6 peer-checked:border-ink"
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** `beside`: leaves room for the radio mark beside the name. */
function RouteText({ choice: { route, facts, price }, beside }: { choice: RouteChoice; beside?: boolean }) {
  return (
    <>
      <span className={clsx('wrap-anywhere block font-display font-semibold text-xl leading-tight', beside && 'pr-8')}>
        {route.name}
      </span>
      <span className="figures mt-1.5 block">
        <span className="font-semibold">{price}</span>{' '}
        <span className="text-ink-soft text-sm">per person incl. taxes & fees</span>
      </span>
      <span className="figures mt-2 block text-sm">{facts}</span>
      <span className="wrap-anywhere mt-1.5 block text-ink-soft text-sm">{route.description}</span>
    </>
  );
}
