// Sections of the admin dashboard in their groups, by their name in the URL (document 2 §2, decision 100).
// pages/admin-screens.tsx maps each to its screen; a section without a screen or a path is not in the menu.
import { readText, writeText } from '../../lib/storage';
import { paths } from '../../paths';

export interface AdminSection {
  id: string;
  label: string;
  /** A page of its own instead of a section of /admin. */
  path?: string;
  /** Not for staff. */
  adminOnly?: boolean;
  /** Its table needs a desktop-sized window (document 2 §9). */
  desktopOnly?: boolean;
}

export interface AdminGroup {
  label: string;
  sections: readonly AdminSection[];
}

const CALENDAR_SECTION = { id: 'calendar', label: 'Calendar', path: paths.calendar } as const;
const DEPARTURES_SECTION = { id: 'departures', label: 'Departures', path: paths.departures } as const;

const GROUPS = [
  {
    label: 'Treks',
    sections: [
      { id: 'manage-treks', label: 'Manage Treks' },
      { id: 'add-new-trek', label: 'Add New Trek' },
    ],
  },
  {
    label: 'Bookings',
    sections: [
      { id: 'all-bookings', label: 'All Bookings' },
      { id: 'balances', label: 'Balances' },
      { id: 'reports', label: 'Reports' },
      { id: 'my-bookings', label: 'My Bookings' },
    ],
  },
  {
    label: 'Blog Management',
    sections: [
      { id: 'manage-blogs', label: 'Manage Blogs' },
      { id: 'create-blog', label: 'Create Blog' },
    ],
  },
  {
    label: 'Newsletter',
    sections: [{ id: 'manage-subscribers', label: 'Manage Subscribers', desktopOnly: true }],
  },
  {
    label: 'HomePage',
    sections: [{ id: 'view-achievements', label: 'View Achievements' }],
  },
  // Beyond the documents' list: what an agency needs besides.
  {
    label: 'Agency',
    sections: [
      { id: 'today', label: 'Today' },
      CALENDAR_SECTION,
      DEPARTURES_SECTION,
      { id: 'travel-credits', label: 'Travel Credits' },
      { id: 'promotions', label: 'Promotions' },
      { id: 'reviews', label: 'Reviews' },
      { id: 'guides', label: 'Guides' },
      { id: 'custom-treks', label: 'Custom Treks' },
      { id: 'enquiries', label: 'Enquiries' },
      { id: 'proposals', label: 'Proposals' },
      { id: 'campaigns', label: 'Campaigns' },
      { id: 'exchange-rate', label: 'Exchange Rate' },
      { id: 'settings', label: 'Settings', adminOnly: true },
      { id: 'staff', label: 'Staff', adminOnly: true },
      { id: 'api-keys', label: 'API Keys', adminOnly: true },
      { id: 'audit-log', label: 'Audit Log', adminOnly: true },
      { id: 'failed-mails', label: 'Undelivered Emails' },
    ],
  },
] as const satisfies readonly AdminGroup[];

export type AdminSectionId = (typeof GROUPS)[number]['sections'][number]['id'];
export const ADMIN_GROUPS: readonly AdminGroup[] = GROUPS;
export const DEFAULT_SECTION: AdminSectionId = 'manage-treks';

export function findSection(id: string | null, groups = ADMIN_GROUPS) {
  for (const group of groups) {
    const section = group.sections.find((one) => one.id === id);
    if (section) return { group, section };
  }
  return null;
}

/** The place of the calendar and of the pages of departures in the menu. */
export const CALENDAR = {
  group: { label: 'Agency', sections: [] },
  section: CALENDAR_SECTION,
} as const satisfies { group: AdminGroup; section: AdminSection };

export const DEPARTURES = {
  group: { label: 'Agency', sections: [] },
  section: DEPARTURES_SECTION,
} as const satisfies { group: AdminGroup; section: AdminSection };

export const sectionPath = ({ id, path }: AdminSection): string => path ?? paths.adminSection(id);

const KEY = 'adminSection';

/** The last opened section, for a URL without one. The caller validates it. */
export function readLastSection(): string | null {
  return readText('local', KEY);
}

export function saveLastSection(id: string) {
  writeText('local', KEY, id);
}
