// The screens of the admin dashboard, each loaded when it is first opened (document 1 §2). One line for each section of
// features/admin/sections.ts; the default export of the module is the screen.
import { type ComponentType, lazy } from 'react';
import { ADMIN_GROUPS, type AdminGroup, type AdminSectionId } from '../features/admin/sections';

export const ADMIN_SCREENS: Partial<Record<AdminSectionId, ComponentType>> = {
  'manage-treks': lazy(() => import('../features/admin/ManageTreksSection')),
  'add-new-trek': lazy(async () => {
    const { TrekEditor } = await import('../features/trek-editor/TrekEditor');
    return { default: () => <TrekEditor mode="new" /> };
  }),
  'all-bookings': lazy(() => import('../features/admin/AllBookings')),
  'my-bookings': lazy(() => import('./MyBookingsSection')),
  'manage-blogs': lazy(() => import('../features/blog-admin/ManageBlogs')),
  'create-blog': lazy(() => import('../features/blog-admin/CreateBlog')),
  'manage-subscribers': lazy(() => import('../features/newsletter-admin/ManageSubscribers')),
  'view-achievements': lazy(() => import('../features/achievements-admin/ViewAchievements')),
  'custom-treks': lazy(() => import('../features/admin/CustomTreks')),
  'audit-log': lazy(() => import('../features/admin/AuditLog')),
  'failed-mails': lazy(() => import('../features/admin/FailedMails')),
};

/** The sections that have a screen. */
export const ADMIN_MENU: readonly AdminGroup[] = ADMIN_GROUPS.map((group) => ({
  ...group,
  sections: group.sections.filter((section) => section.id in ADMIN_SCREENS),
})).filter((group) => group.sections.length > 0);
