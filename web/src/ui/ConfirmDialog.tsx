// Dialog with a question before something happens that is not easily undone. It cannot be closed while that is under way.
import type { ReactNode } from 'react';
import { Button } from './Button';
import { Dialog } from './Dialog';

interface Question {
  title: string;
  description?: ReactNode;
  /** The verb of the button that agrees. */
  agree: string;
  cancel?: string;
  isDangerous?: boolean;
  isBusy: boolean;
  onAgree: () => void;
  onClose: () => void;
  children?: ReactNode;
}

export function ConfirmDialog({
  agree,
  cancel = 'Cancel',
  isDangerous = false,
  isBusy,
  onAgree,
  onClose,
  ...content
}: Question) {
  return (
    <Dialog
      open
      size="sm"
      dismissible={!isBusy}
      onOpenChange={onClose}
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            {cancel}
          </Button>
          <Button variant={isDangerous ? 'danger' : 'primary'} loading={isBusy} onClick={onAgree}>
            {agree}
          </Button>
        </>
      }
      {...content}
    />
  );
}
