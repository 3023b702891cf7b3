// Popover next to the element that opens it.
import clsx from 'clsx';
import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export function Popover({
  trigger,
  label,
  open,
  onOpenChange,
  align = 'start',
  side = 'bottom',
  className,
  children,
}: {
  /** One element that accepts a ref, such as a Button. */
  trigger: ReactNode;
  /** Accessible name of the popover. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom';
  className?: string;
  children: ReactNode;
}) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={8}
          collisionPadding={12}
          className={clsx(
            'z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1.5rem)] animate-rise overflow-auto rounded-lg border border-line bg-raised p-4 text-ink shadow-float outline-none',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
