// Amounts that staff type.
import { decimalsOf } from '../../lib/format';
import { formatMoney } from '../currency/money';

/** Parses a typed amount: digits, with at most as many decimals as the currency has (JPY 0, USD 2, KWD 3). */
export function parseAmount(typed: string, currency: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,9})(?:\.(\d+))?$/.exec(typed.trim()) ?? [];
  return whole && decimals.length <= decimalsOf(currency) ? Number(typed.trim()) : null;
}

/** What is wrong with an amount that is not a number of the currency. */
export function unreadableAmount(currency: string): string {
  const decimals = decimalsOf(currency);
  return decimals === 0 ? 'Enter a whole amount' : `Enter an amount with at most ${decimals} decimals`;
}

/** What is wrong with a payment of this amount. `isLeft` says what the most is: 'is left to pay'. */
export function amountProblem(
  amount: number | null,
  currency: string,
  left: number,
  isLeft: string,
): string | undefined {
  if (amount === null) return unreadableAmount(currency);
  if (amount === 0) return 'Enter an amount';
  return amount > left ? `Only ${formatMoney(left, currency)} ${isLeft}` : undefined;
}
