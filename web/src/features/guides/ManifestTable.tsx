// Everybody on a departure, by booking: on screen at any width, and on paper.
import { plural } from '../../lib/text';
import { Badge } from '../../ui/States';
import type { Manifest, ManifestBooking } from './guides';
import { Phone } from './Phone';

const wishesOf = ({ includeMeals, includePorter }: ManifestBooking) =>
  [includeMeals && 'meals', includePorter && 'porter'].filter(Boolean).join(' and ');

export function ManifestTable({ bookings }: Pick<Manifest, 'bookings'>) {
  const starts: number[] = [];
  let guests = 0;
  for (const booking of bookings) {
    starts.push(guests);
    guests += booking.guests.length;
  }
  return (
    <table className="figures w-full border-collapse text-left text-sm print:text-[10pt]">
      <caption className="sr-only">Guests by booking</caption>
      <thead className="border-ink border-b-2 text-ink-soft text-xs print:table-header-group print:text-[9pt]">
        <tr>
          <th scope="col" className="w-8 py-1.5 pr-2 text-right font-semibold">
            <span className="sr-only">Number</span>
          </th>
          <th scope="col" className="py-1.5 pr-3 font-semibold">
            Name
          </th>
          <th scope="col" className="w-12 py-1.5 pr-3 text-right font-semibold">
            Age
          </th>
          <th scope="col" className="w-20 py-1.5 pr-3 font-semibold">
            Gender
          </th>
          <th scope="col" className="py-1.5 font-semibold max-sm:hidden print:table-cell">
            Phone
          </th>
        </tr>
      </thead>
      {bookings.map((booking, at) => (
        <Party key={booking._id} booking={booking} before={starts[at] ?? 0} />
      ))}
    </table>
  );
}

function Party({ booking, before }: { booking: ManifestBooking; before: number }) {
  const { reference, contact, reseller, guests, notes, status } = booking;
  const wishes = wishesOf(booking);
  return (
    <tbody className="break-inside-avoid border-line border-b last:border-b-2">
      <tr>
        <th scope="rowgroup" colSpan={5} className="pt-3 pb-1 text-left font-normal">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold">{reference}</span>
            <span className="text-ink-soft">{plural(guests.length, 'guest')}</span>
            {status === 'Pending' && <Badge tone="warning">Not paid yet</Badge>}
          </span>
          <span className="mt-0.5 flex flex-wrap gap-x-3 text-ink-soft">
            <span>Booked by {contact.name}</span>
            {reseller && <span>Sold by {reseller}</span>}
            {contact.email && (
              <a href={`mailto:${contact.email}`} className="wrap-anywhere underline hover:text-glacier">
                {contact.email}
              </a>
            )}
          </span>
          {wishes && <span className="mt-0.5 block">Wishes: {wishes}</span>}
          {notes && <span className="wrap-anywhere mt-0.5 block whitespace-pre-line">Notes: {notes}</span>}
        </th>
      </tr>
      {guests.map((guest, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: guests have no identity besides their position
        <tr key={at} className="align-baseline">
          <td className="py-1 pr-2 text-right text-ink-soft">{before + at + 1}</td>
          <td className="wrap-anywhere py-1 pr-3 font-medium">
            {guest.name}
            {guest.phoneNumber && (
              <span className="block font-normal sm:hidden print:hidden">
                <Phone number={guest.phoneNumber} />
              </span>
            )}
          </td>
          <td className="py-1 pr-3 text-right">{guest.age || ''}</td>
          <td className="py-1 pr-3">{guest.gender}</td>
          <td className="whitespace-nowrap py-1 max-sm:hidden print:table-cell">
            <Phone number={guest.phoneNumber} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}
