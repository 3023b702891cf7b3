// Number of guests: 1 to 10 from a list, or a typed number limited to 1 to 100 (document 2 §4, §5; decision 69).
export const LISTED_GUESTS = 10;
export const MIN_GUESTS = 1;
export const MAX_GUESTS = 100;

export interface GuestCount {
  /** null while nothing usable is typed: Reserve is then disabled. */
  count: number | null;
  /** Text of the field after the rule was applied. */
  text: string;
  message?: string;
}

/** Parses the typed number. A negative or decimal number is moved into the limits; other text gives a message. */
export function readGuestCount(typed: string): GuestCount {
  const text = typed.trim();
  if (text === '') return { count: null, text: '' };
  const wanted = Number(text.replace(',', '.'));
  if (!Number.isFinite(wanted))
    return { count: null, text: '', message: 'Please enter the number of guests in digits.' };
  const whole = Math.trunc(wanted);
  if (whole < MIN_GUESTS)
    return {
      count: MIN_GUESTS,
      text: String(MIN_GUESTS),
      message: 'A booking needs at least 1 guest, so this was set to 1.',
    };
  if (whole > MAX_GUESTS)
    return {
      count: MAX_GUESTS,
      text: String(MAX_GUESTS),
      message: 'A booking can have at most 100 guests, so this was set to 100.',
    };
  if (whole !== wanted)
    return {
      count: whole,
      text: String(whole),
      message: `The number of guests must be whole, so this was set to ${whole}.`,
    };
  return { count: whole, text: String(whole) };
}

export function guestsInWords(count: number): string {
  return count === 1 ? '1 guest' : `${count} guests`;
}
