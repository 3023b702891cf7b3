// Dialog that withdraws an invitation.
import { useMutation } from '@tanstack/react-query';
import { tell } from '../../api/client';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { type Invitation, withdrawInvitation } from './staff';

export function WithdrawInvitation({
  invitation,
  onClose,
  onSettled,
}: {
  invitation: Invitation;
  onClose: () => void;
  onSettled: () => void;
}) {
  const withdraw = useMutation({
    mutationFn: () => withdrawInvitation(invitation._id),
    onSuccess: () => {
      toast.success('Invitation withdrawn.');
      onClose();
    },
    onError: (failure) => tell(failure, { otherwise: 'The invitation could not be withdrawn.' }),
    onSettled,
  });
  return (
    <Dialog
      open
      size="sm"
      title="Withdraw this invitation?"
      description={`The link in the email to ${invitation.email} stops working.`}
      onOpenChange={(open) => !open && !withdraw.isPending && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={withdraw.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Withdraw invitation
          </Button>
        </>
      }
    />
  );
}
