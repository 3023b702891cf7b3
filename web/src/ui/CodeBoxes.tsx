// Six boxes for a one-time code: digits only, a pasted text yields its first six digits, and phones suggest the code.
import clsx from 'clsx';
import { OTPInput, REGEXP_ONLY_DIGITS } from 'input-otp';
import type { Ref } from 'react';
import { useFieldAttributes } from './Field';

export function CodeBoxes({
  value,
  onChange,
  onComplete,
  label,
  length = 6,
  invalid,
  disabled,
  autoFocus,
  align = 'center',
  ref,
}: {
  value: string;
  onChange: (code: string) => void;
  onComplete?: (code: string) => void;
  label: string;
  length?: number;
  invalid?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  /** Centred in a dialog, or left-aligned below a label. */
  align?: 'center' | 'start';
  /** The text field behind the boxes, to focus it after an error. */
  ref?: Ref<HTMLInputElement>;
}) {
  const ties = useFieldAttributes({});
  const wrong = invalid || ties['aria-invalid'];
  return (
    <OTPInput
      ref={ref}
      id={ties.id}
      aria-describedby={ties['aria-describedby']}
      aria-invalid={wrong || undefined}
      aria-label={label}
      value={value}
      onChange={onChange}
      onComplete={onComplete}
      maxLength={length}
      pattern={REGEXP_ONLY_DIGITS}
      pasteTransformer={(pasted) => digitsOf(pasted, length)}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus={autoFocus}
      disabled={disabled}
      containerClassName={clsx('flex gap-2', align === 'center' && 'justify-center')}
      render={({ slots }) =>
        slots.map((slot, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its position
            key={index}
            className={clsx(
              'figures relative flex h-14 w-11 items-center justify-center rounded-sm border bg-raised font-semibold text-2xl sm:w-12',
              wrong ? 'border-danger' : 'border-line-strong',
              slot.isActive && 'z-10 outline-2 outline-glacier',
              disabled && 'opacity-50',
            )}
          >
            {slot.char}
            {slot.hasFakeCaret && <span className="h-6 w-px animate-shimmer bg-ink" />}
          </div>
        ))
      }
    />
  );
}

/** The first `most` digits of a text: '123 456 789' → '123456' for 6. */
export function digitsOf(text: string, most: number): string {
  return text.replace(/\D/g, '').slice(0, most);
}
