// /checkout?booking=ID: pay a booking that is still unpaid, from My Bookings or after a reload (decisions §5).
import { useNavigate, useSearchParams } from 'react-router';
import type { Booking } from '../api/types';
import { bookingTexts } from '../features/booking/messages';
import { detailsOf } from '../features/booking/success';
import { paths } from '../paths';
import { ButtonLink } from '../ui/Button';
import { EmptyState } from '../ui/States';
import { Checkout } from './Checkout';

export function CheckoutPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const bookingId = search.get('booking');
  if (!bookingId) {
    return (
      <EmptyState
        whole
        title={bookingTexts.missingInformation}
        action={<ButtonLink to={paths.packages}>Discover Packages</ButtonLink>}
        className="min-h-[60vh] justify-center"
      />
    );
  }
  const succeed = (booking: Booking) =>
    navigate(`${paths.bookingSuccess}?booking=${encodeURIComponent(booking._id)}`, {
      replace: true,
      state: { bookingData: booking, details: detailsOf(booking) },
    });
  return (
    <Checkout
      bookingId={bookingId}
      onConfirmed={succeed}
      onPaidBefore={(booking) => navigate(paths.confirmation(booking._id), { replace: true })}
      onBooked={(booking) => navigate(paths.confirmation(booking._id), { replace: true })}
    />
  );
}
