// Recently used commands. Only screens and the names of treks and articles are stored in the browser, no personal
// data.
// Stored per administrator and removed at logout (main.tsx).
import { readJson, writeJson } from '../../../lib/storage';

export interface Recent {
  id: string;
  to: string;
  label: string;
  note: string;
}

const MAX_RECENT = 5;
const key = (user: string) => `recent:${user}`;

function isRecentList(value: unknown): value is Recent[] {
  const fits = (one: Partial<Record<keyof Recent, unknown>> | null) =>
    [one?.id, one?.to, one?.label, one?.note].every((part) => typeof part === 'string') &&
    String(one?.to).startsWith('/');
  return Array.isArray(value) && value.every(fits);
}

export function readRecent(user: string): Recent[] {
  return readJson('local', key(user), isRecentList)?.slice(0, MAX_RECENT) ?? [];
}

export function saveRecent(user: string, { id, to, label, note }: Recent): void {
  const others = readRecent(user).filter((one) => one.id !== id);
  writeJson('local', key(user), [{ id, to, label, note }, ...others].slice(0, MAX_RECENT));
}
