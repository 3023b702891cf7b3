// The menu of the admin dashboard: groups at the side on desktops, one grouped dropdown below that (document 2 §2).
import clsx from 'clsx';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../paths';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Input';
import type { AdminGroup, AdminSection } from './sections';

interface Choice {
  groups: readonly AdminGroup[];
  open: AdminSection;
}

export function AdminSidebar({ groups, open }: Choice) {
  return (
    <nav aria-label="Admin Dashboard" className="hidden lg:block">
      <div className="sticky top-24 grid gap-5">
        {groups.map((group) => (
          <section key={group.label} aria-label={group.label}>
            <p className="px-3 pb-1 font-semibold text-ink-soft text-xs">{group.label}</p>
            <ul>
              {group.sections.map((section) => (
                <li key={section.id}>
                  <Link
                    to={paths.adminSection(section.id)}
                    aria-current={section.id === open.id ? 'page' : undefined}
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
          </section>
        ))}
      </div>
    </nav>
  );
}

export function AdminDropdown({ groups, open }: Choice) {
  const navigate = useNavigate();
  return (
    <div className="lg:hidden">
      <Field label="Section" hideLabel>
        <Select value={open.id} onChange={(event) => navigate(paths.adminSection(event.target.value))}>
          {groups.map((group) => {
            const sections = group.sections.filter((section) => !section.desktopOnly || section.id === open.id);
            return (
              sections.length > 0 && (
                <optgroup key={group.label} label={group.label}>
                  {sections.map((section) => (
                    // Open in a window that was made narrower: it has its name, and nobody is led there.
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
    </div>
  );
}
