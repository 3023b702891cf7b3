// Phones: the sections of a trek page as a row that stays under the header; a tap jumps to one, the one in sight is marked.
import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { stillWanted } from '../../lib/motion';

export interface Section {
  /** Of the element that the section begins with. */
  id: string;
  label: string;
}

export function SectionTabs({ sections }: { sections: Section[] }) {
  const current = useSectionInSight(sections);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[href="#${current}"]`);
    // Within the row only: scrollIntoView would stop the page that is being scrolled.
    if (tab && list.current)
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <nav
      data-section-tabs
      aria-label="Sections of this page"
      className="sticky top-17 z-20 border-line border-b bg-paper/95 backdrop-blur-md lg:hidden print:hidden"
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

/** Not through the address: each tap would be one more step back. */
function jumpTo(id: string) {
  const target = document.getElementById(id);
  if (!target) return;
  target.scrollIntoView({ block: 'start', behavior: stillWanted() ? 'auto' : 'smooth' });
  // What loads on the way moves the target. Corrected at the end, unless the reader has scrolled or typed meanwhile.
  const correction = new AbortController();
  const { signal } = correction;
  for (const input of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    window.addEventListener(input, () => correction.abort(), { once: true, passive: true, signal });
  document.addEventListener(
    'scrollend',
    () => {
      correction.abort();
      target.scrollIntoView({ block: 'start', behavior: 'instant' });
    },
    { once: true, signal },
  );
  // A keyboard goes on from there.
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** The last section whose beginning has passed the upper third of the window. */
function useSectionInSight(sections: Section[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const ids = sections.map((section) => section.id).join(' ');
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const passed = ids.split(' ').filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top < window.innerHeight / 3;
      });
      setCurrent(passed.at(-1));
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, [ids]);
  return current;
}
