// Names and texts of the ways to pay.
import type { OfferedWay, WayToPay } from '../../api/types';
import { plural } from '../../lib/text';

export const wayLabels: Record<WayToPay, string> = {
  card: 'Card',
  esewa: 'eSewa',
  khalti: 'Khalti',
  bank: 'Bank transfer',
  arrival: 'Pay at our office',
};

export function wayHint({ way, hours }: OfferedWay): string {
  switch (way) {
    case 'card':
      return 'Confirmed as soon as you pay.';
    case 'bank':
      return `Confirmed when the money arrives. You have ${waitText(hours)} to pay.`;
    case 'arrival':
      return `Confirmed when you pay. You have ${waitText(hours)} to come.`;
    default:
      return 'Confirmed as soon as you pay in rupees on their page.';
  }
}

/** What follows the payment of a balance. */
export function balanceHint({ way }: OfferedWay): string {
  switch (way) {
    case 'bank':
      return 'We email the receipt when the money has arrived.';
    case 'arrival':
      return 'We email the receipt when you have paid.';
    default:
      return 'You get the receipt as soon as you pay.';
  }
}

/** '3 days', '36 hours' */
export function waitText(hours = 0): string {
  return hours >= 48 && hours % 24 === 0 ? plural(hours / 24, 'day') : plural(hours, 'hour');
}
