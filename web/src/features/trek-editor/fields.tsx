// The controls of the form. Each has the path of its field, which connects it to problems and to links to the field.
import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Field } from '../../ui/Field';
import { Input, Textarea } from '../../ui/Input';
import { useProblem } from './store';

interface Said {
  field: string;
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  optional?: boolean;
  className?: string;
}

export function TextField({
  field,
  label,
  value,
  onChange,
  hint,
  optional = false,
  className,
  ...rest
}: Said & Omit<ComponentProps<'input'>, keyof Said>) {
  const error = useProblem(field);
  return (
    <Field label={label} error={error} hint={hint} optional={optional} className={className ?? ''}>
      <Input {...rest} data-field={field} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

export function NumberField({ decimal = true, ...rest }: ComponentProps<typeof TextField> & { decimal?: boolean }) {
  return <TextField inputMode={decimal ? 'decimal' : 'numeric'} autoComplete="off" {...rest} />;
}

export function AreaField({
  field,
  label,
  value,
  onChange,
  hint,
  optional = false,
  className,
  rows = 3,
}: Said & { rows?: number }) {
  const error = useProblem(field);
  return (
    <Field label={label} error={error} hint={hint} optional={optional} className={className ?? ''}>
      <Textarea rows={rows} data-field={field} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

export const cellClass =
  'block w-full min-h-9 rounded-sm border border-line-strong bg-raised px-2 py-1 text-sm text-ink placeholder:text-ink-soft ' +
  'transition-colors hover:border-ink-soft focus-visible:border-glacier focus-visible:outline-offset-0 aria-invalid:border-danger';

/** A control in a table. With `under` (below a row of the same kind) its label is visually hidden on wide screens. */
export function CellInput({
  field,
  label,
  under = false,
  value,
  onChange,
  className,
  ...rest
}: Said & { under?: boolean } & Omit<ComponentProps<'input'>, keyof Said>) {
  const error = useProblem(field);
  return (
    <label className={clsx('block min-w-0', className)}>
      <span className={clsx('mb-0.5 block truncate text-ink-soft text-xs', under && 'sm:sr-only')}>{label}</span>
      <input
        type="text"
        autoComplete="off"
        {...rest}
        data-field={field}
        value={value}
        aria-invalid={error ? true : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={cellClass}
      />
      {error && <span className="mt-0.5 block text-danger text-xs">{error}</span>}
    </label>
  );
}

export function CellSelect({ field, label, value, onChange, className, children }: Said & { children: ReactNode }) {
  const error = useProblem(field);
  return (
    <label className={clsx('block min-w-0', className)}>
      <span className="mb-0.5 block truncate text-ink-soft text-xs">{label}</span>
      <select
        data-field={field}
        value={value}
        aria-invalid={error ? true : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={cellClass}
      >
        {children}
      </select>
      {error && <span className="mt-0.5 block text-danger text-xs">{error}</span>}
    </label>
  );
}

/** A section of the form with a heading. */
export function Part({
  id,
  title,
  aside,
  inPieces = false,
  children,
}: {
  id: string;
  title: string;
  aside?: ReactNode;
  /** Too tall for content-visibility, which renders a section as a whole or not at all. */
  inPieces?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      aria-labelledby={id}
      className={clsx(
        'border-line border-t pt-6 pb-9 first-of-type:border-t-0 first-of-type:pt-0',
        !inPieces && 'drawn-in-sight',
      )}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} tabIndex={-1} className="scroll-mt-40 font-semibold text-xl">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
