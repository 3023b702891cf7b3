// The frame of the admin pages: menu, breadcrumb, heading, command menu and shortcuts.
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { AdminDropdown, AdminSidebar } from '../features/admin/AdminMenu';
import { useDeskCommands } from '../features/admin/command/useDeskCommands';
import { ScrollToTop } from '../features/admin/ScrollToTop';
import {
  type AdminGroup,
  type AdminSection,
  DEFAULT_SECTION,
  saveLastSection,
  sectionPath,
} from '../features/admin/sections';
import { useDeskUser } from '../features/session/desk-guard';
import { paths } from '../paths';
import { adminMenuOf } from './admin-screens';
import { PageTitle } from './PageTitle';

interface Place {
  group: AdminGroup;
  section: AdminSection;
}

export function DeskFrame({
  group,
  section,
  title,
  children,
}: Place & {
  /** Heading of a page below the section. */
  title?: string | undefined;
  children: ReactNode;
}) {
  const menu = adminMenuOf(useDeskUser());
  const commands = useDeskCommands(menu);
  const heading = title ?? section.label;
  useEffect(() => saveLastSection(section.id), [section.id]);
  return (
    <div className="page-width grid gap-x-10 gap-y-4 pt-4 pb-16 lg:grid-cols-[12rem_minmax(0,1fr)] print:block">
      <PageTitle>{`${heading} · Admin Dashboard`}</PageTitle>
      <AdminSidebar groups={menu} open={section} onMenu={commands.openMenu} onSheet={commands.openSheet} />
      <AdminDropdown groups={menu} open={section} onMenu={commands.openMenu} />
      <div className="min-w-0">
        <Breadcrumb group={group} section={section} title={title} />
        <h1 className="wrap-anywhere mt-1 mb-4 text-2xl">{heading}</h1>
        {children}
      </div>
      <ScrollToTop />
      {commands.overlays}
    </div>
  );
}

function Breadcrumb({ group, section, title }: Place & { title: string | undefined }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap text-ink-soft text-sm">
        <li>
          <Link to={paths.adminSection(DEFAULT_SECTION)} className="hover:text-ink">
            Dashboard
          </Link>
        </li>
        <li className="whitespace-pre">{` / ${group.label}`}</li>
        {title && (
          <li className="whitespace-pre">
            {' / '}
            <Link to={sectionPath(section)} className="hover:text-ink">
              {section.label}
            </Link>
          </li>
        )}
        <li className="whitespace-pre">
          {' / '}
          <span aria-current="page" className="text-ink">
            {title ?? section.label}
          </span>
        </li>
      </ol>
    </nav>
  );
}
