// The port to the card provider: what a card field can be asked for, whoever is behind it. The card itself stays behind it.
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
  /** Where a provider that leaves the page comes back to: the confirmation page. */
  returnUrl: string;
}

export type ProviderAnswer =
  | { kind: 'status'; status: string }
  /** The card's bank wants to see its owner on a page of its own, which leads back to the confirmation page. */
  | { kind: 'leave'; url: string }
  /** The provider said no, in its own words. */
  | { kind: 'declined'; message: string | undefined }
  /** No answer came back: the card may have been charged or not. */
  | { kind: 'unknown' };

/** Hears of every change of what is wrong with the card that was typed. */
export type OnCardErrors = (errors: FieldError[]) => void;

/** A card field on the page. */
export interface CardElement {
  /** Whether it holds a whole card; shows its mistakes and reports them when not. */
  check: () => boolean;
  /** Charges the card that was typed. */
  confirm: (payment: CardPayment) => Promise<ProviderAnswer>;
}

/** What was typed, as a provider takes it. */
export function tidyBilling(billing: Billing) {
  const phone = billing.phone.trim();
  return {
    name: billing.name.trim(),
    email: billing.email.trim(),
    address: billing.address.trim(),
    ...(phone && { phone }),
  };
}
