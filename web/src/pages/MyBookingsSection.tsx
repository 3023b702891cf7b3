// An administrator's own bookings, as travellers see theirs.
import MyBookings from '../features/account/MyBookings';
import { InvoiceOfBooking } from './InvoiceOfBooking';

export default function MyBookingsSection() {
  return <MyBookings invoice={(booking) => <InvoiceOfBooking booking={booking} />} />;
}
