// What a change was: each field with what stood there before and after; many are folded away.
import { plural } from '../../lib/text';
import type { AuditEntry } from './desk-wire';

const SHOWN = 3;

export function Changes({ changes }: { changes: AuditEntry['changes'] }) {
  if (changes.length === 0) return null;
  const rest = changes.slice(SHOWN);
  return (
    <>
      <ChangeList changes={changes.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details>
          <summary className="min-h-7 cursor-pointer text-glacier text-xs">
            {plural(rest.length, 'more change')}
          </summary>
          <ChangeList changes={rest} />
        </details>
      )}
    </>
  );
}

function ChangeList({ changes }: { changes: AuditEntry['changes'] }) {
  return (
    <ul className="grid gap-1 text-xs">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="break-words">
          <span className="font-semibold">{field}</span>{' '}
          <del className="text-ink-soft decoration-line-strong">{textOf(before)}</del> <span aria-hidden>→</span>{' '}
          <ins className="no-underline">{textOf(after)}</ins>
        </li>
      ))}
    </ul>
  );
}

/** A value as it is; what is none is said to be none. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
