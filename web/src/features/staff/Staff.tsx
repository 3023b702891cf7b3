// Staff: everyone with a role and the open invitations. Owners invite people, change roles and take them away.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { tell } from '../../api/client';
import { useConfig } from '../../api/useConfig';
import { describeAge, formatDateIn } from '../../lib/dates';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { DeskList } from '../../ui/DeskList';
import { type Column, DeskTable, RowActions } from '../../ui/DeskTable';
import { Badge } from '../../ui/States';
import { useSession } from '../session/useSession';
import { ChangeRole } from './ChangeRole';
import { InviteStaff } from './InviteStaff';
import { type Invitation, KEY, resendInvitation, roleLabel, type StaffMember, staffQuery } from './staff';
import { WithdrawInvitation } from './WithdrawInvitation';

const STAFF_COLUMNS: Column[] = [
  { label: 'Name' },
  { label: 'Role' },
  { label: 'Last seen', className: 'max-md:hidden' },
  { label: 'Actions', silent: true },
];
const INVITATION_COLUMNS: Column[] = [
  { label: 'Email' },
  { label: 'Role', className: 'max-sm:hidden' },
  { label: 'Sent', className: 'max-md:hidden' },
  { label: 'Actions', silent: true },
];

export default function Staff() {
  const list = useQuery(staffQuery);
  const queryClient = useQueryClient();
  const [inviting, setInviting] = useState(false);
  const [changing, setChanging] = useState<StaffMember | null>(null);
  const [withdrawing, setWithdrawing] = useState<Invitation | null>(null);
  const changed = () => void queryClient.invalidateQueries({ queryKey: [KEY] });
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-measure text-ink-soft text-sm">
          Everyone who works on this site. A role that you change or take away acts at once: the person is signed out
          everywhere.
        </p>
        <Button variant="secondary" data-desk-new className="px-4 text-sm" onClick={() => setInviting(true)}>
          <Plus aria-hidden className="size-4" />
          Invite a person
        </Button>
      </div>
      <DeskList query={list} what="The staff" empty="Nobody has a role yet." isEmpty={({ staff }) => !staff.length}>
        {({ staff, invitations }) => (
          <>
            <DeskTable label="Staff" columns={STAFF_COLUMNS}>
              {staff.map((member) => (
                <MemberRow key={member._id} member={member} onChange={() => setChanging(member)} />
              ))}
            </DeskTable>
            {invitations.length > 0 && (
              <section aria-label="Open invitations" className="mt-8">
                <h2 className="mb-3 text-lg">Open invitations</h2>
                <DeskTable label="Open invitations" columns={INVITATION_COLUMNS}>
                  {invitations.map((invitation) => (
                    <InvitationRow
                      key={invitation._id}
                      invitation={invitation}
                      onWithdraw={() => setWithdrawing(invitation)}
                      onSettled={changed}
                    />
                  ))}
                </DeskTable>
              </section>
            )}
          </>
        )}
      </DeskList>
      {inviting && <InviteStaff onClose={() => setInviting(false)} onSettled={changed} />}
      {changing && <ChangeRole member={changing} onClose={() => setChanging(null)} onSettled={changed} />}
      {withdrawing && (
        <WithdrawInvitation invitation={withdrawing} onClose={() => setWithdrawing(null)} onSettled={changed} />
      )}
    </div>
  );
}

function MemberRow({ member, onChange }: { member: StaffMember; onChange: () => void }) {
  const { user } = useSession();
  const { _id, name, email, role, lastSeenAt, secondStepSince } = member;
  const lastSeen = lastSeenAt ? describeAge(Date.parse(lastSeenAt)) : 'Not signed in';
  return (
    <tr>
      <th scope="row" className="w-full px-3 py-1.5 font-normal">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="wrap-anywhere font-semibold">{name}</span>
          {_id === user?.id && <Badge>You</Badge>}
          {secondStepSince && <Badge tone="success">Second step on</Badge>}
        </span>
        <span className="wrap-anywhere block text-ink-soft text-xs">{email}</span>
        <span className="block text-ink-soft text-xs md:hidden">Last seen: {lastSeen}</span>
      </th>
      <td className="whitespace-nowrap px-3 py-1.5">{roleLabel(role)}</td>
      <td className="whitespace-nowrap px-3 py-1.5 max-md:hidden">{lastSeen}</td>
      <td className="px-2 py-1">
        <RowActions>
          <Button size="sm" variant="ghost" data-desk-open onClick={onChange}>
            Change<span className="sr-only"> the role of {name}</span>
          </Button>
        </RowActions>
      </td>
    </tr>
  );
}

function InvitationRow({
  invitation,
  onWithdraw,
  onSettled,
}: {
  invitation: Invitation;
  onWithdraw: () => void;
  onSettled: () => void;
}) {
  const timezone = useConfig()?.timezone;
  const { _id, email, role, invitedBy, createdAt, expiresAt, isExpired } = invitation;
  const resend = useMutation({
    mutationFn: () => resendInvitation(_id),
    onSuccess: () => toast.success('Email sent.'),
    onError: (failure) => tell(failure, { otherwise: 'The invitation could not be sent.' }),
    onSettled,
  });
  return (
    <tr>
      <th scope="row" className="w-full px-3 py-1.5 font-normal">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="wrap-anywhere font-semibold">{email}</span>
          {isExpired && <Badge tone="warning">Expired</Badge>}
        </span>
        {!isExpired && (
          <span className="block text-ink-soft text-xs">Valid until {formatDateIn(expiresAt, timezone)}</span>
        )}
        <span className="block text-ink-soft text-xs sm:hidden">{roleLabel(role)}</span>
      </th>
      <td className="whitespace-nowrap px-3 py-1.5 max-sm:hidden">{roleLabel(role)}</td>
      <td className="whitespace-nowrap px-3 py-1.5 max-md:hidden">
        {formatDateIn(createdAt, timezone)}
        <span className="block max-w-40 truncate text-ink-soft text-xs">by {invitedBy}</span>
      </td>
      <td className="px-2 py-1">
        <RowActions className="max-sm:flex-col max-sm:items-stretch">
          <Button size="sm" variant="ghost" loading={resend.isPending} onClick={() => resend.mutate()}>
            Send again<span className="sr-only"> to {email}</span>
          </Button>
          <Button size="sm" variant="ghost" data-danger onClick={onWithdraw}>
            Withdraw<span className="sr-only"> the invitation of {email}</span>
          </Button>
        </RowActions>
      </td>
    </tr>
  );
}
