// Everyone who walks in a booking, with the names given when it was made.
import type { Booking } from '../../api/types';

export function BookedGuests({ booking: { guestDetails } }: { booking: Booking }) {
  return (
    <ol className="grid divide-y divide-line border-line border-y">
      {[guestDetails.primaryGuest, ...guestDetails.additionalGuests].map((guest, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: guests have no id and never change their order
        <li key={index} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5">
          <span className="wrap-anywhere font-medium">
            {guest.name || 'Name removed'}
            {index === 0 && <span className="ml-2 font-normal text-ink-soft text-sm">primary guest</span>}
          </span>
          <span className="figures text-ink-soft">
            {[guest.age > 0 && guest.age, guest.gender, guest.phoneNumber].filter(Boolean).join(', ')}
          </span>
        </li>
      ))}
    </ol>
  );
}
