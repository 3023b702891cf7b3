// Enquiries: questions about treks, filtered by status or text, one conversation, and the saved replies.
import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useConfig } from '../../../api/useConfig';
import { formatDateIn } from '../../../lib/dates';
import { plural } from '../../../lib/text';
import { useFilters } from '../../../lib/useFilters';
import { Button } from '../../../ui/Button';
import { DeskList, DeskPages } from '../../../ui/DeskList';
import { DeskStatusToolbar } from '../../../ui/DeskStatusToolbar';
import { type Column, DeskTable } from '../../../ui/DeskTable';
import { Badge } from '../../../ui/States';
import { EnquiryDetail } from './EnquiryDetail';
import { ENQUIRIES_PER_PAGE, type Enquiry, enquiriesQuery, STATUSES, statusTone } from './enquiries';
import { SavedReplies } from './SavedReplies';

const COLUMNS: Column[] = [
  { label: 'Traveller' },
  { label: 'Trek', className: 'hidden sm:table-cell' },
  { label: 'Last message', className: 'hidden md:table-cell' },
  { label: 'Status' },
];

export default function Enquiries() {
  const open = useFilters().of('enquiry');
  return open ? <EnquiryDetail key={open} id={open} /> : <EnquiryList />;
}

function EnquiryList() {
  const { of, page, turn } = useFilters();
  const [managing, setManaging] = useState(false);
  const search = of('q');
  const state = STATUSES.find((one) => one === of('state'));
  const query = useQuery(enquiriesQuery({ search, state }, page));
  return (
    <section aria-label="Enquiries">
      <DeskStatusToolbar search="Search name, email or trek" statuses={STATUSES}>
        <Button variant="secondary" className="md:order-last" onClick={() => setManaging(true)}>
          <MessagesSquare aria-hidden className="size-4" />
          Saved replies
        </Button>
      </DeskStatusToolbar>
      <DeskList
        query={query}
        what="The enquiries"
        empty={
          search || state
            ? 'No enquiries match.'
            : 'No enquiries yet. Questions from the pages of treks are listed here.'
        }
        isEmpty={({ enquiries }) => enquiries.length === 0}
      >
        {({ enquiries, total }) => (
          <>
            <DeskTable label="Enquiries" columns={COLUMNS} busy={query.isPlaceholderData}>
              {enquiries.map((one) => (
                <Row key={one._id} enquiry={one} />
              ))}
            </DeskTable>
            <DeskPages
              words={plural(total, 'enquiry', 'enquiries')}
              label="Pages of enquiries"
              page={page}
              total={total}
              perPage={ENQUIRIES_PER_PAGE}
              onPage={turn}
            />
          </>
        )}
      </DeskList>
      {managing && <SavedReplies onClose={() => setManaging(false)} />}
    </section>
  );
}

function Row({ enquiry }: { enquiry: Enquiry }) {
  const timezone = useConfig()?.timezone;
  const [address] = useSearchParams();
  const opened = new URLSearchParams(address);
  opened.set('enquiry', enquiry._id);
  const last = formatDateIn(enquiry.lastMessageAt, timezone);
  return (
    <tr className="relative align-top">
      <th scope="row" className="px-3 py-1.5 font-normal sm:min-w-32">
        <Link
          to={{ search: opened.toString() }}
          data-desk-open
          className="wrap-anywhere block font-semibold text-ink shadow-none outline-none after:absolute after:inset-0 hover:text-glacier focus-visible:after:outline-2 focus-visible:after:outline-glacier focus-visible:after:-outline-offset-2"
        >
          {enquiry.name}
        </Link>
        <span className="wrap-anywhere block text-ink-soft text-xs">{enquiry.email}</span>
        <span className="wrap-anywhere block text-ink-soft text-xs sm:hidden">{enquiry.trekName}</span>
        <span className="block text-ink-soft text-xs md:hidden">Last message on {last}</span>
      </th>
      <td className="wrap-anywhere hidden min-w-32 px-3 py-1.5 sm:table-cell">{enquiry.trekName}</td>
      <td className="hidden whitespace-nowrap px-3 py-1.5 md:table-cell">{last}</td>
      <td className="px-3 py-1.5">
        <Badge tone={statusTone[enquiry.status]}>{enquiry.status}</Badge>
      </td>
    </tr>
  );
}
