// An email that was sent, shown as it was: in a frame that runs no script and follows no link.
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../ui/Dialog';
import { ErrorState, Skeleton } from '../../ui/States';
import { sentMailQuery } from './booking-record';

export function MailPreview({
  bookingId,
  mailId,
  onClose,
}: {
  bookingId: string;
  mailId: string;
  onClose: () => void;
}) {
  const { data: mail, isPending, isFetching, refetch } = useQuery(sentMailQuery(bookingId, mailId));
  return (
    <Dialog open onOpenChange={onClose} size="lg" title={mail?.subject ?? 'Email'}>
      {isPending ? (
        <Skeleton className="h-96" />
      ) : mail ? (
        <iframe
          title={`Email: ${mail.subject}`}
          // No scripts, no forms, no navigation, no access to this page.
          sandbox=""
          srcDoc={mail.html}
          className="h-[65dvh] w-full rounded-sm border border-line bg-white"
        />
      ) : (
        <ErrorState
          title="The email could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="py-6"
        />
      )}
    </Dialog>
  );
}
