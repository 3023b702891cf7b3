// The server's rule against a password that equals the account's email (crates/domain/src/account.rs).
export const PASSWORD_IS_EMAIL = 'This password is your email address. Please choose another one.';

/** Whether a password is the account's email address, or the part before its @. */
export function isOwnEmail(password: string, email: string): boolean {
  const typed = password.trim().toLowerCase();
  const address = email.trim().toLowerCase();
  return typed !== '' && (typed === address || typed === address.split('@')[0]);
}
