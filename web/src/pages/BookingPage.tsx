// Belongs to the booking pages, which replace this file.
export function BookingPage() {
  return <h1>Booking</h1>;
}
