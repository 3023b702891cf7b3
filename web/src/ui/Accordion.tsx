// Heads that open their text. `type="single"` keeps one open, "multiple" any number.
import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { Accordion as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

export function Accordion({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root {...rest} className={clsx('divide-y divide-line border-line border-y', className)} />;
}

export function AccordionItem({
  value,
  head,
  headLevel = 3,
  disabled,
  className,
  children,
}: {
  value: string;
  head: ReactNode;
  headLevel?: 2 | 3 | 4;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const Heading = `h${headLevel}` as const;
  return (
    <Radix.Item value={value} disabled={disabled} className={className}>
      <Radix.Header asChild>
        <Heading className="font-sans tracking-normal">
          <Radix.Trigger className="group flex min-h-14 w-full items-center justify-between gap-4 py-3 text-left font-semibold text-ink hover:text-glacier disabled:text-ink-soft">
            <span className="min-w-0 flex-1">{head}</span>
            <ChevronDown
              aria-hidden
              className="size-5 shrink-0 text-ink-soft transition-transform duration-200 group-data-[state=open]:rotate-180"
            />
          </Radix.Trigger>
        </Heading>
      </Radix.Header>
      <Radix.Content className="pb-6 data-[state=open]:animate-fade">{children}</Radix.Content>
    </Radix.Item>
  );
}
