// Proposals: the list with its filter, the versions for one request, and the page of one proposal (operations §6).
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { plural } from '../../lib/text';
import { useFilters } from '../../lib/useFilters';
import { DeskList, DeskPages } from '../../ui/DeskList';
import { type Column, DeskTable } from '../../ui/DeskTable';
import { DeskToolbar } from '../../ui/DeskToolbar';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Input';
import { Badge } from '../../ui/States';
import { DayText } from '../../ui/Time';
import { formatMoney } from '../currency/money';
import { type ListedProposal, PER_PAGE, type ProposalState, proposalsQuery, STATES } from './desk';
import { ProposalDetail } from './ProposalDetail';
import { ProposalRequest } from './ProposalRequest';

const COLUMNS: Column[] = [
  { label: 'Proposal' },
  { label: 'Traveller', className: 'hidden sm:table-cell' },
  { label: 'Starts', className: 'hidden lg:table-cell' },
  { label: 'Total', figures: true, className: 'hidden md:table-cell' },
  { label: 'Valid until', className: 'hidden md:table-cell' },
  { label: 'State' },
];

export default function Proposals() {
  const { of } = useFilters();
  const open = of('proposal');
  const request = of('request');
  if (open) return <ProposalDetail key={open} id={open} />;
  return (
    <section aria-label="Proposals">
      {request && <ProposalRequest key={request} id={request} />}
      <ProposalList request={request} />
    </section>
  );
}

function ProposalList({ request }: { request: string | undefined }) {
  const { of, page, set, turn } = useFilters();
  const words = Object.keys(STATES) as ProposalState[];
  const state = words.find((word) => word === of('state'));
  const query = useQuery(proposalsQuery({ state, customTrekId: request }, page));
  return (
    <>
      {!request && (
        <DeskToolbar
          active={state ? 1 : 0}
          onClear={() => set({ state: undefined })}
          filters={
            <Field label="State" hideLabel className="md:w-48">
              <Select value={state ?? ''} onChange={(event) => set({ state: event.target.value })} className="text-sm">
                <option value="">All states</option>
                {words.map((word) => (
                  <option key={word} value={word}>
                    {STATES[word].label}
                  </option>
                ))}
              </Select>
            </Field>
          }
        />
      )}
      <DeskList
        query={query}
        what="The proposals"
        empty={
          request
            ? 'No proposal for this request yet.'
            : state
              ? 'No proposals match.'
              : 'No proposals yet. Answer a request of Custom Treks with one.'
        }
        isEmpty={({ proposals }) => proposals.length === 0}
      >
        {({ proposals, total }) => (
          <>
            <DeskTable label="Proposals" columns={COLUMNS} busy={query.isPlaceholderData}>
              {proposals.map((one) => (
                <Row key={one._id} proposal={one} />
              ))}
            </DeskTable>
            <DeskPages
              words={plural(total, 'proposal')}
              label="Pages of proposals"
              page={page}
              total={total}
              perPage={PER_PAGE}
              onPage={turn}
            />
          </>
        )}
      </DeskList>
    </>
  );
}

function Row({ proposal }: { proposal: ListedProposal }) {
  const [address] = useSearchParams();
  const opened = new URLSearchParams(address);
  opened.set('proposal', proposal._id);
  const { label, tone } = STATES[proposal.state];
  return (
    <tr className="relative align-top">
      <th scope="row" className="px-3 py-1.5 font-normal sm:min-w-40">
        <Link
          to={{ search: opened.toString() }}
          data-desk-open
          className="wrap-anywhere block font-semibold text-ink shadow-none outline-none after:absolute after:inset-0 hover:text-glacier focus-visible:after:outline-2 focus-visible:after:outline-glacier focus-visible:after:-outline-offset-2"
        >
          {proposal.title || 'Untitled'}
        </Link>
        <span className="block text-ink-soft text-xs">
          Version {proposal.number}, {plural(proposal.guests, 'guest')}
        </span>
      </th>
      <td className="wrap-anywhere hidden px-3 py-1.5 sm:table-cell">{proposal.name}</td>
      <td className="hidden whitespace-nowrap px-3 py-1.5 lg:table-cell">
        <DayText day={proposal.startDate} />
      </td>
      <td className="hidden whitespace-nowrap px-3 py-1.5 text-right md:table-cell">
        {formatMoney(proposal.total, proposal.currency)}
      </td>
      <td className="hidden whitespace-nowrap px-3 py-1.5 md:table-cell">
        <DayText day={proposal.validUntil} />
      </td>
      <td className="px-3 py-1.5">
        <Badge tone={tone}>{label}</Badge>
        {proposal.booking && <span className="block text-ink-soft text-xs">{proposal.booking.reference}</span>}
      </td>
    </tr>
  );
}
