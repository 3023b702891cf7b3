// Sections of the admin dashboard in their groups, by their name in the URL (document 2 §2, decision 100).
// pages/admin-screens.tsx maps each to its screen; a section without a screen is not in the menu.
import { readText, writeText } from '../../lib/storage';

export interface AdminSection {
  id: string;
  label: string;
  /** Its table needs a desktop-sized window (document 2 §9). */
  desktopOnly?: boolean;
}

export interface AdminGroup {
  label: string;
  sections: readonly AdminSection[];
}

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
      { id: 'custom-treks', label: 'Custom Treks' },
      { id: 'audit-log', label: 'Audit Log' },
      { id: 'failed-mails', label: 'Undelivered Emails' },
    ],
  },
] as const satisfies readonly AdminGroup[];

export type AdminSectionId = (typeof GROUPS)[number]['sections'][number]['id'];
export const ADMIN_GROUPS: readonly AdminGroup[] = GROUPS;
export const DEFAULT_SECTION: AdminSectionId = 'manage-treks';

const KEY = 'adminSection';

/** The last opened section, for a URL without one. The caller validates it. */
export function readLastSection(): string | null {
  return readText('local', KEY);
}

export function saveLastSection(id: string) {
  writeText('local', KEY, id);
}
