// One proposal at the desk: the editor of a draft, or what was sent with what can be done about it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { ApiFailure, tell } from '../../api/client';
import { formatLocalDateTime } from '../../lib/dates';
import { toast } from '../../lib/toast';
import { useFilters } from '../../lib/useFilters';
import { paths } from '../../paths';
import { Button, ButtonLink } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { DeskDetail } from '../../ui/DeskDetail';
import { Dialog } from '../../ui/Dialog';
import { Badge } from '../../ui/States';
import { createProposal, KEY, STATES, type StaffProposal, staffProposalQuery, withdrawProposal } from './desk';
import { ProposalBody } from './ProposalBody';
import { ProposalEditor } from './ProposalEditor';

export function ProposalDetail({ id }: { id: string }) {
  const query = useQuery(staffProposalQuery(id));
  const isMissing = query.error instanceof ApiFailure && query.error.status === 404;
  return (
    <DeskDetail query={query} isMissing={isMissing} label="Proposal" list="Proposals" parameter="proposal">
      {(proposal) => (
        <>
          <Head proposal={proposal} />
          {proposal.shown.state === 'draft' ? <ProposalEditor proposal={proposal} /> : <Sent proposal={proposal} />}
        </>
      )}
    </DeskDetail>
  );
}

function Head({ proposal }: { proposal: StaffProposal }) {
  const { shown, name, email, customTrekId, sentAt } = proposal;
  const { label, tone } = STATES[shown.state];
  return (
    <div className="mt-1 mb-5">
      <h2 className="wrap-anywhere text-xl">{shown.title || 'Untitled'}</h2>
      <p className="wrap-anywhere text-ink-soft text-sm">
        Version {shown.number} for {name}, {email}. {sentAt && <>Sent {formatLocalDateTime(sentAt)}. </>}
        <Link to={`${paths.adminSection('custom-treks')}&request=${customTrekId}`} className="text-glacier underline">
          View request
        </Link>
      </p>
      <p className="mt-2">
        <Badge tone={tone}>{label}</Badge>
      </p>
    </div>
  );
}

function Sent({ proposal }: { proposal: StaffProposal }) {
  const { shown, url, customTrekId } = proposal;
  const { set } = useFilters();
  const next = useProposalStep(() => createProposal(customTrekId), {
    done: (made) => set({ proposal: made.shown._id }),
  });
  const [asks, setAsks] = useState(false);
  const withdraw = useProposalStep(() => withdrawProposal(shown._id, proposal.version), {
    done: () => toast.success('Proposal withdrawn.'),
    settled: () => setAsks(false),
  });
  const isUnpaid = shown.state === 'accepted' && shown.booking?.status === 'Cancelled';
  const isOpen = shown.state === 'sent' || shown.state === 'expired' || isUnpaid;
  return (
    <div className="grid max-w-3xl gap-6">
      <div className="flex flex-wrap items-center gap-3">
        {shown.booking && (
          <ButtonLink to={paths.adminBooking(shown.booking._id)}>Booking {shown.booking.reference}</ButtonLink>
        )}
        <Button variant={isOpen ? 'primary' : 'secondary'} loading={next.isPending} onClick={() => next.mutate()}>
          New version
        </Button>
        {isOpen && (
          <Button variant="dangerGhost" onClick={() => setAsks(true)}>
            Withdraw
          </Button>
        )}
        <Dialog
          open={asks}
          onOpenChange={setAsks}
          size="sm"
          title="Withdraw this proposal?"
          description={`${proposal.name} can no longer accept it${shown.state === 'expired' ? '' : ' and gets an email'}. This can't be undone.`}
          footer={
            <>
              <Button variant="secondary" onClick={() => setAsks(false)}>
                Cancel
              </Button>
              <Button variant="danger" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
                Withdraw
              </Button>
            </>
          }
        />
      </div>
      {isOpen && url && (
        <p className="flex items-center gap-2 text-sm">
          <span className="break-all">{url}</span>
          <CopyButton text={url} label="Link" />
        </p>
      )}
      <Preview>
        <ProposalBody proposal={shown} />
      </Preview>
    </div>
  );
}

/** What the traveller reads. */
export function Preview({ children }: { children: ReactNode }) {
  return (
    <section aria-label="What the traveller sees" className="rounded-sm border border-line p-5">
      {children}
    </section>
  );
}

/** A step that changes a proposal. Lists are read again after it. */
function useProposalStep(
  step: () => Promise<StaffProposal>,
  { done, settled }: { done: (changed: StaffProposal) => void; settled?: () => void },
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: step,
    onSuccess: (changed) => {
      queries.setQueryData(staffProposalQuery(changed.shown._id).queryKey, changed);
      done(changed);
    },
    onError: (failure) => tell(failure, { otherwise: 'The proposal could not be changed.' }),
    onSettled: () => {
      settled?.();
      return queries.invalidateQueries({ queryKey: [KEY] });
    },
  });
}
