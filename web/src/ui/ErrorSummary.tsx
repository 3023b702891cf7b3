// List of all errors above a form: it takes the focus when the submission fails, and each line links to its field,
// which shows the same message (WCAG 3.3.1, technique G139).
import { useEffect, useId, useRef } from 'react';

const CORRECT_ERRORS = 'Please correct the errors in the form before proceeding.';
const MAX_SHOWN = 10;

export interface FieldError {
  /** Id of the control; without one the line is plain text. */
  id?: string;
  /** Part of the form, where the message alone is ambiguous: 'Guest 2'. */
  part?: string;
  message: string;
}

export function ErrorSummary({
  errors,
  attempts,
  className,
}: {
  errors: FieldError[];
  /** Number of submissions: a new one moves the focus, an edited field does not. */
  attempts: number;
  className?: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per attempt
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'start' });
    box.current?.focus({ preventScroll: true });
  }, [attempts]);
  if (errors.length === 0) return null;
  const more = errors.length - MAX_SHOWN;
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={`rounded-sm border border-danger bg-danger-wash px-4 py-3 text-danger outline-offset-2 ${className ?? ''}`}
    >
      <p id={titleId} className="font-semibold">
        {CORRECT_ERRORS}
      </p>
      <ul className="mt-1 text-sm">
        {errors.slice(0, MAX_SHOWN).map((error) => (
          <li key={`${error.id} ${error.message}`}>
            <Line {...error} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-sm">And {more} more below.</p>}
    </section>
  );
}

function Line({ id, part, message }: FieldError) {
  const words = part ? `${part}: ${message}` : message;
  if (!id) return <span className="inline-flex min-h-8 items-center">{words}</span>;
  return (
    <a
      href={`#${id}`}
      className="inline-flex min-h-8 items-center underline underline-offset-2"
      // Keeps the URL: a hash per click would add history entries between the steps.
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(id)?.focus();
      }}
    >
      {words}
    </a>
  );
}
