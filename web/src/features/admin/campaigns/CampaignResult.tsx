// An email that is being sent or was sent: who got it, who did not, and why.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { tell } from '../../../api/client';
import { useConfig } from '../../../api/useConfig';
import { plural } from '../../../lib/text';
import { toast } from '../../../lib/toast';
import { useFilters } from '../../../lib/useFilters';
import { Button } from '../../../ui/Button';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { DeskList, DeskPages } from '../../../ui/DeskList';
import { type Column, DeskTable } from '../../../ui/DeskTable';
import { Field } from '../../../ui/Field';
import { Select } from '../../../ui/Input';
import { Badge } from '../../../ui/States';
import { formatTimeIn } from '../desk-labels';
import { CampaignPreview } from './CampaignPreview';
import {
  audienceText,
  type Campaign,
  campaignQuery,
  KEY,
  RECIPIENTS_PER_PAGE,
  type Recipient,
  type RecipientStatus,
  recipientCount,
  recipientLabel,
  recipientsQuery,
  recipientTone,
  retryCampaign,
  statusLabel,
  statusTone,
} from './campaigns';

const COLUMNS: Column[] = [
  { label: 'Recipient' },
  { label: 'Time', className: 'hidden md:table-cell' },
  { label: 'Status' },
];
const STATES = ['sent', 'failed', 'skipped'] as const satisfies readonly RecipientStatus[];

export function CampaignResult({ campaign }: { campaign: Campaign }) {
  const queries = useQueryClient();
  const timezone = useConfig()?.timezone;
  const [isPreviewed, setPreviewed] = useState(false);
  const [isRetryAsked, setRetryAsked] = useState(false);
  const { subject, status, recipients, createdBy, startedAt } = campaign;
  const retry = useMutation({
    mutationFn: () => retryCampaign(campaign._id),
    onSuccess: (resumed) => {
      queries.setQueryData(campaignQuery(campaign._id).queryKey, resumed);
      toast.success('The failed emails are being sent again.');
    },
    onError: (failure) => tell(failure, { otherwise: 'The emails could not be sent again.' }),
    onSettled: () => {
      setRetryAsked(false);
      return queries.invalidateQueries({ queryKey: [KEY] });
    },
  });
  const numbers = [
    `${recipients.sent} of ${recipientCount(campaign)} sent`,
    recipients.open > 0 && `${recipients.open} to be sent`,
    recipients.skipped > 0 && `${recipients.skipped} unsubscribed before`,
    recipients.failed > 0 && `${recipients.failed} failed`,
  ];
  return (
    <>
      <div className="mt-1 mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="wrap-anywhere text-xl">{subject}</h2>
          <p className="wrap-anywhere figures mt-0.5 text-ink-soft text-sm">
            To {audienceText(campaign)}, by {createdBy}
            {startedAt && `, ${formatTimeIn(startedAt, timezone)}`}
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={statusTone[status]}>{statusLabel[status]}</Badge>
            <span role="status" className="figures text-sm">
              {numbers.filter(Boolean).join(' · ')}
            </span>
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" className="px-4 text-sm" onClick={() => setPreviewed(true)}>
            Show the email
          </Button>
          {recipients.failed > 0 && (
            <Button className="px-4 text-sm" onClick={() => setRetryAsked(true)}>
              Send the failed again…
            </Button>
          )}
        </div>
      </div>
      <Recipients campaign={campaign} />
      {isRetryAsked && (
        <ConfirmDialog
          title={`Send the email again to ${plural(recipients.failed, 'person', 'people')}?`}
          agree="Send again"
          isBusy={retry.isPending}
          onAgree={() => retry.mutate()}
          onClose={() => setRetryAsked(false)}
        >
          <p>An email that may have arrived says so in the list. Its recipient can get it twice.</p>
        </ConfirmDialog>
      )}
      {isPreviewed && <CampaignPreview campaign={campaign} isSending={false} onClose={() => setPreviewed(false)} />}
    </>
  );
}

function Recipients({ campaign }: { campaign: Campaign }) {
  const { of, page, set, turn } = useFilters();
  const state = STATES.find((one) => one === of('state'));
  const query = useQuery(recipientsQuery(campaign._id, state, page, campaign.status === 'sending'));
  return (
    <>
      <Field label="Show" hideLabel className="mb-3 w-48">
        <Select value={state ?? ''} onChange={(event) => set({ state: event.target.value })} className="text-sm">
          <option value="">All recipients</option>
          {STATES.map((one) => (
            <option key={one} value={one}>
              {recipientLabel[one]}
            </option>
          ))}
        </Select>
      </Field>
      <DeskList
        query={query}
        what="The recipients"
        empty="No recipients match."
        isEmpty={({ recipients }) => recipients.length === 0}
      >
        {({ recipients, total }) => (
          <>
            <DeskTable label="Recipients" columns={COLUMNS} busy={query.isPlaceholderData}>
              {recipients.map((one) => (
                <Row key={one._id} recipient={one} />
              ))}
            </DeskTable>
            <DeskPages
              words={plural(total, 'recipient')}
              label="Pages of recipients"
              page={page}
              total={total}
              perPage={RECIPIENTS_PER_PAGE}
              onPage={turn}
            />
          </>
        )}
      </DeskList>
    </>
  );
}

function Row({ recipient }: { recipient: Recipient }) {
  const timezone = useConfig()?.timezone;
  const { email, name, status, error, endedAt } = recipient;
  return (
    <tr className="align-top">
      <th scope="row" className="w-full px-3 py-1.5 font-normal">
        <span className="wrap-anywhere block font-semibold">{email}</span>
        {name && <span className="wrap-anywhere block text-ink-soft text-xs">{name}</span>}
        {error && <span className="wrap-anywhere block text-danger text-xs">{error}</span>}
      </th>
      <td className="hidden whitespace-nowrap px-3 py-1.5 md:table-cell">
        {endedAt && formatTimeIn(endedAt, timezone)}
      </td>
      <td className="whitespace-nowrap px-3 py-1.5">
        <Badge tone={recipientTone[status]}>{recipientLabel[status]}</Badge>
      </td>
    </tr>
  );
}
