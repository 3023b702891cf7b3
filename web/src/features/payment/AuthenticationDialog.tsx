// Dialog for 3-D Secure in the sandbox, which takes the part of the bank: the traveller approves or declines the
// payment.
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';

export function AuthenticationDialog({
  open,
  busy,
  onEnd,
}: {
  open: boolean;
  busy: boolean;
  onEnd: (outcome: 'succeed' | 'fail') => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={() => {}}
      dismissible={false}
      size="sm"
      title="Your bank asks you to confirm"
      description="Test mode: approve or decline this payment."
      footer={
        <>
          <Button variant="danger" disabled={busy} onClick={() => onEnd('fail')}>
            Decline{' '}
          </Button>
          <Button loading={busy} onClick={() => onEnd('succeed')}>
            Approve{' '}
          </Button>
        </>
      }
    >
      <p className="text-ink-soft">Your card is charged only if you approve.</p>
    </Dialog>
  );
}
