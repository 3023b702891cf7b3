// How full an entry of the calendar is, as a colour. Its label says the same.
import type { Entry } from './calendar';

export const LOOKS = {
  guaranteed: 'border-juniper bg-juniper-wash text-ink',
  booked: 'border-marigold bg-marigold-wash text-ink',
  empty: 'border-line-strong bg-raised text-ink',
  private: 'border-dashed border-glacier bg-raised text-ink',
  over: 'border-line bg-stone text-ink-soft',
} as const;

export function lookOf({ status, isGuaranteed, booking, seatsTaken, seatsHeld }: Entry): string {
  if (status === 'cancelled' || status === 'completed') return LOOKS.over;
  if (booking) return LOOKS.private;
  if (isGuaranteed) return LOOKS.guaranteed;
  return seatsTaken + seatsHeld > 0 ? LOOKS.booked : LOOKS.empty;
}
