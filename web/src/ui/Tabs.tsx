// Tab panels; arrow keys move between the tabs.
import clsx from 'clsx';
import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

export const Tabs = Radix.Root;

export function TabList({ label, className, ...rest }: ComponentProps<typeof Radix.List> & { label: string }) {
  return (
    <Radix.List
      aria-label={label}
      {...rest}
      className={clsx('flex gap-1 overflow-x-auto border-line border-b [scrollbar-width:none]', className)}
    />
  );
}

export function Tab({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Radix.Trigger
      value={value}
      className="-mb-px min-h-11 shrink-0 whitespace-nowrap border-transparent border-b-2 px-4 py-2 font-semibold text-ink-soft -outline-offset-2 hover:text-ink data-[state=active]:border-laligurans data-[state=active]:text-ink"
    >
      {children}
    </Radix.Trigger>
  );
}

export function TabPanel({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content {...rest} className={clsx('pt-6', className)} />;
}
