// Formats numbers, units and amounts. crates/server/src/platform/format.rs formats them the same way. Dates:
// dates.ts.

/** Fixed, because the site is English: the browser's language would mix in other separators. */
export const LOCALE = 'en-US';

/** Narrow no-break space between a number and its unit. */
const THIN = '\u202f';

const numbers = new Map<number, Intl.NumberFormat>();

/** '5,545', '−12', '7.8', with at most `decimals` decimals. */
export function formatNumber(value: number, decimals = 0): string {
  let format = numbers.get(decimals);
  if (!format) {
    format = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: decimals, signDisplay: 'negative' });
    numbers.set(decimals, format);
  }
  return replaceHyphen(format.format(value));
}

/** Replaces the hyphen, which is shorter than a minus sign and allows a line break after it. */
export function replaceHyphen(text: string): string {
  return text.replace('-', '−');
}

/** plural(1, 'day') → '1 day'; plural(12, 'day') → '12 days' */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** '5,545 m' */
export function metres(height: number): string {
  return `${formatNumber(height)}${THIN}m`;
}

/** '7.8 km' */
export function kilometres(distance: number): string {
  return `${formatNumber(distance, 1)}${THIN}km`;
}

/** 195 → '3 h 15 min'. Not 'm', which means metres. */
export function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = Math.round(minutes % 60);
  if (hours === 0) return `${rest}${THIN}min`;
  return rest === 0 ? `${hours}${THIN}h` : `${hours}${THIN}h ${rest}${THIN}min`;
}

/** '3–5' with an en dash; a single number if both are equal. */
export function range(from: number, to: number): string {
  return from === to ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`;
}

const currencies = new Map<string, Intl.NumberFormat>();

/** '$1,290.00', 'NPR 171,505.50', '−$800.00'. Without `digits` it has the decimals of the currency. */
export function currencyText(amount: number, currency: string, digits?: { least?: number; most?: number }): string {
  const key = `${currency} ${digits?.least} ${digits?.most}`;
  let format = currencies.get(key);
  if (!format) {
    format = new Intl.NumberFormat(LOCALE, {
      style: 'currency',
      currency,
      ...(digits?.least !== undefined && { minimumFractionDigits: digits.least }),
      ...(digits?.most !== undefined && { maximumFractionDigits: digits.most }),
      signDisplay: 'negative',
    });
    currencies.set(key, format);
  }
  return replaceHyphen(format.format(amount));
}

const decimals = new Map<string, number>();

/** Number of decimals of the currency. */
export function decimalsOf(currency: string): number {
  let count = decimals.get(currency);
  if (count === undefined) {
    const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency });
    count = format.resolvedOptions().maximumFractionDigits ?? 2;
    decimals.set(currency, count);
  }
  return count;
}
