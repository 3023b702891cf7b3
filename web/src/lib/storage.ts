// Access to localStorage and sessionStorage that never throws, even when they are blocked, full or contain damaged
// values.

export type StoreName = 'local' | 'session';

/** Access to `window.localStorage` itself throws where cookies are blocked. */
function store(name: StoreName): Storage | null {
  try {
    return name === 'local' ? window.localStorage : window.sessionStorage;
  } catch {
    return null;
  }
}

export function readText(name: StoreName, key: string): string | null {
  try {
    return store(name)?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Calls `onChange` when another tab changes `key` in localStorage or clears it. Returns the unsubscribe function. */
export function watchOtherTabs(key: string, onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // Null: the other tab cleared everything.
    if (event.key === key || event.key === null) onChange();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** Returns whether the value was stored. */
export function writeText(name: StoreName, key: string, value: string): boolean {
  try {
    const kept = store(name);
    kept?.setItem(key, value);
    return kept !== null;
  } catch {
    return false;
  }
}

export function remove(name: StoreName, key: string): void {
  try {
    store(name)?.removeItem(key);
  } catch {
    // A store that cannot be accessed has nothing to remove.
  }
}

/** Removes all keys with a prefix. */
export function removeStarting(name: StoreName, prefix: string): void {
  const keys = Object.keys(store(name) ?? {});
  for (const key of keys) if (key.startsWith(prefix)) remove(name, key);
}

/** The stored value if the type guard `fits` accepts it; other values (an older format, damage) are removed. */
export function readJson<T>(name: StoreName, key: string, fits: (value: unknown) => value is T): T | null {
  const text = readText(name, key);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (fits(value)) return value;
  } catch {
    // Invalid JSON: falls through to the removal.
  }
  remove(name, key);
  return null;
}

export function writeJson(name: StoreName, key: string, value: unknown): boolean {
  return writeText(name, key, JSON.stringify(value));
}
