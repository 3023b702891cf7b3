// Label, control, hint and error, connected for screen readers. Controls read the attributes from the context.
import { createContext, type ReactNode, use, useId } from 'react';

interface FieldAttributes {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldAttributes | null>(null);

/** True if an ErrorSummary announces the errors of the fields within, so that they are not announced twice. */
export const Summarized = createContext(false);

/** Attributes for a control inside a Field; its own props take precedence. */
export function useFieldAttributes(own: { id?: string; required?: boolean }) {
  const ties = use(FieldContext);
  return {
    id: own.id ?? ties?.id,
    'aria-describedby': ties?.describedBy,
    'aria-invalid': ties?.invalid || undefined,
    'aria-required': own.required || ties?.required || undefined,
  };
}

/** Id of the label, for a button that shows a value: a label alone would replace the value in the button's name. */
export function useFieldLabelId() {
  return use(FieldContext)?.labelId;
}

export function Field({
  id: ownId,
  label,
  error,
  hint,
  required = false,
  optional = false,
  hideLabel = false,
  className,
  children,
}: {
  /** Id of the control, to link to it. */
  id?: string;
  label: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean;
  /** Adds '(optional)' to the label. */
  optional?: boolean;
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const madeId = useId();
  const id = ownId ?? madeId;
  const isSummarized = use(Summarized);
  const labelId = `${id}-label`;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label id={labelId} htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1.5 block font-medium text-ink text-sm'}>
        {label}
        {optional && <span className="ml-1 font-normal text-ink-soft">(optional)</span>}
      </label>
      <FieldContext value={{ id, labelId, describedBy: described || undefined, invalid: Boolean(error), required }}>
        {children}
      </FieldContext>
      {error && (
        <p id={errorId} role={isSummarized ? undefined : 'alert'} className="mt-1.5 text-danger text-sm">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="mt-1.5 text-ink-soft text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}
