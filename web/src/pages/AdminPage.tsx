// /admin: the admin dashboard. The URL holds the open section, and the last one is restored on the next visit; its
// screen loads on first use (document 2 §2).
import { Suspense } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { DesktopOnly } from '../features/admin/DesktopOnly';
import {
  type AdminSectionId,
  DEFAULT_SECTION,
  findSection,
  readLastSection,
  sectionPath,
} from '../features/admin/sections';
import { useDeskUser } from '../features/session/desk-guard';
import { paths } from '../paths';
import { ADMIN_SCREENS, adminMenuOf } from './admin-screens';
import { DeskFrame } from './DeskFrame';
import { PageLoading } from './PageLoading';

export function AdminPage() {
  const [search] = useSearchParams();
  const menu = adminMenuOf(useDeskUser());
  const named = search.get('section');
  const found = findSection(named, menu);
  if (!found || found.section.path) {
    const target = found ?? (named === null ? findSection(readLastSection(), menu) : null);
    return <Navigate to={target ? sectionPath(target.section) : paths.adminSection(DEFAULT_SECTION)} replace />;
  }
  const { section } = found;
  const Screen = ADMIN_SCREENS[section.id as AdminSectionId];
  // The key replaces the screen immediately. Otherwise a debounced search of the previous section could write its URL
  // over the new one.
  const screen = (
    <Suspense key={section.id} fallback={<PageLoading />}>
      {Screen && <Screen />}
    </Suspense>
  );
  return (
    <DeskFrame {...found}>
      {section.desktopOnly ? <DesktopOnly label={section.label}>{screen}</DesktopOnly> : screen}
    </DeskFrame>
  );
}
