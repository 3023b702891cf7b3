// A day or a moment in words, with what machines read beside it.
import { formatDate, formatMoment, formatMomentAndTime } from '../lib/dates';

/** 'Jan 05, 2026': a day of a trek, the same in every time zone. */
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

/** A deadline, by the visitor's calendar and clock. */
export function DeadlineText({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatMomentAndTime(at)}
    </time>
  );
}

/** The day of something that somebody did, by the visitor's calendar. */
export function MomentText({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at)}</time>;
}
