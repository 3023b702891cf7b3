// Keyboard keys: 'Ctrl K' pressed together, 'g t' one after the other.
import clsx from 'clsx';

export function Kbd({ keys, className }: { keys: string; className?: string }) {
  return (
    <kbd className={clsx('inline-flex shrink-0 gap-1 font-sans text-ink-soft text-xs', className)}>
      {keys.split(' ').map((key) => (
        <kbd
          key={key}
          className="inline-flex min-h-5 min-w-5 items-center justify-center rounded-[4px] border border-line bg-stone px-1 font-medium font-sans leading-none"
        >
          {key}
        </kbd>
      ))}
    </kbd>
  );
}
