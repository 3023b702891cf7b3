// Belongs to the booking pages, which replace this file.
export function ConfirmationPage() {
  return <h1>Confirmation</h1>;
}
