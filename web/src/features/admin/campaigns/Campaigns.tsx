// Campaigns: emails to the travellers of a departure or to the newsletter's subscribers. The list, a draft, or a sent email.
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, Plus } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { ApiFailure } from '../../../api/client';
import { useConfig } from '../../../api/useConfig';
import { formatDateIn } from '../../../lib/dates';
import { plural } from '../../../lib/text';
import { useFilters } from '../../../lib/useFilters';
import { Button } from '../../../ui/Button';
import { DeskList, DeskPages } from '../../../ui/DeskList';
import { type Column, DeskTable } from '../../../ui/DeskTable';
import { Badge, ErrorState, Skeleton } from '../../../ui/States';
import { CampaignEditor } from './CampaignEditor';
import { CampaignResult } from './CampaignResult';
import {
  audienceText,
  CAMPAIGNS_PER_PAGE,
  type Campaign,
  campaignQuery,
  campaignsQuery,
  recipientCount,
  statusLabel,
  statusTone,
} from './campaigns';

const COLUMNS: Column[] = [
  { label: 'Subject' },
  { label: 'To', className: 'hidden sm:table-cell' },
  { label: 'Sent', figures: true, className: 'hidden md:table-cell' },
  { label: 'Date', className: 'hidden md:table-cell' },
  { label: 'Status' },
];

export default function Campaigns() {
  const { of } = useFilters();
  const open = of('campaign');
  if (!open) return <CampaignList />;
  return (
    <section aria-label="Email">
      <Back />
      {open === 'new' ? (
        <CampaignEditor key={of('departure')} draft={null} departureId={of('departure')} />
      ) : (
        <Opened key={open} id={open} />
      )}
    </section>
  );
}

function Back() {
  const [address] = useSearchParams();
  const back = new URLSearchParams(address);
  for (const name of ['campaign', 'departure', 'state', 'page']) back.delete(name);
  return (
    <Link
      to={{ search: back.toString() }}
      data-desk-back
      className="-mt-2 -ml-1 inline-flex min-h-11 items-center gap-1 text-ink-soft text-sm hover:text-ink"
    >
      <ChevronLeft aria-hidden className="size-4" />
      Campaigns
    </Link>
  );
}

function Opened({ id }: { id: string }) {
  const { data: campaign, isPending, isFetching, error, refetch } = useQuery(campaignQuery(id));
  if (isPending)
    return (
      <div aria-busy="true">
        <p role="status" className="sr-only">
          Loading the email
        </p>
        <Skeleton className="mt-2 h-96" />
      </div>
    );
  if (campaign?.status === 'draft') return <CampaignEditor draft={campaign} />;
  if (campaign) return <CampaignResult campaign={campaign} />;
  if (error instanceof ApiFailure && error.status === 404)
    return <p className="py-10 text-center text-ink-soft">Email not found.</p>;
  return (
    <ErrorState
      title="The email could not be loaded"
      onRetry={() => void refetch()}
      retrying={isFetching}
      className="mt-2 py-8"
    />
  );
}

function CampaignList() {
  const { page, set, turn } = useFilters();
  const query = useQuery(campaignsQuery(page));
  return (
    <section aria-label="Campaigns">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-measure text-ink-soft text-sm">
          Emails to the travellers of a departure, or to the subscribers of the newsletter.
        </p>
        <Button variant="secondary" data-desk-new className="px-4 text-sm" onClick={() => set({ campaign: 'new' })}>
          <Plus aria-hidden className="size-4" />
          New email
        </Button>
      </div>
      <DeskList
        query={query}
        what="The emails"
        empty="No emails yet. Write one, and send it to yourself first."
        isEmpty={({ campaigns }) => campaigns.length === 0}
      >
        {({ campaigns, total }) => (
          <>
            <DeskTable label="Campaigns" columns={COLUMNS} busy={query.isPlaceholderData}>
              {campaigns.map((one) => (
                <Row key={one._id} campaign={one} />
              ))}
            </DeskTable>
            <DeskPages
              words={plural(total, 'email')}
              label="Pages of emails"
              page={page}
              total={total}
              perPage={CAMPAIGNS_PER_PAGE}
              onPage={turn}
            />
          </>
        )}
      </DeskList>
    </section>
  );
}

function Row({ campaign }: { campaign: Campaign }) {
  const timezone = useConfig()?.timezone;
  const [address] = useSearchParams();
  const opened = new URLSearchParams(address);
  opened.delete('page');
  opened.set('campaign', campaign._id);
  const { subject, status, recipients, startedAt, createdAt } = campaign;
  return (
    <tr className="relative align-top">
      <th scope="row" className="w-full px-3 py-1.5 font-normal">
        <Link
          to={{ search: opened.toString() }}
          data-desk-open
          className="wrap-anywhere block font-semibold text-ink shadow-none outline-none after:absolute after:inset-0 hover:text-glacier focus-visible:after:outline-2 focus-visible:after:outline-glacier focus-visible:after:-outline-offset-2"
        >
          {subject}
        </Link>
        <span className="wrap-anywhere block text-ink-soft text-xs sm:hidden">{audienceText(campaign)}</span>
      </th>
      <td className="wrap-anywhere hidden min-w-40 px-3 py-1.5 sm:table-cell">{audienceText(campaign)}</td>
      <td className="hidden whitespace-nowrap px-3 py-1.5 text-right md:table-cell">
        {status !== 'draft' && `${recipients.sent} of ${recipientCount(campaign)}`}
      </td>
      <td className="hidden whitespace-nowrap px-3 py-1.5 md:table-cell">
        {formatDateIn(startedAt ?? createdAt, timezone)}
      </td>
      <td className="px-3 py-1.5">
        <Badge tone={recipients.failed > 0 ? 'danger' : statusTone[status]}>
          {recipients.failed > 0 ? `${recipients.failed} failed` : statusLabel[status]}
        </Badge>
      </td>
    </tr>
  );
}
