// Today: what is to be done, the most urgent first, and the months behind and ahead.
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Link } from 'react-router';
import { describeDays, formatDate } from '../../../lib/dates';
import { lazyComponent } from '../../../lib/lazy-component';
import { plural } from '../../../lib/text';
import { DeskList } from '../../../ui/DeskList';
import { formatMoney } from '../../currency/money';
import { kindLabel } from '../desk-labels';
import { KINDS, type Task, type TaskGroup, type TaskKind, todayQuery } from './today';

// The library that draws the charts is larger than the rest of the screen.
const Months = lazyComponent(() => import('./Months').then((file) => file.Months));

export default function Today() {
  const query = useQuery(todayQuery);
  return (
    <section aria-label="Today">
      <DeskList
        query={query}
        what="The tasks of today"
        empty="Nothing to do. Balances, departures, requests and emails that need you are listed here."
        isEmpty={({ groups }) => groups.every(({ count }) => count === 0)}
      >
        {({ date, groups }) => (
          <div className="grid grid-cols-1 items-start gap-x-6 gap-y-8 lg:grid-cols-2 2xl:grid-cols-3">
            {groups
              .filter(({ count }) => count > 0)
              .map((group) => (
                <Group key={group.kind} group={group} today={date} />
              ))}
          </div>
        )}
      </DeskList>
      <Months />
    </section>
  );
}

function Group({ group: { kind, count, tasks }, today }: { group: TaskGroup; today: string }) {
  const { title, isLate, all, list } = KINDS[kind];
  return (
    <section aria-labelledby={kind}>
      <h2 id={kind} className="flex items-baseline gap-2 font-sans font-semibold text-sm">
        {title}
        <span
          className={clsx(
            'figures rounded-full px-2 py-0.5 text-xs',
            isLate ? 'bg-danger-wash text-danger' : 'bg-stone text-ink-soft',
          )}
        >
          {count}
        </span>
      </h2>
      <ul className="mt-2 divide-y divide-line rounded-sm border border-line" data-desk-rows>
        {tasks.map((task) => (
          <li key={task._id}>
            <TaskLink kind={kind} task={task} today={today} />
          </li>
        ))}
      </ul>
      {count > tasks.length && (
        <p className="mt-1.5 text-sm">
          <Link to={list} className="inline-flex min-h-9 items-center text-glacier underline underline-offset-4">
            {all} ({count})
          </Link>
        </p>
      )}
    </section>
  );
}

function TaskLink({ kind, task, today }: { kind: TaskKind; task: Task; today: string }) {
  const { _id, name, subject, date, amount, currency } = task;
  const { date: meaning, task: addressOf, isLate, action } = KINDS[kind];
  const what = kind === 'failed-mail' ? kindLabel(subject) : subject;
  return (
    <Link
      to={addressOf(_id)}
      data-desk-open
      className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-3 py-2 text-sm -outline-offset-2 hover:bg-stone/60"
    >
      <span className="wrap-anywhere flex flex-wrap justify-between gap-x-4 font-semibold text-ink max-sm:col-span-2">
        {name || what}
        {amount !== undefined && currency && (
          <span className="figures font-normal">{formatMoney(amount, currency)}</span>
        )}
      </span>
      <span className="row-span-2 self-center text-glacier underline underline-offset-4 max-sm:hidden">{action}</span>
      <span className="wrap-anywhere col-start-1 flex flex-wrap justify-between gap-x-4 text-ink-soft text-xs max-sm:col-span-2">
        {[name && what, ...detailsOf(kind, task)].filter(Boolean).join(' · ')}
        {date && (
          <span className={clsx('figures', isLate && 'text-danger')}>
            {meaning} {formatDate(date)}, {describeDays(date, today)}
          </span>
        )}
      </span>
    </Link>
  );
}

function detailsOf(kind: TaskKind, { guests, minimum, guides = [] }: Task): (string | undefined)[] {
  const seats = guests === undefined ? undefined : plural(guests, 'guest');
  if (kind === 'decision') return [`${guests ?? 0} of ${plural(minimum ?? 0, 'seat')} needed`];
  if (kind === 'departing') return [seats, guides.join(', ') || 'No guide'];
  return [seats];
}
