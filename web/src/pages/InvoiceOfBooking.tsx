// The invoice button, passed to the list of bookings, which does not import the invoice feature.
import type { Booking } from '../api/types';
import { InvoiceButton } from '../features/invoice/InvoiceButton';

export function InvoiceOfBooking({ booking }: { booking: Booking }) {
  return (
    <InvoiceButton booking={booking} variant="secondary" aria-label={`Invoice for ${booking.trek.name}`}>
      Invoice
    </InvoiceButton>
  );
}
