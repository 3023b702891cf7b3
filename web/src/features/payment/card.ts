// Port to the payment provider: the operations of a card field. The card data stays inside the implementation.
import type { FieldError } from '../../ui/ErrorSummary';

export interface Billing {
  name: string;
  email: string;
  phone: string;
  address: string;
}

export interface CardPayment {
  paymentIntentId: string;
  clientSecret: string;
  billing: Billing;
  /** The confirmation page, where a provider that redirects returns to. */
  returnUrl: string;
}

export type ProviderAnswer =
  | { kind: 'status'; status: string }
  /** The bank requires authentication on its own page, which returns to the confirmation page. */
  | { kind: 'leave'; url: string }
  /** The provider declined the card; `message` is its reason. */
  | { kind: 'declined'; message: string | undefined }
  /** No response: the card may have been charged. */
  | { kind: 'unknown' };

/** Called with every change of the card's errors. */
export type OnCardErrors = (errors: FieldError[]) => void;

/** A card field on the page. */
export interface CardElement {
  /** Returns whether the card is complete; otherwise shows and reports its errors. */
  check: () => boolean;
  /** Charges the entered card. */
  confirm: (payment: CardPayment) => Promise<ProviderAnswer>;
}

/** Billing details in the shape that providers accept. */
export function normalizeBilling(billing: Billing) {
  const phone = billing.phone.trim();
  return {
    name: billing.name.trim(),
    email: billing.email.trim(),
    address: billing.address.trim(),
    ...(phone && { phone }),
  };
}
