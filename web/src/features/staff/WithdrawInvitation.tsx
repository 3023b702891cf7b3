// Dialog that withdraws an invitation.
import { useMutation } from '@tanstack/react-query';
import { tell } from '../../api/client';
import { toast } from '../../lib/toast';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
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
    <ConfirmDialog
      title="Withdraw this invitation?"
      description={`The link in the email to ${invitation.email} stops working.`}
      agree="Withdraw invitation"
      isDangerous
      isBusy={withdraw.isPending}
      onAgree={() => withdraw.mutate()}
      onClose={onClose}
    />
  );
}
