// Formats card data while it is typed and validates it before it is sent.

export interface CardEntry {
  number: string;
  expiry: string;
  cvc: string;
}

export interface Card {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

export function isAmex(number: string): boolean {
  return /^3[47]/.test(digitsOf(number));
}

/** '4242424242424242' → '4242 4242 4242 4242'; American Express is grouped 4-6-5. */
export function formatNumber(typed: string): string {
  const digits = digitsOf(typed).slice(0, isAmex(typed) ? 15 : 19);
  const groups = isAmex(digits) ? digits.match(/^(\d{1,4})(\d{1,6})?(\d{1,5})?/)?.slice(1) : digits.match(/\d{1,4}/g);
  return (groups ?? []).filter(Boolean).join(' ');
}

/** '1227' → '12 / 27'. `before` detects a deletion, so that backspace deletes across the slash. */
export function formatExpiry(typed: string, before = ''): string {
  let digits = digitsOf(typed);
  if (/^\s*[2-9]/.test(typed) && digits.length === 1) digits = `0${digits}`;
  const year = digits.slice(2).length > 2 && digits.startsWith('20', 2) ? digits.slice(4, 6) : digits.slice(2, 4);
  const month = digits.slice(0, 2);
  const deleting = typed.length < before.length;
  if (month.length < 2 || (deleting && year === '')) return month;
  return `${month} / ${year}`;
}

export function formatCvc(typed: string, number: string): string {
  return digitsOf(typed).slice(0, isAmex(number) ? 4 : 3);
}

/** Check digit of ISO/IEC 7812 (Luhn algorithm). */
export function passesLuhn(number: string): boolean {
  const digits = digitsOf(number);
  const sum = Array.from(digits)
    .reverse()
    .map(Number)
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
  return digits.length > 0 && sum % 10 === 0;
}

export type CardErrors = Partial<Record<keyof CardEntry, string>>;

/** `today` is yyyy-mm-dd. A card is valid until the end of its month. */
export function validateCard(entry: CardEntry, today: string): CardErrors {
  const errors: CardErrors = {};
  const digits = digitsOf(entry.number);
  if (digits === '') errors.number = 'Please enter the card number';
  else if (digits.length < 13 || !passesLuhn(digits)) errors.number = 'This card number is incomplete or incorrect';
  const expiry = readExpiry(entry.expiry);
  if (!expiry) errors.expiry = 'Please enter the expiry date, for example 12 / 27';
  else if (`${expiry.year}-${String(expiry.month).padStart(2, '0')}` < today.slice(0, 7))
    errors.expiry = 'This card has expired';
  if (digitsOf(entry.cvc).length !== (isAmex(digits) ? 4 : 3))
    errors.cvc = isAmex(digits) ? 'Please enter the 4-digit security code' : 'Please enter the 3-digit security code';
  return errors;
}

function readExpiry(text: string): { month: number; year: number } | null {
  const match = text.match(/^\s*(\d{2})\s*\/\s*(\d{2})\s*$/);
  const month = Number(match?.[1]);
  return match && month >= 1 && month <= 12 ? { month, year: 2000 + Number(match[2]) } : null;
}

export function readCard(entry: CardEntry): Card {
  const expiry = readExpiry(entry.expiry);
  return {
    number: digitsOf(entry.number),
    expMonth: expiry?.month ?? 0,
    expYear: expiry?.year ?? 0,
    cvc: digitsOf(entry.cvc),
  };
}
