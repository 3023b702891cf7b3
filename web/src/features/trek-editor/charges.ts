// The agency's charges and deposit for new treks, as values of the form.
import { useEffect } from 'react';
import type { Config } from '../../api/types';
import { depositForm } from './document';
import type { Charges } from './form';
import type { EditorStore } from './store';

export function chargesOf(config: Config | undefined): Charges | undefined {
  const charges = config?.defaultCharges;
  if (!charges) return undefined;
  return {
    gst: String(charges.gst),
    serviceFee: String(charges.serviceFee),
    insurancePerPerson: String(charges.insurancePerPerson),
    bookingFee: String(charges.bookingFee),
    ...depositForm(config.defaultTerms),
  };
}

/** Fills in settings that load after the form has rendered, if nothing has been typed yet. */
export function useLateCharges(mode: 'new' | 'edit', store: EditorStore, charges: Charges | undefined) {
  const late = charges && JSON.stringify(charges);
  useEffect(() => {
    if (mode !== 'new' || !late || store.changed()) return;
    const { paymentDetails } = store.form();
    const next = { ...paymentDetails, ...(JSON.parse(late) as Charges) };
    if (JSON.stringify(next) === JSON.stringify(paymentDetails)) return;
    const form = { ...store.form(), paymentDetails: next };
    store.open(form, form);
  }, [mode, late, store]);
}
