// A choice as a card with a label and a line below it.
import type { ReactNode } from 'react';

export function RadioCard({
  name,
  value,
  checked,
  onChange,
  disabled,
  label,
  hint,
}: {
  name: string;
  value: string;
  checked: boolean;
  onChange: () => void;
  disabled?: boolean;
  label: ReactNode;
  hint?: ReactNode;
}) {
  return (
    <label className="relative block cursor-pointer rounded-sm border border-line-strong bg-raised py-2.5 pr-3 pl-10 text-sm transition-colors hover:border-ink has-checked:border-ink has-disabled:cursor-not-allowed has-disabled:border-line has-checked:bg-stone has-disabled:text-ink-soft has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-glacier has-focus-visible:outline-offset-2">
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        className="peer absolute inset-0 m-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      <span
        aria-hidden
        className="absolute top-3.5 left-3.5 size-4 rounded-full border border-line-strong peer-checked:border-5 peer-checked:border-ink"
      />
      <span className="block font-semibold">{label}</span>
      {hint && <span className="figures block text-ink-soft">{hint}</span>}
    </label>
  );
}
