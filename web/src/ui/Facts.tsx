// Facts in a row: '12 days · Challenging · 2 routes'. Lines wrap between facts, without a dot at their start or end.
import clsx from 'clsx';

export function Facts({ facts, className }: { facts: readonly string[]; className?: string }) {
  return (
    <span className={clsx('figures block overflow-x-clip', className)}>
      <span className="-ml-[0.9em] flex flex-wrap">
        {facts.map((fact, index) => (
          // The dot before the first fact of each line is outside the box, which clips it.
          <span
            key={fact}
            className={clsx(
              'relative min-w-0 pl-[0.9em]',
              index > 0 && "before:absolute before:left-0 before:w-[0.9em] before:text-center before:content-['·']",
            )}
          >
            {index > 0 && ' '}
            {fact}
          </span>
        ))}
      </span>
    </span>
  );
}
