// Menu of the admin dashboard: grouped links at the side on desktops, one grouped dropdown on smaller screens
// (document 2 §2).
import clsx from 'clsx';
import { Command, Keyboard, Search } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { commandKey } from '../../lib/platform';
import { IconButton } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Input';
import { Kbd } from '../../ui/Kbd';
import { type AdminGroup, type AdminSection, findSection, sectionPath } from './sections';

interface Choice {
  groups: readonly AdminGroup[];
  open: AdminSection;
  onMenu: () => void;
}

export function AdminSidebar({ groups, open, onMenu, onSheet }: Choice & { onSheet: () => void }) {
  return (
    <nav aria-label="Admin Dashboard" className="hidden lg:block">
      <div className="sticky top-[calc(var(--header)+1rem)] -mx-1 grid max-h-[calc(100dvh-var(--header)-2rem)] grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto px-1 py-1">
        <button
          type="button"
          onClick={onMenu}
          className="flex min-h-9 w-full items-center gap-2 rounded-sm border border-line-strong bg-raised px-3 text-left text-ink-soft text-sm transition-colors hover:border-ink hover:text-ink"
        >
          <Search aria-hidden className="size-4 shrink-0" />
          <span className="flex-1 truncate">
            Search<span className="sr-only"> or go to</span>
          </span>
          <Kbd keys={`${commandKey()} K`} />
        </button>
        {groups.map((group) => (
          <div key={group.label}>
            <p className="px-3 pb-1 font-semibold text-ink-soft text-xs">{group.label}</p>
            <ul aria-label={group.label}>
              {group.sections.map((section) => (
                <li key={section.id}>
                  <Link
                    to={sectionPath(section)}
                    aria-current={section.id === open.id ? 'page' : undefined}
                    ref={section.id === open.id ? scrollIntoMenu : undefined}
                    className={clsx(
                      'flex min-h-9 items-center rounded-sm px-3 text-sm transition-colors',
                      section.id === open.id
                        ? 'bg-stone-deep font-semibold text-ink'
                        : 'text-ink-soft hover:bg-stone hover:text-ink',
                    )}
                  >
                    {section.label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <button
          type="button"
          onClick={onSheet}
          className="flex min-h-9 items-center gap-2 rounded-sm px-3 text-left text-ink-soft text-sm transition-colors hover:bg-stone hover:text-ink"
        >
          <Keyboard aria-hidden className="size-4 shrink-0" />
          <span className="flex-1">Shortcuts</span>
          <Kbd keys="?" />
        </button>
      </div>
    </nav>
  );
}

/** The menu is taller than most windows. Only the menu is scrolled, not the page. */
function scrollIntoMenu(link: HTMLElement | null) {
  const menu = link?.offsetParent;
  if (!link || !menu) return;
  const { offsetTop: top, offsetHeight: height } = link;
  const isVisible = top >= menu.scrollTop && top + height <= menu.scrollTop + menu.clientHeight;
  if (!isVisible) menu.scrollTop = top - menu.clientHeight / 2;
}

export function AdminDropdown({ groups, open, onMenu }: Choice) {
  const navigate = useNavigate();
  const openSection = (id: string) => {
    const found = findSection(id, groups);
    if (found) navigate(sectionPath(found.section));
  };
  return (
    <div data-print="none" className="flex gap-2 lg:hidden">
      <Field label="Section" hideLabel className="min-w-0 flex-1">
        <Select value={open.id} onChange={(event) => openSection(event.target.value)}>
          {groups.map((group) => {
            const sections = group.sections.filter((section) => !section.desktopOnly || section.id === open.id);
            return (
              sections.length > 0 && (
                <optgroup key={group.label} label={group.label}>
                  {sections.map((section) => (
                    // A desktop-only section that was open when the window became narrower keeps its name, but cannot
                    // be selected.
                    <option key={section.id} value={section.id} hidden={section.desktopOnly}>
                      {section.label}
                    </option>
                  ))}
                </optgroup>
              )
            );
          })}
        </Select>
      </Field>
      <IconButton label="Command menu" onClick={onMenu} className="border border-line-strong bg-raised">
        <Command aria-hidden className="size-4.5" />
      </IconButton>
    </div>
  );
}
