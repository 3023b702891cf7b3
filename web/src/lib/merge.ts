// Three-way merge of a document that two people edited: separate changes are combined; conflicting ones become
// collisions with both values, which wait for a choice. Pure functions.
//
// A document consists of objects, texts, numbers and lists. List items are identified by their `key`, texts in a list
// by value and position.
import { isObject, isStrings, type JsonObject } from './json';

export type Side = 'mine' | 'theirs';
/** Field names and item keys from the root of the document. */
export type Path = readonly string[];

export interface Collision {
  id: string;
  path: Path;
  /** Undefined on the side that removed it. */
  mine: unknown;
  theirs: unknown;
}

export interface Merged<Document> {
  value: Document;
  collisions: Collision[];
  /** Paths whose value comes from theirs, because only they changed it. */
  taken: Path[];
}

export interface Rules {
  /** Choices for collisions. Mine is used until a choice is made. */
  chosen?: ReadonlyMap<string, Side>;
  /** If a merged part is invalid, the whole part becomes a collision. */
  isValid?: (value: unknown, path: Path) => boolean;
}

interface Item extends JsonObject {
  key: string;
}

export const idOfPath = (path: Path) => path.join('/');

/** `base` is the common version; without it every difference is a collision. */
export function merge<Document>(
  base: Document | undefined,
  mine: Document,
  theirs: Document,
  rules: Rules = {},
): Merged<Document> {
  const collisions: Collision[] = [];
  const taken: Path[] = [];

  const collide = (path: Path, one: unknown, other: unknown) => {
    const id = idOfPath(path);
    collisions.push({ id, path, mine: one, theirs: other });
    return rules.chosen?.get(id) === 'theirs' ? other : one;
  };

  function part(was: unknown, one: unknown, other: unknown, path: Path): unknown {
    if (isSame(one, other)) return one;
    if (isObject(one) && isObject(other)) return fields(was, one, other, path);
    if (isItems(one) && isItems(other) && one.length + other.length > 0) return items(was, one, other, path);
    if (was !== undefined && isSame(one, was)) {
      taken.push(path);
      return other;
    }
    if (was !== undefined && isSame(other, was)) return one;
    const joined = isStrings(was) && isStrings(one) && isStrings(other) ? mergeTexts(was, one, other) : undefined;
    if (!joined) return collide(path, one, other);
    taken.push(path);
    return joined;
  }

  function fields(was: unknown, one: JsonObject, other: JsonObject, path: Path): JsonObject {
    const before = { collisions: collisions.length, taken: taken.length };
    const old = isObject(was) ? was : {};
    const merged: JsonObject = {};
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const value = part(old[name], one[name], other[name], [...path, name]);
      if (value !== undefined) merged[name] = value;
    }
    if (!rules.isValid || rules.isValid(merged, path) || isSame(merged, one) || isSame(merged, other)) return merged;
    collisions.length = before.collisions;
    taken.length = before.taken;
    return collide(path, one, other) as JsonObject;
  }

  function items(was: unknown, one: Item[], other: Item[], path: Path): Item[] {
    const old = isItems(was) ? byKey(was) : undefined;
    const [ours, others] = [byKey(one), byKey(other)];
    const kept = new Map<string, Item>();
    for (const key of new Set([...ours.keys(), ...others.keys()])) {
      const value = item(old?.get(key), ours.get(key), others.get(key), old !== undefined, [...path, key]);
      if (value) kept.set(key, value);
    }
    const both = (list: Item[]) => keysOf(list).filter((key) => ours.has(key) && others.has(key) && kept.has(key));
    const before = isItems(was) ? both(was) : undefined;
    const keys = orderOf(before, both(one), both(other), [...path, 'order']);
    for (const list of [other, one]) insertMissing(keys, keysOf(list), (key) => kept.has(key));
    return keys.flatMap((key) => kept.get(key) ?? []);
  }

  function item(was?: Item, one?: Item, other?: Item, hasBase = false, path: Path = []): Item | undefined {
    if (one && other) return part(was, one, other, path) as Item;
    const present = one ?? other;
    // Added by one side.
    if (hasBase && !was) {
      if (other) taken.push(path);
      return present;
    }
    // Removed by one side and unchanged on the other.
    if (was && isSame(present, was)) {
      if (one) taken.push(path);
      return undefined;
    }
    return collide(path, one, other) as Item | undefined;
  }

  function orderOf(was: string[] | undefined, one: string[], other: string[], path: Path): string[] {
    if (isSame(one, other) || (was && isSame(was, other))) return [...one];
    if (was && isSame(was, one)) {
      taken.push(path);
      return [...other];
    }
    return [...(collide(path, one, other) as string[])];
  }

  return { value: part(base, mine, theirs, []) as Document, collisions, taken };
}

/** Inserts the keys of one side after the key that they follow there. */
function insertMissing(keys: string[], list: readonly string[], isKept: (key: string) => boolean) {
  list.forEach((key, at) => {
    if (keys.includes(key) || !isKept(key)) return;
    const before = list.slice(0, at).findLast((one) => keys.includes(one));
    keys.splice(before === undefined ? 0 : keys.indexOf(before) + 1, 0, key);
  });
}

/** An edit of one side: `texts` replace the range from `from` to `to` of the base. */
interface Edit {
  from: number;
  to: number;
  texts: string[];
}

/** Combines both sides' edits of a list; undefined where they overlap. */
export function mergeTexts(base: string[], mine: string[], theirs: string[]): string[] | undefined {
  const edits = editsOf(base, theirs);
  for (const edit of editsOf(base, mine)) {
    if (edits.some((one) => isSame(one, edit))) continue;
    if (edits.some((one) => one.from < edit.to && edit.from < one.to)) return undefined;
    edits.push(edit);
  }
  // An insertion before a text comes before its replacement. The stable sort keeps theirs before mine.
  edits.sort((one, other) => one.from - other.from || one.to - other.to);
  const merged: string[] = [];
  let at = 0;
  for (const { from, to, texts } of edits) {
    merged.push(...base.slice(at, from), ...texts);
    at = Math.max(at, to);
  }
  merged.push(...base.slice(at));
  const had = [base, mine, theirs].some((list) => new Set(list).size < list.length);
  return had ? merged : [...new Set(merged)];
}

function editsOf(base: readonly string[], changed: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let [from, start] = [0, 0];
  const end: [number, number] = [base.length, changed.length];
  for (const [to, stop] of [...matches(base, changed, (one, other) => one === other), end]) {
    if (to > from || stop > start) edits.push({ from, to, texts: changed.slice(start, stop) });
    [from, start] = [to + 1, stop + 1];
  }
  return edits;
}

/** The longest common subsequence, as pairs of indexes. */
export function matches<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  isAlike: (one: One, other: Other) => boolean,
): [number, number][] {
  const lengths = Array.from({ length: ones.length + 1 }, () => new Uint32Array(others.length + 1));
  const length = (a: number, b: number) => lengths[a]?.[b] ?? 0;
  const alike = ones.map((one) => others.map((other) => isAlike(one, other)));
  for (let a = ones.length - 1; a >= 0; a--) {
    const row = lengths[a] as Uint32Array;
    for (let b = others.length - 1; b >= 0; b--) {
      row[b] = alike[a]?.[b] ? length(a + 1, b + 1) + 1 : Math.max(length(a + 1, b), length(a, b + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let [a, b] = [0, 0]; a < ones.length && b < others.length; ) {
    if (alike[a]?.[b]) pairs.push([a++, b++]);
    else if (length(a + 1, b) >= length(a, b + 1)) a++;
    else b++;
  }
  return pairs;
}

export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, at) => isSame(value, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]));
}

const isItems = (value: unknown): value is Item[] =>
  Array.isArray(value) && value.every((one) => isObject(one) && typeof one.key === 'string');
const byKey = (list: readonly Item[]) => new Map(list.map((one) => [one.key, one]));
const keysOf = (list: readonly Item[]) => list.map(({ key }) => key);
