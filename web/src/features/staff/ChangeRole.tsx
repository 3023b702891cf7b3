// Dialog that changes the role of a person, or takes it away.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiFailure, tell } from '../../api/client';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { useSession } from '../session/useSession';
import { RoleChoice } from './RoleChoice';
import { changeRole, type Role, roleLabel, type StaffMember } from './staff';

const NO_ROLE = {
  role: 'user',
  label: 'No role',
  hint: 'No access to the desk any more. The account stays, as that of a traveller.',
} as const;

export function ChangeRole({
  member,
  onClose,
  onSettled,
}: {
  member: StaffMember;
  onClose: () => void;
  onSettled: () => void;
}) {
  const form = useId();
  const { user } = useSession();
  const [role, setRole] = useState<Role>(member.role);
  const save = useMutation({
    mutationFn: () => changeRole(member._id, role),
    onSuccess: () => {
      toast.success(role === 'user' ? `${member.name} has no role any more.` : `${member.name}: ${roleLabel(role)}.`);
      onClose();
    },
    onError: (failure) => tell(failure, { otherwise: 'The role could not be changed.' }),
    onSettled,
  });
  const refused = save.error instanceof ApiFailure ? save.error : null;
  const isSame = role === member.role;
  const whom = member._id === user?.id ? 'You are' : `${member.name} is`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSame) onClose();
    else save.mutate();
  };
  return (
    <Dialog
      open
      size="sm"
      title={`Role of ${member.name}`}
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant={role === 'user' ? 'danger' : 'primary'} loading={save.isPending}>
            {role === 'user' ? 'Take role away' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <RoleChoice value={role} onChange={setRole} more={[NO_ROLE]} />
        {!isSame && <p className="text-ink-soft text-sm">{whom} signed out everywhere when you save.</p>}
        {refused?.status === 409 && (
          <p role="alert" className="rounded-sm bg-danger-wash px-3.5 py-2.5 text-danger text-sm">
            {refused.serverMessage}
          </p>
        )}
      </form>
    </Dialog>
  );
}
