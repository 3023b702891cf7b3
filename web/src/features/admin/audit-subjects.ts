// Admin page of the subject of an audit entry.
import { paths } from '../../paths';
import type { AuditEntry } from './desk-types';
import type { AdminSectionId } from './sections';

const inSection = (section: AdminSectionId, name?: string, value = '') =>
  paths.adminSection(section) + (name ? `&${name}=${encodeURIComponent(value)}` : '');

/** Covers the kinds that the server writes (`audit::note`); undefined for a kind without a page. */
export function subjectPage({ kind, id }: AuditEntry['subject']): string | undefined {
  if (!id) return undefined;
  switch (kind) {
    case 'trek':
      return paths.editPackage(id);
    case 'booking':
      return paths.adminBooking(id);
    case 'departure':
      return paths.departure(id);
    case 'blog':
      return inSection('manage-blogs', 'blog', id);
    case 'custom trek':
      return inSection('custom-treks', 'request', id);
    case 'campaign':
      return inSection('campaigns', 'campaign', id);
    case 'enquiry':
      return inSection('enquiries', 'enquiry', id);
    case 'saved reply':
      return inSection('enquiries');
    case 'proposal':
      return inSection('proposals', 'proposal', id);
    case 'achievement':
      return inSection('view-achievements');
    case 'subscriber':
      return inSection('manage-subscribers');
    case 'rate to NPR':
      return inSection('exchange-rate');
    case 'setting':
      return inSection('settings');
    case 'staff':
    case 'invitation':
      return inSection('staff');
    case 'promotion':
      return inSection('promotions');
    case 'review':
      return inSection('reviews');
    case 'API key':
      return inSection('api-keys');
    case 'mail':
      return inSection('failed-mails');
    case 'picture':
      return `/uploads/${id.split('/').map(encodeURIComponent).join('/')}`;
    default:
      return undefined;
  }
}
