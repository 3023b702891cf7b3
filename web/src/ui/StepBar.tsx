// Steps of a process: completed ones have a tick and a link, the current one is bold.
import clsx from 'clsx';
import { Check, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';

export interface Step {
  label: string;
  /** Link to a completed step; without it the step has only a tick. */
  to?: string | undefined;
}

export function StepBar({ steps, current, label }: { steps: Step[]; current: number; label: string }) {
  return (
    <nav aria-label={label} className="print:hidden">
      <ol className="flex flex-wrap items-center gap-x-1 text-[0.8125rem] sm:gap-x-2 sm:text-sm">
        {steps.map((step, index) => (
          <li key={step.label} className="flex min-h-8 items-center gap-x-1 sm:gap-x-2">
            {index > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-soft" />}
            {index < current ? (
              <CompletedStep {...step} />
            ) : (
              <span
                aria-current={index === current ? 'step' : undefined}
                className={clsx(index === current ? 'font-semibold text-ink' : 'text-ink-soft')}
              >
                {step.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function CompletedStep({ label, to }: Step) {
  const words = (
    <>
      <Check aria-hidden className="size-4 shrink-0 text-juniper" strokeWidth={2.5} />
      <span className={clsx(to && 'underline underline-offset-2')}>{label}</span>
      <span className="sr-only">, completed</span>
    </>
  );
  const look = 'inline-flex min-h-8 items-center gap-1';
  if (!to) return <span className={clsx(look, 'text-ink-soft')}>{words}</span>;
  return (
    <Link to={to} className={clsx(look, 'font-medium text-glacier')}>
      {words}
    </Link>
  );
}
