// The waitlist of a sold-out departure: join with a number of guests, see the position, leave.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { tell } from '../../api/client';
import type { Departure } from '../../api/types';
import { joinWaitlist, leaveWaitlist, ownWaitlistQuery } from '../../api/waitlist';
import { formatLocalDateTime } from '../../lib/dates';
import { daysText } from '../../lib/departures';
import { plural } from '../../lib/format';
import { toast } from '../../lib/toast';
import { paths } from '../../paths';
import { Button, ButtonLink } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Input';
import { useSession } from '../session/useSession';

const MAX_PARTY = 10;

export function Waitlist({ departure, guests }: { departure: Departure; guests: number | null }) {
  const { status } = useSession();
  const isSignedIn = status === 'authenticated';
  const { pathname } = useLocation();
  const queries = useQueryClient();
  const { data: entries } = useQuery({ ...ownWaitlistQuery, enabled: isSignedIn });
  const [isOpen, setOpen] = useState(false);
  const most = Math.min(MAX_PARTY, departure.capacity);
  const [party, setParty] = useState(String(Math.min(Math.max(guests ?? 1, 1), most)));
  const refresh = () => queries.invalidateQueries({ queryKey: ownWaitlistQuery.queryKey });
  const dates = daysText(departure.startDate, departure.endDate);
  const join = useMutation({
    mutationFn: () => joinWaitlist(departure._id, Number(party)),
    onSuccess: async ({ position }) => {
      await refresh();
      setOpen(false);
      toast.success(position ? `You are on the waitlist, position ${position}` : 'You are on the waitlist');
    },
    onError: (failure) => {
      void queries.invalidateQueries({ queryKey: ['departures', departure.trekId] });
      tell(failure, { otherwise: "We couldn't add you to the waitlist. Try again." });
    },
  });
  const leave = useMutation({
    mutationFn: () => leaveWaitlist(departure._id),
    onSuccess: async () => {
      await refresh();
      toast.success('You left the waitlist');
    },
    onError: (failure) => tell(failure, { otherwise: "We couldn't take you off the waitlist. Try again." }),
  });

  const entry = entries?.find(
    (one) => one.departureId === departure._id && (one.state === 'waiting' || one.state === 'offered'),
  );
  if (entry) {
    const held = entry.state === 'offered' && entry.offerExpiresAt;
    return (
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
        <p role="status" className="figures text-sm">
          {held
            ? `${plural(entry.guests, 'place')} held for you until ${formatLocalDateTime(held)}. Book with the link in our email.`
            : `You are on the waitlist, position ${entry.position ?? 1}.`}
        </p>
        <Button
          size="sm"
          variant="secondary"
          aria-label={`Leave the waitlist of ${dates}`}
          loading={leave.isPending}
          onClick={() => leave.mutate()}
        >
          Leave
        </Button>
      </div>
    );
  }
  const label = 'Join the waitlist';
  if (status === 'unauthenticated') {
    const back = `${pathname}?departure=${encodeURIComponent(departure._id)}#departures`;
    return (
      <ButtonLink size="sm" variant="secondary" to={paths.loginThen(back)} aria-label={`${label} of ${dates}`}>
        {label}
      </ButtonLink>
    );
  }
  return (
    <>
      <Button size="sm" variant="secondary" aria-label={`${label} of ${dates}`} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        size="sm"
        title={label}
        description={`${dates}. When seats become free, we email you and hold them for 24 hours. Nothing is charged.`}
        footer={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Not now
            </Button>
            <Button loading={join.isPending} onClick={() => join.mutate()}>
              {label}
            </Button>
          </>
        }
      >
        <Field label="Number of guests">
          <Select value={party} onChange={(event) => setParty(event.target.value)}>
            {Array.from({ length: most }, (_, index) => String(index + 1)).map((count) => (
              <option key={count} value={count}>
                {plural(Number(count), 'guest')}
              </option>
            ))}
          </Select>
        </Field>
      </Dialog>
    </>
  );
}
