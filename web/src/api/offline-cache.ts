// Caches the most recent responses in local storage for offline use: treks, articles, and the traveller's own bookings.
// An entry is read only after a request failed without a response, never instead of a request. The entries of one user
// are never shown to another, and logout removes them.
//
// TanStack's persister is not used: it restores entries before a request instead of after a failure, and has no owners.
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { isStrings } from '../lib/json';
import { readJson, remove, writeJson } from '../lib/storage';
import { markUnreachable, offline } from './connectivity';
import { ApiFailure } from './failure';
import { CACHED } from './validators/cached';

const PREFIX = 'kept:';
const INDEX = `${PREFIX}index`;
const MAX_ENTRIES = 30;
/** In characters. A list of a thousand treks is longer; the pages of the treks are cached one by one. */
const MAX_LENGTH = 400_000;

const OWN = ['my-bookings', 'booking'];

interface Entry {
  key: QueryKey;
  at: number;
  /** The signed-in user, because an administrator's list of articles contains drafts; null for a visitor. */
  owner: string | null;
  data: unknown;
  /** Fingerprint of the contract that the data matches. */
  schema: string | undefined;
}

function isEntry(value: unknown): value is Entry {
  const entry = value as Partial<Entry> | null;
  return (
    Array.isArray(entry?.key) &&
    typeof entry.at === 'number' &&
    entry.data !== undefined &&
    entry.owner !== undefined &&
    // An entry with the schema of an older version of the site counts as missing.
    entry.schema === schemaOf(entry.key)
  );
}

const index = () => readJson('local', INDEX, isStrings) ?? [];
const nameOf = (key: QueryKey) => PREFIX + JSON.stringify(key);
const schemaOf = (key: QueryKey) => CACHED[String(key[0])];
const isOwn = (key: QueryKey) => OWN.includes(String(key[0]));
const isCacheable = (key: QueryKey) => schemaOf(key) !== undefined;

function forget(names: string[]) {
  for (const name of names) remove('local', name);
}

function write(entry: Entry) {
  const name = nameOf(entry.key);
  if (JSON.stringify(entry.data).length > MAX_LENGTH) return;
  const others = index().filter((one) => one !== name);
  forget(others.slice(MAX_ENTRIES - 1));
  const rest = others.slice(0, MAX_ENTRIES - 1);
  if (writeJson('local', name, entry)) return void writeJson('local', INDEX, [name, ...rest]);
  // Local storage is full: remove the older half of the entries and try once more.
  const newer = rest.slice(0, Math.floor(rest.length / 2));
  forget(rest.slice(newer.length));
  const fits = writeJson('local', name, entry);
  writeJson('local', INDEX, fits ? [name, ...newer] : newer);
}

/** The entry, if `owner` may read it. */
function read(name: string, owner: string | null): Entry | null {
  const entry = readJson('local', name, isEntry);
  if (!entry || !isCacheable(entry.key)) return null;
  const mine = isOwn(entry.key) ? owner !== null && entry.owner === owner : !entry.owner || entry.owner === owner;
  return mine ? entry : null;
}

/** Removes the entries that only the signed-in user may read. */
export function clearPersonalEntries(): void {
  const left = index().filter((name) => {
    const entry = readJson('local', name, isEntry);
    if (entry && entry.owner === null && !isOwn(entry.key)) return true;
    remove('local', name);
    return false;
  });
  writeJson('local', INDEX, left);
}

/** `owner` returns the user who is signed in, or the last known one. */
export function startOfflineCache(queries: QueryClient, owner: () => string | null): () => void {
  const restoreEntry = (entry: Entry) => {
    // Infinite: TanStack Query would remove an unused entry after five minutes, and offline there is no other copy.
    queries.getQueryCache().build(queries, { queryKey: entry.key, gcTime: Number.POSITIVE_INFINITY });
    queries.setQueryData(entry.key, entry.data, { updatedAt: entry.at });
  };
  const restoreAll = () => {
    for (const name of index()) {
      const entry = read(name, owner());
      if (entry && queries.getQueryData(entry.key) === undefined) restoreEntry(entry);
    }
  };
  const cacheQuery = ({ queryKey: key, state }: Query) => {
    if (state.data === undefined || state.data === null || !isCacheable(key)) return;
    const before = read(nameOf(key), owner());
    if (before && before.at >= state.dataUpdatedAt) return;
    // Data embedded in the page has no time of its own.
    write({ key, at: state.dataUpdatedAt || Date.now(), owner: owner(), data: state.data, schema: schemaOf(key) });
  };
  const readAfterFailure = (query: Query, failure: unknown) => {
    if (!(failure instanceof ApiFailure) || failure.status !== 0 || query.state.data !== undefined) return;
    const entry = isCacheable(query.queryKey) ? read(nameOf(query.queryKey), owner()) : null;
    if (!entry) return;
    failure.told = true;
    markUnreachable();
    restoreEntry(entry);
  };
  const unsubscribeCache = queries.getQueryCache().subscribe((event) => {
    if (event.type === 'added') cacheQuery(event.query);
    if (event.type !== 'updated') return;
    if (event.action.type === 'success') cacheQuery(event.query);
    if (event.action.type === 'error') readAfterFailure(event.query, event.action.error);
  });
  const unsubscribeOffline = offline.subscribe((isOffline) => isOffline && restoreAll());
  if (offline.get()) restoreAll();
  return () => {
    unsubscribeCache();
    unsubscribeOffline();
  };
}
