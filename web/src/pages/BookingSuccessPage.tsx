// Belongs to the booking pages, which replace this file.
export function BookingSuccessPage() {
  return <h1>BookingSuccess</h1>;
}
