// The audit log: who of the agency changed what and when, with what was there before and after.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, ask } from '../../api/client';
import { useConfig } from '../../api/useConfig';
import { plural } from '../../lib/text';
import { useFilters } from '../../lib/useFilters';
import { DeskList, DeskPages } from '../../ui/DeskList';
import { DeskTable } from '../../ui/DeskTable';
import { SearchBox } from '../../ui/SearchBox';
import { Changes } from './Changes';
import type { AuditEntry } from './desk-wire';
import { momentIn, wordsOfKind } from './desk-words';

const ON_A_PAGE = 25;
const COLUMNS = [
  { label: 'When', className: 'hidden sm:table-cell' },
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
      (await ask(api.GET('/api/audit', { params: { query: asked }, signal }), 'silent')).data,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label="Audit log">
      <div className="mb-3 flex">
        <SearchBox label="Search who, what or name" value={words} onSearch={(q) => set({ q })} />
      </div>
      <DeskList
        query={query}
        what="The audit log"
        empty={words ? 'Nothing fits.' : 'Nothing was changed yet.'}
        isEmpty={({ entries }) => !entries.length}
      >
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
  const at = momentIn(entry.at, timezone);
  const who = entry.who.name || 'Deleted account';
  return (
    <tr className="align-top">
      <td className="hidden whitespace-nowrap px-3 py-2 text-ink-soft sm:table-cell">{at}</td>
      <td className="wrap-anywhere hidden min-w-28 px-3 py-2 sm:table-cell">{who}</td>
      <th scope="row" className="min-w-32 px-3 py-2 font-normal sm:min-w-44">
        <span className="wrap-anywhere block font-semibold">{entry.subject.name || entry.subject.id}</span>
        <span className="block text-ink-soft text-xs">
          {wordsOfKind(entry.subject.kind)}: {wordsOfKind(entry.action).toLowerCase()}
        </span>
        <span className="wrap-anywhere block text-ink-soft text-xs sm:hidden">
          {at}, {who}
        </span>
      </th>
      <td className="w-1/2 px-3 py-2">
        <Changes changes={entry.changes} timezone={timezone} />
      </td>
    </tr>
  );
}
