// The entries of a period as a list of days, for phones.
import clsx from 'clsx';
import { Link } from 'react-router';
import { type Day, formatDate, weekday } from '../../../../lib/dates';
import { plural } from '../../../../lib/text';
import { Badge } from '../../../../ui/States';
import { STATUS_LABELS, toneOf } from '../labels';
import { type Entry, pathOf, type Row, seatsOf } from './calendar';
import { agendaOf } from './month';

export function Agenda({ days, today, rows }: { days: readonly Day[]; today: Day; rows: readonly Row[] }) {
  // An entry with two guides is in two rows.
  const entries = [...new Map(rows.flatMap((row) => row.entries).map((entry) => [entry._id, entry])).values()];
  const agenda = agendaOf(days, entries);
  if (agenda.length === 0) {
    return (
      <p className="rounded-sm border border-line px-4 py-10 text-center text-ink-soft text-sm">Nothing runs then.</p>
    );
  }
  return (
    <ol className="divide-y divide-line rounded-sm border border-line">
      {agenda.map(([day, starting]) => (
        <li key={day} className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-3 px-3 py-2.5">
          <h3 className="figures text-center font-sans">
            <span className="block text-ink-soft text-xs">{weekday(day)}</span>
            <span className={clsx('block font-semibold text-lg', day === today && 'text-marigold-ink')}>
              {Number(day.slice(8))}
            </span>
            {day === today && <span className="block text-marigold-ink text-xs">today</span>}
          </h3>
          <ul className="grid gap-2.5">
            {starting.map((entry) => (
              <Item key={entry._id} entry={entry} isRunning={entry.startDate < day} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function Item({ entry, isRunning }: { entry: Entry; isRunning: boolean }) {
  const { trekName, startDate, endDate, booking, status, isGuaranteed, guides, capacity } = entry;
  const until = `${isRunning ? `since ${formatDate(startDate)}, ` : ''}until ${formatDate(endDate)}`;
  return (
    <li className="relative">
      <Link
        to={pathOf(entry)}
        className="wrap-anywhere font-semibold text-sm after:absolute after:inset-0 hover:text-glacier"
      >
        {trekName}
      </Link>
      <span className="wrap-anywhere block text-ink-soft text-xs">
        {until}
        {guides.length > 0 && `, ${guides.map(({ name }) => name).join(', ')}`}
      </span>
      <span className="mt-1 flex flex-wrap items-center gap-1.5 text-sm">
        <span className="figures">
          {booking ? `${booking.name}, ${plural(capacity, 'guest')}` : `${seatsOf(entry)} seats`}
        </span>
        <Badge tone={toneOf(status)}>{STATUS_LABELS[status]}</Badge>
        {booking && <Badge tone="info">Private</Badge>}
        {booking?.status === 'Pending' && <Badge>Not paid</Badge>}
        {!booking && isGuaranteed && <Badge tone="success">Guaranteed</Badge>}
      </span>
    </li>
  );
}
