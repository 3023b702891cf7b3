// Deletes the account after listing the consequences. The owner confirms with the password or an emailed code.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiFailure, GENERIC_FAILURE } from '../../api/client';
import type { User } from '../../api/types';
import { useBookableDays } from '../../api/useConfig';
import { formatDate } from '../../lib/dates';
import { toast } from '../../lib/toast';
import { paths } from '../../paths';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { PasswordInput } from '../../ui/Input';
import { deleteAccount, requestDeletionCode } from './account-calls';
import { filterBookings } from './booking-kinds';
import { myBookingsQuery } from './bookings';
import { CODE_LENGTH, EmailedCode, INCOMPLETE_CODE, useEmailedCode } from './EmailedCode';

export function DeleteAccount({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      {open && <DeleteDialog user={user} onClose={() => setOpen(false)} />}
    </>
  );
}

function Consequences() {
  return (
    <>
      <ul className="grid list-disc gap-1.5 pl-5 text-sm">
        <li>
          <strong className="font-semibold">Your account</strong> is deleted at once, with your name, email address,
          phone, emergency contact, preferences and newsletter subscription. Every device is signed out.
        </li>
        <li>
          <strong className="font-semibold">Bookings that are paid are not cancelled</strong> and nothing is refunded.
          They stay in the agency's books without your name, and you can no longer see, change or cancel them here.
        </li>
        <li>
          <strong className="font-semibold">Bookings that are not paid</strong> are cancelled.
        </li>
        <li>
          <strong className="font-semibold">Invoices</strong> can no longer be downloaded. Download them and your data
          first.
        </li>
      </ul>
      <UpcomingPaidTreks />
    </>
  );
}

/**
 * Lists upcoming paid treks with their booking numbers, since the agency knows them only by number after the
 * deletion.
 */
function UpcomingPaidTreks() {
  const { today } = useBookableDays();
  const { data: bookings = [] } = useQuery(myBookingsQuery);
  const ahead = filterBookings(bookings, 'upcoming', today);
  if (ahead.length === 0) return null;
  return (
    <div className="mt-4 rounded-sm bg-marigold-wash px-4 py-3 text-marigold-ink text-sm">
      <p className="font-semibold">
        {ahead.length === 1 ? 'You have an upcoming paid trek.' : `You have ${ahead.length} upcoming paid treks.`}
      </p>
      <ul className="mt-1 grid gap-1">
        {ahead.map((booking) => (
          <li key={booking._id} className="break-words">
            {booking.trek.name}, {formatDate(booking.checkIn)}. Booking {booking._id}
          </li>
        ))}
      </ul>
      <p className="mt-1.5">
        Cancel first if you want a refund, or note the booking number: you can still contact the agency with it.
      </p>
    </div>
  );
}

function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const navigate = useNavigate();
  const [proof, setProof] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const code = useEmailedCode(requestDeletionCode);
  const byPassword = user.hasPassword;

  const sendCode = async () => {
    setProof('');
    setProblem(null);
    // The API client has already shown the error as a toast.
    await code.begin().catch(() => {});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (byPassword && !proof) return setProblem('Enter your password');
    if (!byPassword && proof.length < CODE_LENGTH) return setProblem(INCOMPLETE_CODE);
    setBusy(true);
    try {
      await deleteAccount(byPassword ? { password: proof } : { otp: proof });
    } catch (failure) {
      setBusy(false);
      const own = failure instanceof ApiFailure && (failure.problemOf('password') ?? failure.serverMessage);
      return setProblem(own || GENERIC_FAILURE);
    }
    navigate(paths.home);
    toast.success('Your account was deleted.');
  };
  const handleProofChange = (typed: string) => {
    setProof(typed);
    setProblem(null);
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} dismissible={!busy} title="Delete your account?">
      <Consequences />
      <form onSubmit={submit} noValidate className="mt-6 grid gap-5">
        {byPassword ? (
          <Field label="Your password" required error={problem ?? undefined}>
            <PasswordInput
              value={proof}
              onChange={(event) => handleProofChange(event.target.value)}
              autoComplete="current-password"
            />
          </Field>
        ) : code.sent ? (
          <EmailedCode
            to={user.email}
            sent={code.sent}
            sending={code.sending}
            code={proof}
            onCode={handleProofChange}
            problem={problem}
            disabled={busy}
            onResend={sendCode}
          />
        ) : (
          <Button variant="secondary" loading={code.sending} onClick={sendCode} className="justify-self-start">
            Email me a code
          </Button>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            Keep my account
          </Button>
          <Button type="submit" variant="danger" loading={busy} disabled={!byPassword && !code.sent}>
            Delete account
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
