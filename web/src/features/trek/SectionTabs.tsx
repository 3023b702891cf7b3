// On phones: sticky row of links to the sections of a trek page. The visible section is marked.
import clsx from 'clsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { prefersReducedMotion } from '../../lib/motion';

export interface Section {
  /** Id of the first element of the section. */
  id: string;
  label: string;
}

export function SectionTabs({ sections }: { sections: Section[] }) {
  const [current, jumpTo] = useCurrentSection(sections);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>(`[href="#${current}"]`);
    // A tab that is pressed while the page still scrolls must not move before the click.
    if (!row || !tab || row.matches(':active')) return;
    // Scrolls the row only: scrollIntoView would stop the scrolling of the page.
    row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <nav
      data-section-tabs
      aria-label="Sections of this page"
      className="sticky top-17 z-20 border-line border-b bg-paper lg:hidden print:hidden"
    >
      <ul
        ref={list}
        className="relative flex overflow-x-auto px-[calc(var(--spacing-edge)-0.75rem)] [scrollbar-width:none]"
      >
        {sections.map(({ id, label }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => {
                event.preventDefault();
                jumpTo(id);
              }}
              className={clsx(
                'flex h-12 items-center border-b-2 px-3 font-semibold text-sm -outline-offset-2',
                id === current ? 'border-laligurans text-ink' : 'border-transparent text-ink-soft hover:text-ink',
              )}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * The visible section, and a function to jump to another. After a jump the target stays current until the user
 * scrolls: the row does not move during the jump, and the last sections may be too short to reach the top.
 */
function useCurrentSection(sections: Section[]): [string | undefined, (id: string) => void] {
  const [current, setCurrent] = useState<string>();
  const jumpedTo = useRef<string>(undefined);
  /** Scroll position at the start of the jump, and at its end. */
  const startedAt = useRef<number>(undefined);
  const arrivedAt = useRef<number>(undefined);
  /** The section of the jump has not got the focus yet: it is still loading. */
  const isFocusDue = useRef(false);
  const ids = sections.map((section) => section.id).join(' ');
  useEffect(() => {
    let frame = 0;
    const updateCurrent = () => {
      frame = 0;
      // The last section whose top is in the upper third of the window.
      const passed = ids.split(' ').filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top < window.innerHeight / 3;
      });
      setCurrent(jumpedTo.current ?? passed.at(-1));
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(updateCurrent);
    };
    const align = () => {
      if (!jumpedTo.current) return;
      const hasArrived = arrivedAt.current !== undefined;
      show(jumpedTo.current, hasArrived ? 'instant' : jumpBehavior(), isFocusDue);
      if (hasArrived) arrivedAt.current = window.scrollY;
    };
    const onScrollEnd = () => {
      if (arrivedAt.current === undefined) {
        // The end of another scroll, of a wheel for example: the jump has not moved the page yet.
        if (window.scrollY === startedAt.current) return;
        // Lazily loaded content may have moved the section since the jump began.
        arrivedAt.current = window.scrollY;
        align();
      } else if (window.scrollY !== arrivedAt.current) {
        // Neither a jump nor an input below: the scroll bar, a search in the page, a screen reader.
        jumpedTo.current = undefined;
        updateCurrent();
      }
    };
    const handleUserScroll = ({ type, target }: Event) => {
      // Pressing a tab scrolls nothing, and the row must not follow the page before the click.
      if (type === 'pointerdown' && target instanceof Element && target.closest('[data-section-tabs]')) return;
      jumpedTo.current = undefined;
    };
    updateCurrent();
    const leaving = new AbortController();
    const options = { passive: true, signal: leaving.signal };
    window.addEventListener('scroll', onScroll, options);
    document.addEventListener('scrollend', onScrollEnd, options);
    for (const input of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
      window.addEventListener(input, handleUserScroll, options);
    // What loads after the arrival moves it too, where the browser does not anchor the scroll position (Safari).
    const observer = new ResizeObserver(align);
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      leaving.abort();
      cancelAnimationFrame(frame);
    };
  }, [ids]);
  /** Does not use the URL hash, because each tap would add a history entry. */
  const jumpTo = (id: string) => {
    jumpedTo.current = id;
    startedAt.current = window.scrollY;
    arrivedAt.current = undefined;
    isFocusDue.current = true;
    setCurrent(id);
    show(id, jumpBehavior(), isFocusDue);
  };
  return [current, jumpTo];
}

function jumpBehavior(): ScrollBehavior {
  return prefersReducedMotion() ? 'instant' : 'smooth';
}

/** Scrolls to the section, and moves the focus there once in a jump, so that Tab continues from it. */
function show(id: string, behavior: ScrollBehavior, isFocusDue: RefObject<boolean>) {
  const target = document.getElementById(id);
  if (!target) return;
  target.scrollIntoView({ block: 'start', behavior });
  if (!isFocusDue.current) return;
  isFocusDue.current = false;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
