// A menu of things to do or places to go, opened by a button.
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

const itemClass =
  'flex min-h-11 w-full cursor-pointer select-none items-center gap-3 rounded-sm px-3 text-left text-ink outline-none data-[highlighted]:bg-stone data-[disabled]:opacity-50';

export function Menu({
  trigger,
  align = 'end',
  children,
}: {
  trigger: ReactNode;
  align?: 'start' | 'end';
  children: ReactNode;
}) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={8}
          collisionPadding={12}
          className="z-50 min-w-56 animate-rise rounded-lg border border-line bg-raised p-1.5 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Radix.Item asChild>
      <Link to={to} className={itemClass}>
        {children}
      </Link>
    </Radix.Item>
  );
}

export function MenuAction({
  onSelect,
  disabled,
  children,
}: {
  onSelect: () => void;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <Radix.Item onSelect={onSelect} disabled={disabled} className={itemClass}>
      {children}
    </Radix.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-3 py-2 text-ink-soft text-sm">{children}</Radix.Label>;
}
