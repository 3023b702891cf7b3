// Menu of links and actions, opened by a button (ARIA menu button: arrow keys move, Escape returns to the button).
import { createContext, type KeyboardEvent, type ReactNode, use, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { focusNeighbour } from './focus-neighbour';

const Close = createContext<(back?: boolean) => void>(() => {});

/** Distance that the list keeps from the edge of the window. */
const EDGE_PX = 8;

const item = {
  role: 'menuitem',
  tabIndex: -1,
  className: 'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-left text-ink hover:bg-stone focus:bg-stone',
};

export interface MenuTrigger {
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string;
  onClick: () => void;
}

export function Menu({
  label,
  trigger,
  children,
}: {
  label: string;
  /** Renders the button; spread the given props onto it. */
  trigger: (button: MenuTrigger) => ReactNode;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    const menu = list.current;
    if (!open || !menu) return;
    // The list ends where its button ends. A button at the left of a phone's screen has no room for that.
    menu.style.right = '';
    menu.style.right = `${Math.min(0, menu.getBoundingClientRect().left - EDGE_PX)}px`;
    menu.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const outside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  /** `back`: the action stays on this page, so the focus returns to the button, or to that of the next row. */
  const close = (back = false) => {
    setOpen(false);
    const button = box.current?.querySelector<HTMLElement>('[aria-haspopup]');
    if (!back || !button) return;
    button.focus();
    focusNeighbour(button);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      items.at(to % items.length)?.focus();
    } else if (event.key === 'Escape' && open) {
      close();
      box.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
    } else if (event.key === 'Tab') {
      setOpen(false);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the menu inside
    <div ref={box} className="relative" onKeyDown={onKeyDown}>
      {trigger({
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': id,
        onClick: () => setOpen(!open),
      })}
      <div
        ref={list}
        id={id}
        role="menu"
        aria-label={label}
        hidden={!open}
        className="absolute top-full right-0 z-50 mt-2 min-w-56 animate-rise rounded-lg border border-line bg-raised p-1.5 shadow-float"
      >
        <Close value={close}>{children}</Close>
      </div>
    </div>
  );
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  const close = use(Close);
  return (
    <Link to={to} onClick={() => close()} {...item}>
      {children}
    </Link>
  );
}

export function MenuAction({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  const close = use(Close);
  return (
    <button
      type="button"
      onClick={() => {
        close(true);
        onSelect();
      }}
      {...item}
    >
      {children}
    </button>
  );
}
