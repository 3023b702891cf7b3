// The moves and cancellations of a departure, with the choices of travellers and the open ones.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useConfig, useToday } from '../../../api/useConfig';
import { describeDays, formatDate } from '../../../lib/dates';
import { plural } from '../../../lib/text';
import { paths } from '../../../paths';
import { DeskList } from '../../../ui/DeskList';
import { type Column, DeskTable } from '../../../ui/DeskTable';
import { Badge, type Tone } from '../../../ui/States';
import { formatTimeIn } from '../desk-labels';
import {
  ANSWER_LABELS,
  type Change,
  type ChangeChoice,
  changesQuery,
  isFinished,
  SILENCE_LABELS,
  tallyOf,
} from './changes';

const COLUMNS: Column[] = [
  { label: 'Guest' },
  { label: 'Guests', figures: true },
  { label: 'Choice' },
  { label: 'Answered', className: 'hidden sm:table-cell' },
];

export function DepartureChanges({ id }: { id: string }) {
  const query = useQuery(changesQuery(id));
  return (
    <DeskList
      query={query}
      what="The changes"
      empty="This departure has not been moved or cancelled."
      isEmpty={(changes) => changes.length === 0}
    >
      {(changes) => (
        <div className="grid gap-8">
          {changes.map((change) => (
            <OneChange key={change._id} change={change} />
          ))}
        </div>
      )}
    </DeskList>
  );
}

function titleOf({ kind, fromStartDate, toStartDate }: Change): string {
  if (kind === 'cancel') return `Departure of ${formatDate(fromStartDate)} cancelled`;
  return `Moved from ${formatDate(fromStartDate)} to ${formatDate(toStartDate)}`;
}

function OneChange({ change }: { change: Change }) {
  const { _id, toDepartureId, reason, answerBy, whenSilent, createdAt, choices } = change;
  const timezone = useConfig()?.timezone;
  const today = useToday();
  const open = choices.filter(({ answeredAt }) => answeredAt == null).length;
  return (
    <section aria-labelledby={_id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={_id} className="text-xl">
          {titleOf(change)}
        </h2>
        <Badge tone={isFinished(change) ? 'success' : open > 0 ? 'warning' : 'info'}>
          {isFinished(change) ? 'Finished' : open > 0 ? `${open} of ${choices.length} not answered` : 'Being applied'}
        </Badge>
      </div>
      <p className="figures mt-1 text-ink-soft text-sm">
        {formatTimeIn(createdAt, timezone)}.{' '}
        {open > 0 && (
          <>
            Answer by {formatDate(answerBy)}, {describeDays(answerBy, today)}. Without an answer:{' '}
            {SILENCE_LABELS[whenSilent].toLowerCase()}.{' '}
          </>
        )}
        {toDepartureId && (
          <Link to={paths.departure(toDepartureId)} className="text-glacier underline underline-offset-4">
            New departure
          </Link>
        )}
      </p>
      {reason && (
        <blockquote className="wrap-anywhere mt-2 border-line-strong border-l-2 pl-3 text-sm">{reason}</blockquote>
      )}
      {choices.length === 0 ? (
        <p className="mt-3 rounded-sm border border-line px-4 py-6 text-center text-ink-soft text-sm">
          Nobody had paid for it: nobody was asked.
        </p>
      ) : (
        <>
          <Tally choices={choices} />
          <DeskTable label={titleOf(change)} columns={COLUMNS}>
            {choices.map((choice) => (
              <Row key={choice.bookingId} choice={choice} />
            ))}
          </DeskTable>
        </>
      )}
    </section>
  );
}

function Tally({ choices }: { choices: readonly ChangeChoice[] }) {
  return (
    <dl className="figures my-3 flex flex-wrap gap-2">
      {tallyOf(choices).map(({ label, bookings, guests }) => (
        <div key={label} className="min-w-32 rounded-sm border border-line px-3 py-2">
          <dt className="text-ink-soft text-xs">{label}</dt>
          <dd className="font-semibold text-lg leading-tight">
            {bookings}
            <span className="ml-1.5 font-normal text-ink-soft text-xs">{plural(guests, 'guest')}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Row({ choice }: { choice: ChangeChoice }) {
  const { bookingId, reference, name, guests, answeredBy, answeredAt, appliedAt, chosenDepartureId } = choice;
  const timezone = useConfig()?.timezone;
  return (
    <tr className="relative">
      <th scope="row" className="w-1/3 px-3 py-1.5 font-normal">
        <Link
          to={paths.adminBooking(bookingId)}
          data-desk-open
          className="wrap-anywhere block font-semibold text-ink hover:text-glacier"
        >
          {name || 'Name removed'}
        </Link>
        <span className="block text-ink-soft text-xs">{reference}</span>
      </th>
      <td className="px-3 py-1.5 text-right">{guests}</td>
      <td className="px-3 py-1.5">
        <Badge tone={toneOf(choice)}>{wordOf(choice)}</Badge>
        {chosenDepartureId && (
          <Link
            to={paths.departure(chosenDepartureId)}
            className="ml-2 inline-flex min-h-6 items-center text-glacier text-xs underline underline-offset-4"
          >
            Open
          </Link>
        )}
        {answeredAt && !appliedAt && <span className="block text-ink-soft text-xs">Being applied</span>}
      </td>
      <td className="hidden px-3 py-1.5 text-ink-soft sm:table-cell">
        {answeredAt && (
          <>
            {formatTimeIn(answeredAt, timezone)}
            <span className="block text-xs">{answeredBy === 'silence' ? 'No answer in time' : 'By the traveller'}</span>
          </>
        )}
      </td>
    </tr>
  );
}

/** Answered without a choice: the booking was cancelled or moved again before. */
function wordOf({ choice, answeredAt }: ChangeChoice): string {
  if (choice) return ANSWER_LABELS[choice];
  return answeredAt ? 'No longer asked' : 'Not answered';
}

function toneOf({ choice, answeredAt }: ChangeChoice): Tone {
  if (!answeredAt) return 'warning';
  if (choice === 'accept' || choice === 'departure') return 'success';
  return choice ? 'info' : 'neutral';
}
