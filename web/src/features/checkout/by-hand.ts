import type { WayToPay } from '../../api/types';

/** Whether staff record the payment, so that the booking waits for it. */
export function isByHand(way: WayToPay | undefined): way is 'bank' | 'arrival' {
  return way === 'bank' || way === 'arrival';
}

/** Whether the payer goes to a page of a wallet. */
export function isWallet(way: WayToPay | undefined): way is 'esewa' | 'khalti' {
  return way === 'esewa' || way === 'khalti';
}
