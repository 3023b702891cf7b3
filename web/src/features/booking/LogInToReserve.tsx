// Replaces Reserve for signed-out visitors. Login and sign-up return to the same choice.
import { Link, useLocation } from 'react-router';
import { paths } from '../../paths';
import { Button, ButtonLink } from '../../ui/Button';
import type { Choice } from './choice';
import { bookingTexts } from './messages';

/** URL of this page with the chosen date, because the date of the URL overrides the stored one. */
function useReturnPath({ startDate, group, departureId }: Choice): string {
  const { pathname, search } = useLocation();
  const address = new URLSearchParams(search);
  if (group && departureId) {
    address.delete('date');
    address.set('departure', departureId);
    return `${pathname}?${address}`;
  }
  address.delete('departure');
  if (startDate) address.set('date', startDate);
  else address.delete('date');
  return address.size > 0 ? `${pathname}?${address}` : pathname;
}

export function LogInToReserve({ choice, size = 'lg' }: { choice: Choice; size?: 'md' | 'lg' }) {
  return (
    <ButtonLink to={paths.loginThen(useReturnPath(choice))} size={size} className="w-full">
      Log in to reserve
    </ButtonLink>
  );
}

export function SignedOutNote({ choice }: { choice: Choice }) {
  return (
    <>
      <p>{bookingTexts.logInToCreate} Your choice is kept.</p>
      <p className="mt-1 flex items-center justify-between gap-4">
        <span>
          New here?{' '}
          <Link
            to={paths.signupThen(useReturnPath(choice))}
            className="inline-flex min-h-8 items-center font-semibold text-glacier underline underline-offset-2"
          >
            Sign up
          </Link>
        </span>
        <Button variant="secondary" size="sm" disabled aria-describedby="reserve-why">
          Reserve
        </Button>
      </p>
    </>
  );
}
