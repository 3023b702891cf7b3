// /admin: the admin dashboard. The URL holds the open section, and the last one is restored on the next visit; its
// screen loads on first use (document 2 §2).
import { Suspense, useEffect } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { AdminDropdown, AdminSidebar } from '../features/admin/AdminMenu';
import { useDeskCommands } from '../features/admin/command/useDeskCommands';
import { DesktopOnly } from '../features/admin/DesktopOnly';
import { ScrollToTop } from '../features/admin/ScrollToTop';
import { type AdminSectionId, DEFAULT_SECTION, readLastSection, saveLastSection } from '../features/admin/sections';
import { paths } from '../paths';
import { ADMIN_MENU, ADMIN_SCREENS } from './admin-screens';
import { PageLoading } from './PageLoading';
import { PageTitle } from './PageTitle';

function findSection(id: string | null) {
  for (const group of ADMIN_MENU) {
    const section = group.sections.find((one) => one.id === id);
    if (section) return { group, section };
  }
  return null;
}

export function AdminPage() {
  const [search] = useSearchParams();
  const named = search.get('section');
  const found = findSection(named);
  const open = found?.section.id;
  const commands = useDeskCommands(ADMIN_MENU);
  useEffect(() => {
    if (open) saveLastSection(open);
  }, [open]);
  if (!found) {
    const remembered = named === null ? findSection(readLastSection())?.section.id : undefined;
    return <Navigate to={paths.adminSection(remembered ?? DEFAULT_SECTION)} replace />;
  }
  const { group, section } = found;
  const Screen = ADMIN_SCREENS[section.id as AdminSectionId];
  // The key replaces the screen immediately. Otherwise a debounced search of the previous section could write its URL
  // over the new one.
  const screen = (
    <Suspense key={section.id} fallback={<PageLoading />}>
      {Screen && <Screen />}
    </Suspense>
  );
  return (
    <div className="page-width grid gap-x-10 gap-y-4 pt-4 pb-16 lg:grid-cols-[12rem_minmax(0,1fr)] print:block">
      <PageTitle>{`${section.label} · Admin Dashboard`}</PageTitle>
      <AdminSidebar groups={ADMIN_MENU} open={section} onMenu={commands.openMenu} onSheet={commands.openSheet} />
      <AdminDropdown groups={ADMIN_MENU} open={section} onMenu={commands.openMenu} />
      <div className="min-w-0">
        <Breadcrumb group={group.label} section={section.label} />
        <h1 className="mt-1 mb-4 text-2xl">{section.label}</h1>
        {section.desktopOnly ? <DesktopOnly label={section.label}>{screen}</DesktopOnly> : screen}
      </div>
      <ScrollToTop />
      {commands.overlays}
    </div>
  );
}

function Breadcrumb({ group, section }: { group: string; section: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap text-ink-soft text-sm">
        <li>
          <Link to={paths.adminSection(DEFAULT_SECTION)} className="hover:text-ink">
            Dashboard
          </Link>
        </li>
        <li className="whitespace-pre">{` / ${group}`}</li>
        <li className="whitespace-pre">
          {' / '}
          <span aria-current="page" className="text-ink">
            {section}
          </span>
        </li>
      </ol>
    </nav>
  );
}
