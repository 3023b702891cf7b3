// Leads from a departure that was moved or cancelled to the answers of its travellers.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDate } from '../../../lib/dates';
import { paths } from '../../../paths';
import { changesQuery, isFinished } from './changes';

export function ChangeNotice({ id }: { id: string }) {
  const { data: changes = [] } = useQuery(changesQuery(id));
  const [last] = changes;
  if (!last) return null;
  const open = last.choices.filter(({ answeredAt }) => answeredAt == null).length;
  const what = last.kind === 'cancel' ? 'Cancelled' : `Moved to ${formatDate(last.toStartDate)}`;
  const state = isFinished(last)
    ? 'every booking is dealt with'
    : open > 0
      ? `${open} of ${last.choices.length} have not answered, until ${formatDate(last.answerBy)}`
      : 'the answers are being applied';
  return (
    <p className="figures mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-sm border border-line bg-stone px-4 py-2.5 text-sm">
      <span>
        <strong>{what}</strong>: {state}.
      </span>
      <Link
        to={paths.departureChanges(id)}
        className="inline-flex min-h-9 items-center font-semibold text-glacier underline underline-offset-4"
      >
        Answers of the travellers
      </Link>
    </p>
  );
}
