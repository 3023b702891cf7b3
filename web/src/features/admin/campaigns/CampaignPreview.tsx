// Dialog with the email as its recipients see it, and the question before it is sent.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { plural } from '../../../lib/text';
import { toast } from '../../../lib/toast';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { ErrorState, Skeleton } from '../../../ui/States';
import { audienceText, type Campaign, campaignQuery, KEY, previewQuery, problemOf, sendCampaign } from './campaigns';

export function CampaignPreview({
  campaign,
  isSending,
  onClose,
}: {
  campaign: Campaign;
  /** Whether the email is about to be sent. */
  isSending: boolean;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const { data: preview, isPending, isFetching, refetch } = useQuery(previewQuery(campaign._id, campaign.version));
  const send = useMutation({
    mutationFn: () => sendCampaign(campaign),
    onSuccess: (started) => {
      queries.setQueryData(campaignQuery(started._id).queryKey, started);
      toast.success('The emails are being sent.');
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [KEY] }),
  });
  const isDraft = campaign.status === 'draft';
  const people = preview ? plural(preview.recipients, 'person', 'people') : 'all recipients';
  return (
    <Dialog
      open
      size="lg"
      title={isSending ? `Send this email to ${people}?` : campaign.subject}
      description={`To: ${audienceText(campaign)}${preview && isDraft ? `, ${people}` : ''}`}
      onOpenChange={(open) => !open && !send.isPending && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={send.isPending} onClick={onClose}>
            {isSending ? 'Cancel' : 'Close'}
          </Button>
          {isSending && (
            <Button disabled={!preview?.recipients} loading={send.isPending} onClick={() => send.mutate()}>
              Send now
            </Button>
          )}
        </>
      }
    >
      {send.error && (
        <p role="alert" className="mb-4 text-danger text-sm">
          {problemOf(send.error)}
        </p>
      )}
      {isPending ? (
        <Skeleton className="h-96" />
      ) : preview ? (
        <>
          {isDraft && preview.recipients === 0 && (
            <p className="mb-4 text-ink-soft text-sm">This email has no recipients now.</p>
          )}
          {/* Without scripts and without access to this page. */}
          <iframe
            title={`Preview of ${preview.subject}`}
            srcDoc={preview.html}
            sandbox=""
            className="h-[55vh] w-full rounded-sm border border-line bg-white"
          />
        </>
      ) : (
        <ErrorState title="The preview could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Dialog>
  );
}
