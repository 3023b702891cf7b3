// The ways to pay as radio cards.
import clsx from 'clsx';
import type { OfferedWay, WayToPay } from '../../api/types';
import { wayHint, wayLabels } from './ways';

export function WayPicker({
  ways,
  chosen,
  onChange,
  hintOf = wayHint,
}: {
  ways: OfferedWay[];
  chosen: WayToPay;
  onChange: (way: WayToPay) => void;
  hintOf?: (way: OfferedWay) => string;
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">How do you want to pay?</legend>
      {ways.map((offered) => (
        <label
          key={offered.way}
          className={clsx(
            'relative block cursor-pointer rounded-sm border border-line-strong bg-raised py-2.5 pr-3 pl-10 text-sm transition-colors hover:border-ink',
            'has-checked:border-ink has-checked:bg-stone has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-glacier has-focus-visible:outline-offset-2',
          )}
        >
          <input
            type="radio"
            name="way-to-pay"
            value={offered.way}
            checked={chosen === offered.way}
            onChange={() => onChange(offered.way)}
            className="peer absolute inset-0 m-0 cursor-pointer opacity-0"
          />
          <span
            aria-hidden
            className="absolute top-3.5 left-3.5 size-4 rounded-full border border-line-strong peer-checked:border-5 peer-checked:border-ink"
          />
          <span className="block font-semibold">{wayLabels[offered.way]}</span>
          <span className="figures block text-ink-soft">{hintOf(offered)}</span>
        </label>
      ))}
    </fieldset>
  );
}
