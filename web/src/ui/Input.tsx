// Form controls: text field, text area, password with a show button, and native select.
import clsx from 'clsx';
import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useFieldAttributes } from './Field';

export const controlClass =
  'block w-full min-h-11 rounded-sm border border-line-strong bg-raised px-3.5 py-2 text-base text-ink placeholder:text-ink-soft ' +
  'transition-colors hover:border-ink-soft focus-visible:border-glacier focus-visible:outline-offset-0 ' +
  'aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-stone disabled:text-ink-soft [&:is(input,textarea):read-only]:bg-stone';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  const ties = useFieldAttributes(rest);
  return <input type="text" {...ties} {...rest} id={ties.id} className={clsx(controlClass, className)} />;
}

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  const ties = useFieldAttributes(rest);
  return (
    <textarea
      {...ties}
      // Browsers scroll only the line of the cursor into view, which leaves the rest below a sticky bar.
      onKeyUp={(event) => event.key === 'Tab' && event.currentTarget.scrollIntoView({ block: 'nearest' })}
      {...rest}
      rows={rows}
      id={ties.id}
      className={clsx(controlClass, 'resize-y leading-relaxed', className)}
    />
  );
}

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const ties = useFieldAttributes(rest);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <input
        spellCheck={false}
        autoCapitalize="none"
        {...ties}
        {...rest}
        id={ties.id}
        type={shown ? 'text' : 'password'}
        className={clsx(controlClass, 'pr-12', className)}
      />
      <button
        type="button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-sm text-ink-soft hover:text-ink"
      >
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      </button>
    </div>
  );
}

/** Native select, which works best on phones and with screen readers. Children are `<option>` elements. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  const ties = useFieldAttributes(rest);
  return (
    <div className="relative">
      <select {...ties} {...rest} id={ties.id} className={clsx(controlClass, 'appearance-none pr-10', className)}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-soft"
      />
    </div>
  );
}
