// The ways to pay as radio cards.
import type { OfferedWay, WayToPay } from '../../api/types';
import { RadioCard } from '../../ui/RadioCard';
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
        <RadioCard
          key={offered.way}
          name="way-to-pay"
          value={offered.way}
          checked={chosen === offered.way}
          onChange={() => onChange(offered.way)}
          label={wayLabels[offered.way]}
          hint={hintOf(offered)}
        />
      ))}
    </fieldset>
  );
}
