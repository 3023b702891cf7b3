// Where one is in a walk of a few steps: a string of flags, the passed ones full, the one that one is at named.
import clsx from 'clsx';

const FLAGS = ['bg-flag-blue', 'bg-flag-white', 'bg-flag-red', 'bg-flag-green', 'bg-flag-yellow'];

export function StepBar({ steps, current, label }: { steps: string[]; current: number; label: string }) {
  return (
    <nav aria-label={label}>
      <ol className="grid gap-1.5" style={{ gridTemplateColumns: `repeat(${steps.length}, minmax(0, 1fr))` }}>
        {steps.map((step, index) => (
          <li key={step} aria-current={index === current ? 'step' : undefined}>
            <span
              aria-hidden
              className={clsx(
                'block h-1.5 rounded-full border',
                // The white flag would not be seen on paper without it.
                index <= current
                  ? `chosen border-line-strong ${FLAGS[index % FLAGS.length]}`
                  : 'border-line bg-stone-deep',
              )}
            />
            <span
              className={clsx(
                'mt-1.5 hidden text-sm sm:block',
                index === current ? 'font-semibold text-ink' : 'text-ink-soft',
              )}
            >
              {step}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-1.5 text-ink-soft text-sm sm:hidden">
        Step {current + 1} of {steps.length}: <strong className="font-semibold text-ink">{steps[current]}</strong>
      </p>
    </nav>
  );
}
