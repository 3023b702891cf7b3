// The rule of the server for a password that is the account's own address (crates/domain/src/account.rs).
export const PASSWORD_IS_EMAIL = 'This password is your email address. Please choose another one.';

/** Whether a password is the address of its account, or what stands before its @. */
export function isOwnEmail(password: string, email: string): boolean {
  const typed = password.trim().toLowerCase();
  const address = email.trim().toLowerCase();
  return typed !== '' && (typed === address || typed === address.split('@')[0]);
}
