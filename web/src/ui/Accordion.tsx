// Headings that expand their text; arrow keys move between the headings. `type="single"` keeps one open, "multiple"
// any number.
import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { createContext, type KeyboardEvent, type ReactNode, use, useId, useState } from 'react';

interface Opened {
  open: readonly string[];
  toggle: (value: string) => void;
}
const Context = createContext<Opened>({ open: [], toggle: () => {} });

export function Accordion({
  type,
  value,
  defaultValue = [],
  onValueChange,
  className,
  children,
}: {
  type: 'single' | 'multiple';
  /** Open items, for a controlled accordion. */
  value?: string[];
  defaultValue?: string[];
  onValueChange?: (open: string[]) => void;
  className?: string;
  children: ReactNode;
}) {
  const [own, setOwn] = useState(defaultValue);
  const open = value ?? own;
  const toggle = (one: string) => {
    const others = type === 'single' ? [] : open.filter((other) => other !== one);
    const next = open.includes(one) ? others : [...others, one];
    setOwn(next);
    onValueChange?.(next);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the headings inside
    <div onKeyDown={moveFocus} className={clsx('divide-y divide-line border-line border-y', className)}>
      <Context value={{ open, toggle }}>{children}</Context>
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-accordion-head]')) return;
  const heads = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-accordion-head]:enabled')];
  const at = heads.indexOf(event.target);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: heads.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  heads.at(to % heads.length)?.focus();
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
  const { open, toggle } = use(Context);
  const id = useId();
  const isOpen = open.includes(value);
  const Heading = `h${headLevel}` as const;
  return (
    <div className={className}>
      <Heading className="font-sans tracking-normal">
        <button
          type="button"
          id={`${id}-head`}
          data-accordion-head
          aria-expanded={isOpen}
          aria-controls={`${id}-text`}
          disabled={disabled}
          onClick={() => toggle(value)}
          className="group flex min-h-14 w-full items-center justify-between gap-4 py-3 text-left font-semibold text-ink hover:text-glacier disabled:text-ink-soft"
        >
          <span className="min-w-0 flex-1">{head}</span>
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-ink-soft transition-transform duration-200 group-aria-expanded:rotate-180"
          />
        </button>
      </Heading>
      {/* biome-ignore lint/a11y/useSemanticElements: the accordion pattern requires a region labelled by its heading */}
      <div
        id={`${id}-text`}
        role="region"
        aria-labelledby={`${id}-head`}
        hidden={!isOpen}
        className={clsx(isOpen && 'animate-unfold overflow-clip [interpolate-size:allow-keywords]')}
      >
        {isOpen && <div className="pb-6">{children}</div>}
      </div>
    </div>
  );
}
