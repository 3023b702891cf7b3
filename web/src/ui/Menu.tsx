// A short list of places to go and things to do, opened by a button (disclosure pattern: links stay links).
import { createContext, type ReactNode, use, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';

const Close = createContext<() => void>(() => {});

const itemClass = 'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-left text-ink hover:bg-stone';

export interface MenuTrigger {
  'aria-expanded': boolean;
  'aria-controls': string;
  onClick: () => void;
}

export function Menu({
  trigger,
  children,
}: {
  /** Draws the button; spread what it is given onto it. */
  trigger: (button: MenuTrigger) => ReactNode;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      box.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches the focus leave
    <div
      ref={box}
      className="relative"
      onBlur={(event) => {
        if (event.relatedTarget && !box.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      {trigger({ 'aria-expanded': open, 'aria-controls': id, onClick: () => setOpen(!open) })}
      <ul
        id={id}
        hidden={!open}
        className="absolute top-full right-0 z-50 mt-2 min-w-56 animate-rise rounded-lg border border-line bg-raised p-1.5 shadow-float"
      >
        <Close value={() => setOpen(false)}>{children}</Close>
      </ul>
    </div>
  );
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  const close = use(Close);
  return (
    <li>
      <Link to={to} onClick={close} className={itemClass}>
        {children}
      </Link>
    </li>
  );
}

export function MenuAction({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  const close = use(Close);
  return (
    <li>
      <button
        type="button"
        onClick={() => {
          close();
          onSelect();
        }}
        className={itemClass}
      >
        {children}
      </button>
    </li>
  );
}
