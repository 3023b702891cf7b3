// The screens of the admin dashboard, each loaded when it is first opened (document 1 §2). One line for each section of
// features/admin/sections.ts; the default export of the module is the screen.
import { type ComponentType, lazy } from 'react';
import type { User } from '../api/types';
import { ADMIN_GROUPS, type AdminGroup, type AdminSection, type AdminSectionId } from '../features/admin/sections';
import { isAdmin } from '../features/session/roles';

export const ADMIN_SCREENS: Partial<Record<AdminSectionId, ComponentType>> = {
  'manage-treks': lazy(() => import('../features/admin/ManageTreksSection')),
  'add-new-trek': lazy(async () => {
    const { TrekEditor } = await import('../features/trek-editor/TrekEditor');
    return { default: () => <TrekEditor mode="new" /> };
  }),
  'all-bookings': lazy(() => import('../features/admin/AllBookings')),
  balances: lazy(() => import('../features/admin/Balances')),
  reports: lazy(() => import('../features/admin/Reports')),
  'my-bookings': lazy(() => import('./MyBookingsSection')),
  'manage-blogs': lazy(() => import('../features/blog-admin/ManageBlogs')),
  'create-blog': lazy(() => import('../features/blog-admin/CreateBlog')),
  'manage-subscribers': lazy(() => import('../features/newsletter-admin/ManageSubscribers')),
  campaigns: lazy(() => import('../features/admin/campaigns/Campaigns')),
  'view-achievements': lazy(() => import('../features/achievements-admin/ViewAchievements')),
  today: lazy(() => import('../features/admin/today/Today')),
  'travel-credits': lazy(() => import('../features/admin/TravelCredits')),
  reviews: lazy(() => import('../features/admin/reviews/Reviews')),
  promotions: lazy(() => import('../features/admin/promotions/Promotions')),
  guides: lazy(() => import('../features/guides/ManageGuides')),
  'custom-treks': lazy(() => import('../features/admin/CustomTreks')),
  enquiries: lazy(() => import('../features/admin/enquiries/Enquiries')),
  proposals: lazy(() => import('../features/proposal/Proposals')),
  'exchange-rate': lazy(() => import('../features/admin/ExchangeRate')),
  settings: lazy(() => import('../features/settings/Settings')),
  staff: lazy(() => import('../features/staff/Staff')),
  'api-keys': lazy(() => import('../features/api-keys/ApiKeys')),
  'audit-log': lazy(() => import('../features/admin/AuditLog')),
  'failed-mails': lazy(() => import('../features/admin/FailedMails')),
};

const hasScreen = ({ id, path }: AdminSection) => path !== undefined || id in ADMIN_SCREENS;

/** The sections that have a screen or a page of their own. */
export const ADMIN_MENU: readonly AdminGroup[] = ADMIN_GROUPS.map((group) => ({
  ...group,
  sections: group.sections.filter(hasScreen),
})).filter((group) => group.sections.length > 0);

/** The menu without what the role of this person may not open. */
export function adminMenuOf(person: Pick<User, 'role'> | null): readonly AdminGroup[] {
  if (isAdmin(person)) return ADMIN_MENU;
  return ADMIN_MENU.map((group) => ({ ...group, sections: group.sections.filter((section) => !section.adminOnly) }));
}
