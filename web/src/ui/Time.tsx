// Dates and times as text, in a `time` element.
import { formatDate, formatLocalDate, formatLocalDateTime } from '../lib/dates';

/** 'Jan 05, 2026': a day of a trek, independent of the time zone. */
export function DayText({ day }: { day: string }) {
  return (
    <time dateTime={day} className="whitespace-nowrap">
      {formatDate(day)}
    </time>
  );
}

/** 'Mar 14, 2027 – Mar 25, 2027' */
export function Days({ from, to }: { from: string; to: string }) {
  return (
    <>
      <DayText day={from} /> – <DayText day={to} />
    </>
  );
}

/** A deadline in the visitor's time zone. */
export function DeadlineText({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatLocalDateTime(at)}
    </time>
  );
}

/** The date of a past event, in the visitor's time zone. */
export function MomentText({ at }: { at: string }) {
  return <time dateTime={at}>{formatLocalDate(at)}</time>;
}
