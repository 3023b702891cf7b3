// Converts wire names to labels, and timestamps to the agency's time zone.
import { formatDateIn } from '../../lib/dates';

/** 'mailBookingConfirmed' → 'Booking confirmed'; 'trek.archive' → 'Trek archive' */
export function kindLabel(kind: string): string {
  const words = kind
    .replace(/^mail(?=[A-Z])/, '')
    .replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`)
    .replace(/[._-]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const HISTORY_LABELS: Record<string, string> = {
  create: 'Booked',
  move: 'Changed',
  confirm: 'Payment recorded',
  change: 'Booking changed',
  cancel: 'Cancelled',
  refund: 'Refund started',
  'resend-mail': 'Email sent again',
  'add note': 'Note added',
  'delete note': 'Note deleted',
  tag: 'Tags changed',
};

/** Label of an action on a booking: 'create' → 'Booked' */
export function historyLabel(action: string): string {
  return HISTORY_LABELS[action] ?? kindLabel(action);
}

/** 'payment.status' → 'Payment status'; 'routes[0].dailyActivities[2].waypoints' → 'Route 1, daily activity 3, waypoints' */
export function fieldLabel(path: string): string {
  const numbered = path.replace(/(\w+)\[(\d+)\]\.?/g, (_, list: string, at: string) => {
    const one = list.replace(/ies$/, 'y').replace(/s$/, '');
    return `${one} ${Number(at) + 1}, `;
  });
  return kindLabel(numbered.replace(/, $/, ''));
}

/** 'Nov 20, 2026, 14:05' in the agency's time zone. */
export function formatTimeIn(at: string, timeZone = 'UTC'): string {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return '';
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(moment);
  return `${formatDateIn(at, timeZone)}, ${time}`;
}
