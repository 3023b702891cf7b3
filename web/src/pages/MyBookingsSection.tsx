// An administrator's own bookings, in the same view as for travellers.
import MyBookings from '../features/account/MyBookings';
import { InvoiceOfBooking } from './InvoiceOfBooking';

export default function MyBookingsSection() {
  return <MyBookings invoice={(booking) => <InvoiceOfBooking booking={booking} />} />;
}
