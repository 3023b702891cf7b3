// /booking-success: the trip in one picture, from the navigation state or, after a reload, the booking (document 2 §2).

import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router';
import type { Booking } from '../api/types';
import { ownBookingQuery } from '../features/account/bookings';
import { Receipt } from '../features/booking/Receipt';
import { detailsOf, isSuccess, type Success } from '../features/booking/success';
import { amountPaid } from '../features/currency/installments';
import { formatMoney } from '../features/currency/money';
import { InvoiceButton } from '../features/invoice/InvoiceButton';
import { PlaceMap } from '../features/map/PlaceMap';
import { useSession } from '../features/session/useSession';
import { plural } from '../lib/text';
import { paths } from '../paths';
import { ButtonLink } from '../ui/Button';
import { Picture } from '../ui/Picture';
import { EmptyState } from '../ui/States';
import { Days } from '../ui/Time';
import { PageLoading } from './PageLoading';
import { PageTitle } from './PageTitle';

export function BookingSuccessPage() {
  const { state } = useLocation();
  const { status } = useSession();
  const [search] = useSearchParams();
  const bookingId = search.get('booking');
  const brought = isSuccess(state) ? state : null;
  const fetched = useQuery({
    ...ownBookingQuery(bookingId ?? ''),
    enabled: !brought && bookingId !== null && status === 'authenticated',
  });
  if (brought) return <AllSet {...brought} />;
  if (bookingId && (status === 'loading' || fetched.isLoading)) return <PageLoading />;
  if (fetched.data && isPaid(fetched.data))
    return <AllSet bookingData={fetched.data} details={detailsOf(fetched.data)} />;
  return (
    <>
      <PageTitle>No booking</PageTitle>
      <EmptyState
        whole
        title="Please go back and select a trek to book"
        action={<ButtonLink to={paths.packages}>Go back</ButtonLink>}
        className="min-h-[60vh] justify-center"
      />
    </>
  );
}

/** A partly refunded booking still counts as paid; a cancelled one does not. */
function isPaid({ status, payment }: Booking) {
  return status !== 'Cancelled' && (payment.status === 'Confirmed' || payment.status === 'Refunded');
}

function AllSet({ bookingData: booking, details }: Success) {
  return (
    <div className="pb-16">
      <PageTitle>{`All set · ${details.name}`}</PageTitle>
      <Picture eager src={booking.trek.bannerImage} className="h-64 w-full sm:h-80" />
      <div className="page-width mt-8 max-w-3xl">
        <h1 className="text-4xl">All set you are going to {details.name}!</h1>
        <p className="mt-2 text-ink-soft text-lg">{details.location}</p>
        <div className="mt-6">
          <Receipt
            lines={[
              ['Amount paid', formatMoney(amountPaid(booking), booking.currency)],
              ...(booking.balance > 0
                ? [['Left to pay', formatMoney(booking.balance, booking.currency)] as [string, string]]
                : []),
              ['Reference', booking.reference],
              ['Booking ID', booking._id],
              ['Stay', <Days key="stay" from={booking.checkIn} to={booking.checkOut} />],
              ['Trek', `${details.name}, ${details.location}`],
              ['Guests', plural(details.guests, 'guest')],
              ['Duration', `${plural(details.noOfDay, 'day')}, ${plural(details.noOfNight, 'night')}`],
            ]}
          />
        </div>
        <div className="mt-6">
          <PlaceMap name={booking.trek.name} at={details.coordinates ?? booking.trek.coordinates} />
        </div>
        <div className="mt-6 flex flex-wrap gap-3">
          <InvoiceButton booking={booking} />
          <ButtonLink variant="secondary" to={paths.myBooking(booking._id)}>
            View booking
          </ButtonLink>
          <ButtonLink variant="secondary" to={paths.dashboardSection('my-bookings')}>
            My Bookings
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
