// Who waits for seats of a departure, in order of arrival.
import { useQuery } from '@tanstack/react-query';
import { useConfig } from '../../../api/useConfig';
import { DeskList } from '../../../ui/DeskList';
import { type Column, DeskTable } from '../../../ui/DeskTable';
import { Badge, type Tone } from '../../../ui/States';
import { formatTimeIn } from '../desk-labels';
import { type WaitlistEntry, waitlistQuery } from './departures';

const COLUMNS: Column[] = [
  { label: 'Name' },
  { label: 'Guests', figures: true },
  { label: 'State' },
  { label: 'Since', className: 'hidden sm:table-cell' },
];
const STATES: Record<WaitlistEntry['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'warning' },
  offered: { label: 'Seats offered', tone: 'info' },
  booked: { label: 'Booked', tone: 'success' },
  lapsed: { label: 'Offer expired', tone: 'neutral' },
  left: { label: 'Left', tone: 'neutral' },
};

export function Waitlist({ id }: { id: string }) {
  const query = useQuery(waitlistQuery(id));
  return (
    <section aria-labelledby="waitlist">
      <h2 id="waitlist" className="mb-2 font-semibold text-lg">
        Waitlist
      </h2>
      <DeskList query={query} what="The waitlist" empty="Nobody is waiting." isEmpty={(list) => list.length === 0}>
        {(entries) => (
          <DeskTable label="Waitlist" columns={COLUMNS}>
            {entries.map((entry) => (
              <Row key={entry._id} entry={entry} />
            ))}
          </DeskTable>
        )}
      </DeskList>
    </section>
  );
}

function Row({ entry: { name, email, guests, state, position, createdAt, offerExpiresAt } }: { entry: WaitlistEntry }) {
  const timezone = useConfig()?.timezone;
  const { label, tone } = STATES[state];
  return (
    <tr>
      <th scope="row" className="w-1/2 px-3 py-1.5 font-normal">
        <span className="wrap-anywhere block font-semibold">{name}</span>
        <a
          href={`mailto:${email}`}
          className="wrap-anywhere inline-block min-h-6 text-ink-soft text-xs leading-6 underline hover:text-glacier"
        >
          {email.split('@')[0]}
          <wbr />@{email.split('@')[1]}
        </a>
      </th>
      <td className="px-3 py-1.5 text-right">{guests}</td>
      <td className="px-3 py-1.5">
        <Badge tone={tone}>{position ? `${label}, no. ${position}` : label}</Badge>
        {state === 'offered' && offerExpiresAt && (
          <span className="block text-ink-soft text-xs">until {formatTimeIn(offerExpiresAt, timezone)}</span>
        )}
      </td>
      <td className="hidden whitespace-nowrap px-3 py-1.5 text-ink-soft sm:table-cell">
        {formatTimeIn(createdAt, timezone)}
      </td>
    </tr>
  );
}
