// The responses seen last, cached in local storage for use offline: treks, articles, and the traveller's own bookings.
// An entry is read only after a request failed without a response, never instead of a request. What one person saw is
// shown to nobody else and removed at logout.
//
// Not TanStack's persister: it restores entries before a request instead of after a failure, and knows no owner.
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { isStrings } from '../lib/json';
import { readJson, remove, writeJson } from '../lib/storage';
import { markUnreachable, offline } from './connectivity';
import { ApiFailure } from './failure';
import { CACHED } from './validators/cached';

const PREFIX = 'kept:';
const INDEX = `${PREFIX}index`;
const MAX_ENTRIES = 30;
/** In characters. A list of a thousand treks is longer; their pages are cached one by one. */
const MAX_LENGTH = 400_000;

const OWN = ['my-bookings', 'booking'];

interface Entry {
  key: QueryKey;
  at: number;
  /** Who was signed in: an administrator's list of articles has drafts in it. null: a visitor. */
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
    // An older version of the site wrote what this one cannot read: as if it had never been seen.
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
  // Local storage is full: the older half of the entries makes room, once.
  const newer = rest.slice(0, Math.floor(rest.length / 2));
  forget(rest.slice(newer.length));
  const fits = writeJson('local', name, entry);
  writeJson('local', INDEX, fits ? [name, ...newer] : newer);
}

/** The entry, if `owner` may see it. */
function read(name: string, owner: string | null): Entry | null {
  const entry = readJson('local', name, isEntry);
  if (!entry || !isCacheable(entry.key)) return null;
  const mine = isOwn(entry.key) ? owner !== null && entry.owner === owner : !entry.owner || entry.owner === owner;
  return mine ? entry : null;
}

/** Removes what only the signed-in person may see; what every visitor sees stays. */
export function clearPersonalEntries(): void {
  const left = index().filter((name) => {
    const entry = readJson('local', name, isEntry);
    if (entry && entry.owner === null && !isOwn(entry.key)) return true;
    remove('local', name);
    return false;
  });
  writeJson('local', INDEX, left);
}

/** `owner` names who is signed in now, or was when the page last knew. */
export function startOfflineCache(queries: QueryClient, owner: () => string | null): () => void {
  const restoreEntry = (entry: Entry) => {
    // Never collected: TanStack Query would drop it after five minutes unused, and offline there is no other copy.
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
    // Data that came with the page has no time of its own.
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
