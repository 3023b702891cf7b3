// Converts prices from the agency currency to the shown one through USD rates, and formats them (document 1 §7, §8,
// decision 7).
import { currencyText, decimalsOf } from '../../lib/format';

export const FALLBACK_NPR_PER_USD = 132.95;
export const RATE_FAILED = 'Unable to fetch exchange rate. Using default conversion.';

/** Units of a currency per US dollar. */
export type Rates = Record<string, number>;

export const FALLBACK_RATES: Rates = { USD: 1, NPR: FALLBACK_NPR_PER_USD };

/** null when a rate is missing; the price is then shown unconverted. */
export function convert(amount: number, from: string, to: string, rates: Rates): number | null {
  if (from === to) return amount;
  const ofFrom = from === 'USD' ? 1 : rates[from];
  const ofTo = to === 'USD' ? 1 : rates[to];
  if (!ofFrom || !ofTo) return null;
  return (amount / ofFrom) * ofTo;
}

/** '$1,290.00', 'NPR 171,505.50'. `short` omits decimals that are all zero: '$1,290'. */
export function formatMoney(amount: number, currency: string, short = false): string {
  const rounded = roundHalfUp(amount, decimalsOf(currency));
  return currencyText(rounded, currency, short && Number.isInteger(rounded) ? { least: 0, most: 0 } : undefined);
}

/** Rounds half away from zero. The small addend compensates binary fractions (1.005 is stored as 1.00499…). */
function roundHalfUp(amount: number, digits: number): number {
  const scale = 10 ** digits;
  const size = Math.abs(amount) * scale;
  return (Math.sign(amount) * Math.floor(size + 0.5 + size * 1e-12)) / scale;
}

/**
 * Currencies that the toggle offers for prices in `kept`. Without a rate for another agency currency there is no
 * choice.
 */
export function choicesFor(kept: string, rates: Rates | undefined): string[] {
  if (kept === 'USD' || kept === 'NPR') return ['USD', 'NPR'];
  return rates?.[kept] ? [kept, 'USD', 'NPR'] : [kept];
}
