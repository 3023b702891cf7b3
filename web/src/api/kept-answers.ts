// What was seen last, kept in the browser for a line that drops: treks, articles, and the traveller's own bookings. It is
// read only while no answer comes, never instead of one. What one person saw is there for nobody else and goes at logout.
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { readJson, remove, removeStarting, writeJson } from '../lib/storage';
import { ApiFailure } from './failure';
import { lineFailed, offline } from './line';

const PREFIX = 'kept:';
const INDEX = `${PREFIX}index`;
const MOST = 30;
/** In letters. A thousand treks are too many; their pages are kept one by one. */
const LARGEST = 400_000;

const PUBLIC = ['config', 'treks', 'trending', 'trek', 'blogs', 'blog', 'achievements'];
const OWN = ['my-bookings', 'booking'];

interface Kept {
  key: QueryKey;
  at: number;
  /** Who was signed in: an administrator's list of articles has drafts in it. null: a visitor. */
  owner: string | null;
  data: unknown;
}

function isKept(value: unknown): value is Kept {
  const kept = value as Partial<Kept> | null;
  return Array.isArray(kept?.key) && typeof kept.at === 'number' && kept.data !== undefined && kept.owner !== undefined;
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

const index = () => readJson('local', INDEX, isNames) ?? [];
const nameOf = (key: QueryKey) => PREFIX + JSON.stringify(key);
const isOwn = (key: QueryKey) => OWN.includes(String(key[0]));
const isKeepable = (key: QueryKey) => isOwn(key) || PUBLIC.includes(String(key[0]));

function forget(names: string[]) {
  for (const name of names) remove('local', name);
}

function keep(kept: Kept) {
  const name = nameOf(kept.key);
  if (JSON.stringify(kept.data).length > LARGEST) return;
  const others = index().filter((one) => one !== name);
  forget(others.slice(MOST - 1));
  const rest = others.slice(0, MOST - 1);
  if (writeJson('local', name, kept)) return void writeJson('local', INDEX, [name, ...rest]);
  // The store is full: the older half makes room, once.
  const newer = rest.slice(0, Math.floor(rest.length / 2));
  forget(rest.slice(newer.length));
  const fits = writeJson('local', name, kept);
  writeJson('local', INDEX, fits ? [name, ...newer] : newer);
}

/** What `owner` may see of it. */
function read(name: string, owner: string | null): Kept | null {
  const kept = readJson('local', name, isKept);
  if (!kept || !isKeepable(kept.key)) return null;
  const mine = isOwn(kept.key) ? owner !== null && kept.owner === owner : !kept.owner || kept.owner === owner;
  return mine ? kept : null;
}

/** Nothing that a person saw stays for the next one; what visitors see does. */
export function forgetOwnAnswers(): void {
  const left = index().filter((name) => {
    const kept = readJson('local', name, isKept);
    if (kept && kept.owner === null && !isOwn(kept.key)) return true;
    remove('local', name);
    return false;
  });
  writeJson('local', INDEX, left);
}

export function forgetAllAnswers(): void {
  removeStarting('local', PREFIX);
}

/** `owner` names who is signed in now, or was when the page last knew. */
export function startKeeping(queries: QueryClient, owner: () => string | null): () => void {
  const put = (kept: Kept) => {
    // Of no age: unused it would be swept out after five minutes, and without a line there is no other.
    queries.getQueryCache().build(queries, { queryKey: kept.key, gcTime: Number.POSITIVE_INFINITY });
    queries.setQueryData(kept.key, kept.data, { updatedAt: kept.at });
  };
  const restore = () => {
    for (const name of index()) {
      const kept = read(name, owner());
      if (kept && queries.getQueryData(kept.key) === undefined) put(kept);
    }
  };
  const keepOf = ({ queryKey: key, state }: Query) => {
    if (state.data === undefined || state.data === null || !isKeepable(key)) return;
    const before = read(nameOf(key), owner());
    if (before && before.at >= state.dataUpdatedAt) return;
    // The day that an article came with the page is not told; it is now.
    keep({ key, at: state.dataUpdatedAt || Date.now(), owner: owner(), data: state.data });
  };
  const failed = (query: Query, failure: unknown) => {
    if (!(failure instanceof ApiFailure) || failure.status !== 0 || query.state.data !== undefined) return;
    const kept = isKeepable(query.queryKey) ? read(nameOf(query.queryKey), owner()) : null;
    if (!kept) return;
    failure.told = true;
    lineFailed();
    put(kept);
  };
  const deaf = queries.getQueryCache().subscribe((event) => {
    if (event.type === 'added') keepOf(event.query);
    if (event.type !== 'updated') return;
    if (event.action.type === 'success') keepOf(event.query);
    if (event.action.type === 'error') failed(event.query, event.action.error);
  });
  const deafLine = offline.subscribe((down) => down && restore());
  if (offline.get()) restore();
  return () => {
    deaf();
    deafLine();
  };
}
