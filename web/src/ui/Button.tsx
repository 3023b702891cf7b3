// Button and link styled as a button: five variants, three sizes, touch targets of at least 44 px.
import clsx from 'clsx';
import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'react-router';
import { Spinner } from './Spinner';

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'dangerGhost';
type Size = 'sm' | 'md' | 'lg';
interface Look {
  variant?: Variant;
  size?: Size;
}

const variants: Record<Variant, string> = {
  primary: 'forced-colors:border bg-laligurans text-on-laligurans hover:bg-laligurans-deep',
  secondary: 'border border-line-strong bg-raised text-ink hover:border-ink hover:bg-stone',
  ghost: 'text-ink hover:bg-stone',
  // For rows with many buttons, where borders would be too prominent.
  dangerGhost: 'text-danger hover:bg-danger-wash',
  danger: 'border border-danger text-danger hover:bg-danger-wash',
};
const sizes: Record<Size, string> = {
  // Small buttons get a 44 px target from an invisible pseudo-element, so that rows stay dense.
  sm: "relative min-h-9 px-3 py-1 text-sm after:absolute after:inset-x-0 after:-inset-y-1 after:content-['']",
  md: 'min-h-11 px-5 py-1.5 text-base',
  lg: 'min-h-13 px-7 py-2 text-lg',
};

function buttonClass({ variant = 'primary', size = 'md' }: Look, extra?: string) {
  return clsx(
    'inline-flex print:hidden select-none items-center justify-center gap-2 rounded-sm text-center font-semibold leading-tight no-underline transition-colors duration-150',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    variants[variant],
    sizes[size],
    extra,
  );
}

/** Also prevents the implicit submission of a form by Enter. */
const preventClick = (event: MouseEvent) => event.preventDefault();

/**
 * `loading` keeps the width and label, shows a spinner and ignores clicks. It uses aria-disabled, because a disabled
 * button loses the focus, and keyboard users would start at the top of the page after the response.
 */
export function Button({
  variant,
  size,
  loading = false,
  className,
  type = 'button',
  disabled,
  onClick,
  children,
  ...rest
}: ComponentProps<'button'> & Look & { loading?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      aria-disabled={loading || undefined}
      onClick={loading ? preventClick : onClick}
      aria-busy={loading || undefined}
      className={buttonClass({ variant, size }, className)}
    >
      {loading && <Spinner className="size-4" />}
      {children}
    </button>
  );
}

export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={buttonClass({ variant, size }, className)} />;
}

/** Button with an icon only; `label` is its accessible name and tooltip. */
export function IconButton({
  label,
  className,
  type = 'button',
  children,
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={clsx(
        'inline-flex size-11 shrink-0 print:hidden items-center justify-center rounded-sm text-ink transition-colors hover:bg-stone disabled:cursor-not-allowed disabled:opacity-45',
        className,
      )}
    >
      {children}
    </button>
  );
}
