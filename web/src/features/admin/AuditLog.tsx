// The audit log: who of the agency changed what and when, with what was there before and after.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../../api/client';
import { useConfig } from '../../api/useConfig';
import { plural } from '../../lib/text';
import { DeskList, DeskPages, DeskTable } from './DeskTable';
import { type AuditEntry, desk } from './desk-wire';
import { momentIn, wordsOfKind } from './desk-words';
import { SearchBox } from './SearchBox';
import { useFilters } from './useFilters';

const ON_A_PAGE = 25;
const COLUMNS = [
  { label: 'When' },
  { label: 'Who', className: 'hidden sm:table-cell' },
  { label: 'What' },
  { label: 'Changes' },
];

export default function AuditLog() {
  const { of, page, set, turn } = useFilters();
  const timezone = useConfig()?.timezone;
  const words = of('q');
  const asked = { ...(words && { search: words }), page: String(page), limit: String(ON_A_PAGE) };
  const query = useQuery({
    queryKey: ['audit', asked],
    queryFn: async ({ signal }) =>
      (await ask(desk.GET('/api/audit', { params: { query: asked }, signal }), 'silent')).data,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label="Audit log">
      <div className="mb-3 flex">
        <SearchBox label="Search who, what or name" value={words} onSearch={(q) => set({ q })} />
      </div>
      <DeskList query={query} what="The audit log" empty="Nothing fits." isEmpty={({ entries }) => !entries.length}>
        {({ entries, total }) => (
          <>
            <DeskTable label="Audit log" columns={COLUMNS} busy={query.isPlaceholderData}>
              {entries.map((entry) => (
                <Row key={entry._id} entry={entry} timezone={timezone} />
              ))}
            </DeskTable>
            <DeskPages
              words={plural(total, 'entry', 'entries')}
              label="Pages of the audit log"
              page={page}
              total={total}
              perPage={ON_A_PAGE}
              onPage={turn}
            />
          </>
        )}
      </DeskList>
    </section>
  );
}

function Row({ entry, timezone }: { entry: AuditEntry; timezone: string | undefined }) {
  return (
    <tr className="align-top hover:bg-stone/60">
      <td className="px-3 py-2 text-ink-soft sm:whitespace-nowrap">
        {momentIn(entry.at, timezone)}
        <span className="block text-ink sm:hidden">{entry.who.name || 'Deleted account'}</span>
      </td>
      <td className="hidden px-3 py-2 sm:table-cell">{entry.who.name || 'Deleted account'}</td>
      <th scope="row" className="px-3 py-2 font-normal">
        <span className="block font-semibold">{entry.subject.name || entry.subject.id}</span>
        <span className="block text-ink-soft text-xs">
          {wordsOfKind(entry.subject.kind)}: {wordsOfKind(entry.action).toLowerCase()}
        </span>
      </th>
      <td className="w-1/2 px-3 py-2">
        <Changes changes={entry.changes} />
      </td>
    </tr>
  );
}

const SHOWN = 3;

function Changes({ changes }: { changes: AuditEntry['changes'] }) {
  if (changes.length === 0) return <span className="text-ink-soft">–</span>;
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
