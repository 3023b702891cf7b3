// Changed fields with their values before and after. Only the first few are shown; the others are collapsed.
import { plural } from '../../lib/text';
import { fieldLabel, formatTimeIn } from './desk-labels';
import type { AuditEntry } from './desk-types';

const SHOWN = 3;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z$/;

interface Changed {
  changes: AuditEntry['changes'];
  timezone: string | undefined;
}

export function Changes({ changes, timezone }: Changed) {
  if (changes.length === 0) return null;
  const rest = changes.slice(SHOWN);
  return (
    <>
      <ChangeList changes={changes.slice(0, SHOWN)} timezone={timezone} />
      {rest.length > 0 && (
        <details>
          <summary className="min-h-7 cursor-pointer text-glacier text-xs">
            {plural(rest.length, 'more change')}
          </summary>
          <ChangeList changes={rest} timezone={timezone} />
        </details>
      )}
    </>
  );
}

function ChangeList({ changes, timezone }: Changed) {
  return (
    <ul className="grid gap-1 text-xs">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          <span className="font-semibold">{fieldLabel(field)}</span>{' '}
          {isEmptyValue(before) ? null : (
            <>
              <del className="text-ink-soft decoration-line-strong">{textOf(before, timezone)}</del>{' '}
              <span aria-hidden>→</span>{' '}
            </>
          )}
          <ins className="no-underline">{isEmptyValue(after) ? 'nothing' : textOf(after, timezone)}</ins>
        </li>
      ))}
    </ul>
  );
}

const isEmptyValue = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** The value as text. Timestamps are shown in the agency's time zone. */
function textOf(value: unknown, timezone: string | undefined): string {
  if (isList(value)) return value.join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  return MOMENT.test(value) ? formatTimeIn(value, timezone) : value;
}
