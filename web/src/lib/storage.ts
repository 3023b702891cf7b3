// The browser's stores, for when they are forbidden, full or hold rubbish: nothing here throws.

export type StoreName = 'local' | 'session';

/** Reaching for `window.localStorage` itself throws where cookies are blocked. */
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

/** Calls `onChange` when another tab changes `key` of local storage or clears all of it, until the returned function is called. */
export function watchOtherTabs(key: string, onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // Null: the other tab cleared everything.
    if (event.key === key || event.key === null) onChange();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** True when it is kept. */
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
    // A store that cannot be reached holds nothing that we could forget.
  }
}

/** Forgets everything whose key begins so. */
export function removeStarting(name: StoreName, prefix: string): void {
  const keys = Object.keys(store(name) ?? {});
  for (const key of keys) if (key.startsWith(prefix)) remove(name, key);
}

/** What was kept, if `fits` accepts it; what does not fit (an older form, damage) is forgotten. */
export function readJson<T>(name: StoreName, key: string, fits: (value: unknown) => value is T): T | null {
  const text = readText(name, key);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (fits(value)) return value;
  } catch {
    // Not JSON: falls through to being forgotten.
  }
  remove(name, key);
  return null;
}

export function writeJson(name: StoreName, key: string, value: unknown): boolean {
  return writeText(name, key, JSON.stringify(value));
}
