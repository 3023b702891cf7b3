// Audit log: who changed what and when, with the values before and after.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, requestData } from '../../api/client';
import { useConfig } from '../../api/useConfig';
import { auditLogAnswer } from '../../api/validators/desk-lists';
import { plural } from '../../lib/text';
import { useFilters } from '../../lib/useFilters';
import { DeskList, DeskPages } from '../../ui/DeskList';
import { DeskTable } from '../../ui/DeskTable';
import { SearchBox } from '../../ui/SearchBox';
import { Checkbox } from '../../ui/Toggle';
import { subjectPage } from './audit-subjects';
import { Changes } from './Changes';
import { formatTimeIn, kindLabel } from './desk-labels';
import type { AuditEntry } from './desk-types';

const PAGE_SIZE = 25;
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
  // Picture uploads are hidden by default: illustrating a trek adds dozens of entries, which would bury the other
  // changes.
  const uploads = of('uploads') === 'shown';
  const asked = {
    ...(words && { search: words }),
    ...(!uploads && { excludeKind: 'picture' }),
    page: String(page),
    limit: String(PAGE_SIZE),
  };
  const query = useQuery({
    queryKey: ['audit', asked],
    queryFn: ({ signal }) => requestData(api.GET('/api/audit', { params: { query: asked }, signal }), auditLogAnswer),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label="Audit log">
      <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <SearchBox label="Search who, what or name" value={words} onSearch={(q) => set({ q })} />
        <Checkbox
          label="Show uploads"
          checked={uploads}
          onCheckedChange={(on) => set({ uploads: on ? 'shown' : undefined })}
        />
      </div>
      <DeskList
        query={query}
        what="The audit log"
        empty={words ? 'No entries match your search.' : 'No changes yet. What administrators change is listed here.'}
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
              perPage={PAGE_SIZE}
              onPage={turn}
            />
          </>
        )}
      </DeskList>
    </section>
  );
}

function Row({ entry, timezone }: { entry: AuditEntry; timezone: string | undefined }) {
  const at = formatTimeIn(entry.at, timezone);
  const who = entry.who.name || 'Deleted account';
  return (
    <tr className="align-top">
      <td className="hidden whitespace-nowrap px-3 py-2 text-ink-soft sm:table-cell">{at}</td>
      <td className="wrap-anywhere hidden min-w-28 px-3 py-2 sm:table-cell">{who}</td>
      <th scope="row" className="min-w-32 px-3 py-2 font-normal sm:min-w-44">
        <SubjectName entry={entry} />
        <span className="block text-ink-soft text-xs">
          {kindLabel(entry.subject.kind)}: {kindLabel(entry.action).toLowerCase()}
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

const nameClass = 'wrap-anywhere font-semibold';

/** Links to the subject's admin page, if it has one and was not deleted. */
function SubjectName({ entry: { subject, action } }: { entry: AuditEntry }) {
  const name = subject.name || subject.id;
  const to = action === 'delete' ? undefined : subjectPage(subject);
  if (!to) return <span className={`${nameClass} block`}>{name}</span>;
  return (
    <Link
      to={to}
      // A file, which the app has no route for.
      reloadDocument={subject.kind === 'picture'}
      className={`${nameClass} inline-flex min-h-6 items-center text-glacier underline underline-offset-2 hover:text-ink`}
    >
      {name}
    </Link>
  );
}
