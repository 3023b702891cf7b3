// Toggle between USD and NPR. The choice is stored in the browser.
import { Segmented } from '../../ui/Toggle';
import { useMoney } from './useMoney';

export function CurrencyToggle({
  size = 'sm',
  label = 'Currency of prices',
  className,
}: {
  size?: 'sm' | 'md';
  label?: string;
  className?: string;
}) {
  const { shown, choices, choose } = useMoney();
  if (choices.length < 2) return null;
  return (
    <Segmented
      size={size}
      label={label}
      value={shown}
      onChange={choose}
      options={choices.map((code) => ({ value: code, label: code }))}
      className={className}
    />
  );
}
