// /admin: the agency's desk. The open section is in the address and remembered; its screen loads when it is wanted (document 2 §2).
import { Suspense, useEffect } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { AdminDropdown, AdminSidebar } from '../features/admin/AdminMenu';
import { DesktopOnly } from '../features/admin/DesktopOnly';
import { ScrollToTop } from '../features/admin/ScrollToTop';
import {
  ADMIN_GROUPS,
  type AdminGroup,
  type AdminSectionId,
  DEFAULT_SECTION,
  rememberedSection,
  rememberSection,
} from '../features/admin/sections';
import { paths } from '../paths';
import { ADMIN_SCREENS } from './admin-screens';
import { PageLoading } from './PageLoading';

const GROUPS: readonly AdminGroup[] = ADMIN_GROUPS.map((group) => ({
  ...group,
  sections: group.sections.filter((section) => section.id in ADMIN_SCREENS),
})).filter((group) => group.sections.length > 0);

function findSection(id: string | null) {
  for (const group of GROUPS) {
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
  useEffect(() => {
    if (open) rememberSection(open);
  }, [open]);
  if (!found) {
    const remembered = named === null ? findSection(rememberedSection())?.section.id : undefined;
    return <Navigate to={paths.adminSection(remembered ?? DEFAULT_SECTION)} replace />;
  }
  const { group, section } = found;
  const Screen = ADMIN_SCREENS[section.id as AdminSectionId];
  const screen = <Suspense fallback={<PageLoading />}>{Screen && <Screen />}</Suspense>;
  return (
    <div className="page-width grid gap-x-10 gap-y-4 pt-6 pb-16 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <title>{`${section.label} · Admin Dashboard · Chautari`}</title>
      <AdminSidebar groups={GROUPS} open={section} />
      <AdminDropdown groups={GROUPS} open={section} />
      <div className="min-w-0">
        <Breadcrumb group={group.label} section={section.label} />
        <h1 className="mt-1 mb-5 text-2xl">{section.label}</h1>
        {section.desktopOnly ? <DesktopOnly label={section.label}>{screen}</DesktopOnly> : screen}
      </div>
      <ScrollToTop />
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
