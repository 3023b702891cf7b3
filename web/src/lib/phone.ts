// Validates phone numbers (decision 133). The server applies the same rule in domain/guest.rs.

export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return /^\+?[\d -]{10,40}$/.test(text) && digits >= 10;
}
