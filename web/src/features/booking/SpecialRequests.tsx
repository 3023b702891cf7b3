// Special requests that the agency arranges (decision 74). The booking panel and the guest form show the same choice.
import type { SpecialRequestChoice } from '../../lib/special-requests';
import { Switch } from '../../ui/Toggle';

export function SpecialRequests({
  includeMeals,
  includePorter,
  onChange,
  className,
}: SpecialRequestChoice & { onChange: (change: Partial<SpecialRequestChoice>) => void; className?: string }) {
  return (
    <fieldset className={className}>
      <legend className="font-medium text-sm">Special requests</legend>
      <p className="text-ink-soft text-sm">We arrange them where possible. They do not change the price.</p>
      <Switch label="Meals" checked={includeMeals} onCheckedChange={(checked) => onChange({ includeMeals: checked })} />
      <Switch
        label="Porter"
        checked={includePorter}
        onCheckedChange={(checked) => onChange({ includePorter: checked })}
      />
    </fieldset>
  );
}
