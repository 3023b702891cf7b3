// Switch, checkbox and segmented control.
import clsx from 'clsx';
import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';

interface OnOff {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
  invalid?: boolean;
  /** Of the control, for a link to it. */
  id?: string;
  className?: string;
}

function LabelAndHint({ id, label, hint }: { id: string; label: ReactNode; hint?: ReactNode }) {
  return (
    <span className="min-w-0">
      <label htmlFor={id} className="block font-medium text-ink text-sm">
        {label}
      </label>
      {hint && (
        <span id={`${id}-hint`} className="block text-ink-soft text-sm">
          {hint}
        </span>
      )}
    </span>
  );
}

/** The native control is invisible above its drawing, with the size of a touch target. */
const nativeControlClass = 'absolute m-0 cursor-pointer opacity-0 disabled:cursor-not-allowed';

/** Prevents the implicit submission of the form by Enter. */
function handleEnter(event: KeyboardEvent, act?: () => void) {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  act?.();
}

export function Switch({ checked, onCheckedChange, label, hint, disabled, invalid, id: ownId, className }: OnOff) {
  const newId = useId();
  const id = ownId ?? newId;
  return (
    <div className={clsx('flex min-h-11 items-center justify-between gap-4', className)}>
      <LabelAndHint id={id} label={label} hint={hint} />
      <span className="relative h-7 w-12 shrink-0 has-checked:chosen rounded-full bg-line-strong transition-colors has-disabled:opacity-50 has-checked:bg-juniper forced-colors:border has-focus-visible:outline-2 has-focus-visible:outline-glacier has-focus-visible:outline-offset-2">
        <input
          id={id}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its state
          role="switch"
          checked={checked}
          onChange={(event) => onCheckedChange(event.target.checked)}
          onKeyDown={(event) => handleEnter(event, () => onCheckedChange(!checked))}
          disabled={disabled}
          aria-invalid={invalid || undefined}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className={clsx(nativeControlClass, 'peer -inset-2')}
        />
        <span
          aria-hidden
          className="pointer-events-none mt-[3px] block size-5.5 translate-x-[3px] rounded-full bg-paper transition-transform peer-checked:translate-x-[23px] forced-colors:bg-[ButtonText] forced-colors:peer-checked:bg-[SelectedItemText]"
        />
      </span>
    </div>
  );
}

export function Checkbox({ checked, onCheckedChange, label, hint, disabled, invalid, className }: OnOff) {
  const id = useId();
  return (
    <div className={clsx('flex min-h-11 items-center gap-3', className)}>
      <span className="relative flex size-6 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-raised has-aria-invalid:border-danger has-disabled:opacity-50 has-checked:border-laligurans has-checked:bg-laligurans has-focus-visible:outline-2 has-focus-visible:outline-glacier has-focus-visible:outline-offset-2">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          onChange={(event) => onCheckedChange(event.target.checked)}
          onKeyDown={(event) => handleEnter(event)}
          disabled={disabled}
          aria-invalid={invalid || undefined}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className={clsx(nativeControlClass, '-inset-2.5')}
        />
        {checked && <Check aria-hidden className="pointer-events-none size-4 text-on-laligurans" strokeWidth={3} />}
      </span>
      <LabelAndHint id={id} label={label} hint={hint} />
    </div>
  );
}

/** Row of exclusive options, built on native radio buttons for keyboard and form support. */
export function Segmented<Value extends string>({
  label,
  value,
  onChange,
  options,
  size = 'md',
  className,
}: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: { value: Value; label: ReactNode; title?: string }[];
  size?: 'sm' | 'md';
  className?: string;
}) {
  const name = useId();
  return (
    <fieldset className={clsx('inline-flex rounded-sm border border-line-strong bg-raised p-0.5', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          title={option.title}
          className={clsx(
            'relative flex cursor-pointer items-center justify-center gap-1.5 rounded-[4px] font-semibold text-ink-soft transition-colors hover:text-ink',
            'has-checked:chosen has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-glacier has-focus-visible:outline-offset-2',
            size === 'sm' ? 'min-h-8 px-2.5 text-xs' : 'min-h-9.5 px-3.5 text-sm',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-x-0 -inset-y-1.5 m-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
