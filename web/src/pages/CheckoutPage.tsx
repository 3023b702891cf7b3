// Belongs to the booking pages, which replace this file.
export function CheckoutPage() {
  return <h1>Checkout</h1>;
}
