// Dialog that invites a person by email.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiFailure, tell } from '../../api/client';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import { RoleChoice } from './RoleChoice';
import { invite, type Role } from './staff';

const NO_EMAIL = 'Enter an email address like name@example.com';

export function InviteStaff({ onClose, onSettled }: { onClose: () => void; onSettled: () => void }) {
  const form = useId();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('staff');
  const [tried, setTried] = useState(false);
  const send = useMutation({
    mutationFn: () => invite(email.trim(), role),
    onSuccess: (sent) => {
      toast.success(`We emailed ${sent.email} an invitation.`);
      onClose();
    },
    onError: (failure) => tell(failure, { otherwise: 'The invitation could not be sent.' }),
    onSettled,
  });
  const isBad = !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim());
  const refused = send.error instanceof ApiFailure ? send.error : null;
  const conflict = refused?.status === 409 ? refused.serverMessage : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isBad) send.mutate();
  };
  return (
    <Dialog
      open
      size="sm"
      title="Invite a person"
      onOpenChange={(open) => !open && !send.isPending && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={send.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={send.isPending}>
            Send invitation
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-5">
        <Field
          label="Email"
          required
          hint="The link in the email works once, for 7 days."
          error={tried && isBad ? NO_EMAIL : (refused?.problemOf('email') ?? conflict)}
        >
          <Input
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <RoleChoice value={role} onChange={setRole} />
      </form>
    </Dialog>
  );
}
