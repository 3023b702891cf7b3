// A sign-up waiting for its code. Kept for the tab, so that a reload shows the code dialog again.
import { readJson, remove, writeJson } from '../../lib/storage';
import type { PendingSignup } from './auth-calls';

const KEY = 'pendingSignup';

function isPending(value: unknown): value is PendingSignup {
  const one = value as PendingSignup | null;
  return typeof one?.tempUserId === 'string' && typeof one.email === 'string' && typeof one.endsAt === 'number';
}

/** null when there is none, or its code has expired. */
export function readPendingSignup(now = Date.now()): PendingSignup | null {
  const pending = readJson('session', KEY, isPending);
  if (!pending || pending.endsAt > now) return pending;
  remove('session', KEY);
  return null;
}

export function savePendingSignup(pending: PendingSignup): void {
  writeJson('session', KEY, pending);
}

export function clearPendingSignup(): void {
  remove('session', KEY);
}
