// Two editors change one document: neither loses changes, and only fields that both changed are conflicts.
import { describe, expect, test } from 'vitest';
import { idOfPath, isSame, merge, mergeTexts } from './merge';

interface Day {
  key: string;
  title: string;
  stops: { key: string; name: string; height: number }[];
  meals: string[];
}
interface Doc {
  name: string;
  open: boolean;
  terms: { tax: string; fee: string };
  tags: string[];
  days: Day[];
}

/** Deterministic random numbers. */
function randomly(seed: number) {
  let state = seed + 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { below: (limit: number) => Math.floor(next() * limit), word: () => `w${Math.floor(next() * 1e6)}` };
}
type Random = ReturnType<typeof randomly>;

const stop = (key: string, random: Random) => ({ key, name: random.word(), height: random.below(5000) });
const day = (key: string, random: Random): Day => ({
  key,
  title: random.word(),
  stops: [stop(`${key}a`, random), stop(`${key}b`, random)],
  meals: [random.word(), random.word()],
});
function document(random: Random): Doc {
  return {
    name: random.word(),
    open: true,
    terms: { tax: '18', fee: '5' },
    tags: [random.word(), random.word(), random.word()],
    days: Array.from({ length: 2 + random.below(5) }, (_, at) => day(`d${at}`, random)),
  };
}

type EditOf = (doc: Doc, random: Random, who: string) => Doc;
const atDay = (doc: Doc, at: number, change: (one: Day) => Day): Doc => ({
  ...doc,
  days: doc.days.map((one, index) => (index === at % doc.days.length ? change(one) : one)),
});
const EDITS: EditOf[] = [
  (doc, random) => ({ ...doc, name: random.word() }),
  (doc) => ({ ...doc, open: !doc.open }),
  (doc, random) => ({ ...doc, terms: { ...doc.terms, tax: random.word() } }),
  (doc, random) => ({ ...doc, terms: { ...doc.terms, fee: random.word() } }),
  (doc, random) => ({ ...doc, tags: doc.tags.toSpliced(random.below(doc.tags.length + 1), 0, random.word()) }),
  (doc, random) => ({ ...doc, tags: doc.tags.toSpliced(random.below(doc.tags.length), 1) }),
  (doc, random) => atDay(doc, random.below(9), (one) => ({ ...one, title: random.word() })),
  (doc, random) => atDay(doc, random.below(9), (one) => ({ ...one, meals: [...one.meals, random.word()] })),
  (doc, random) =>
    atDay(doc, random.below(9), (one) => ({
      ...one,
      stops: one.stops.map((each, at) => (at === 0 ? { ...each, height: random.below(9000) } : each)),
    })),
  (doc, random) => atDay(doc, random.below(9), (one) => ({ ...one, stops: one.stops.slice(1) })),
  (doc, random, who) => ({ ...doc, days: [...doc.days, day(`${who}${random.word()}`, random)] }),
  (doc, random) => (doc.days.length > 1 ? { ...doc, days: doc.days.toSpliced(random.below(doc.days.length), 1) } : doc),
  (doc) => ({ ...doc, days: doc.days.toReversed() }),
];
function edited(doc: Doc, random: Random, who: string): Doc {
  let changed = doc;
  for (let edits = 1 + random.below(4); edits > 0; edits--) {
    changed = EDITS[random.below(EDITS.length)]?.(changed, random, who) ?? changed;
  }
  return changed;
}
const ROUNDS = Array.from({ length: 150 }, (_, seed) => seed);

describe('properties of every merge', () => {
  test('without own changes the result is theirs, without their changes it is mine, and there is no conflict', () => {
    for (const seed of ROUNDS) {
      const random = randomly(seed);
      const base = document(random);
      const changed = edited(base, random, 'x');
      expect(merge(base, base, changed)).toMatchObject({ value: changed, collisions: [] });
      expect(merge(base, changed, base)).toEqual({ value: changed, collisions: [], taken: [] });
      expect(merge(base, changed, changed)).toEqual({ value: changed, collisions: [], taken: [] });
    }
  });

  test('edits of different parts give the same result whoever saves first', () => {
    const apart = [0, 1, 2, 3, 4, 6] as const;
    for (const seed of ROUNDS) {
      const random = randomly(seed);
      const base = document(random);
      const [first, second] = [random.below(apart.length), random.below(apart.length)];
      if (first === second) continue;
      const apply = (at: number, doc: Doc, salt: number) =>
        EDITS[apart[at] as number]?.(doc, randomly(seed * 7 + salt), 'x') ?? doc;
      const [mine, theirs] = [apply(first, base, 1), apply(second, base, 2)];
      const one = merge(base, mine, theirs);
      const other = merge(base, theirs, mine);
      expect([one.collisions, other.collisions]).toEqual([[], []]);
      expect(one.value).toEqual(other.value);
      expect(one.value).toEqual(apply(second, mine, 2));
    }
  });

  test('every value of the result is the changed one, or a collision names it', () => {
    for (const seed of ROUNDS) {
      const random = randomly(seed);
      const base = document(random);
      const [mine, theirs] = [edited(base, random, 'm'), edited(base, random, 't')];
      const { value, collisions } = merge(base, mine, theirs);
      const asked = new Set(collisions.map(({ id }) => id));
      const [was, ours, others, now] = [base, mine, theirs, value].map((one) => leavesOf(one)) as [
        Leaves,
        Leaves,
        Leaves,
        Leaves,
      ];
      for (const id of new Set([...was.keys(), ...ours.keys(), ...others.keys()])) {
        const [b, m, t] = [was.get(id), ours.get(id), others.get(id)];
        const expected = m === b ? t : m;
        const isAsked = [...asked].some((one) => id === one || id.startsWith(`${one}/`));
        if (m !== t && m !== b && t !== b) expect(isAsked, `${seed}: ${id}`).toBe(true);
        else if (!isAsked) expect(now.get(id), `${seed}: ${id}`).toBe(expected);
      }
      for (const { mine: one, theirs: other } of collisions) expect(isSame(one, other)).toBe(false);
    }
  });

  test('choosing theirs everywhere keeps none of my conflicting values, and mine is the default', () => {
    for (const seed of ROUNDS) {
      const random = randomly(seed);
      const base = document(random);
      const [mine, theirs] = [edited(base, random, 'm'), edited(base, random, 't')];
      const first = merge(base, mine, theirs);
      const all = (side: 'mine' | 'theirs') => new Map(first.collisions.map(({ id }) => [id, side] as const));
      expect(merge(base, mine, theirs, { chosen: all('mine') }).value).toEqual(first.value);
      const swapped = merge(base, theirs, mine);
      const chosen = merge(base, mine, theirs, { chosen: all('theirs') });
      expect(chosen.collisions.map(({ id }) => id).sort()).toEqual(swapped.collisions.map(({ id }) => id).sort());
      const [one, other] = [leavesOf(chosen.value), leavesOf(swapped.value)];
      expect(new Set(one.keys())).toEqual(new Set(other.keys()));
      for (const [id, leaf] of one) expect(other.get(id), `${seed}: ${id}`).toBe(leaf);
    }
  });
});

type Leaves = Map<string, unknown>;

/** Values that are neither lists nor objects, keyed by path. Order and lists of texts have their own tests. */
function leavesOf(value: unknown, path: string[] = [], found: Leaves = new Map()): Leaves {
  if (Array.isArray(value)) {
    for (const one of value) {
      if (typeof one === 'object' && one !== null && 'key' in one) leavesOf(one, [...path, String(one.key)], found);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) leavesOf(one, [...path, name], found);
  } else found.set(idOfPath(path), value);
  return found;
}

describe('conflicts', () => {
  const random = randomly(5);
  const base: Doc = { ...document(random), days: ['d0', 'd1', 'd2'].map((key) => day(key, random)) };

  test('a field that both changed names both values, and theirs is used when chosen', () => {
    const [mine, theirs] = [
      { ...base, name: 'Mine' },
      { ...base, name: 'Theirs' },
    ];
    const { value, collisions } = merge(base, mine, theirs);
    expect(value.name).toBe('Mine');
    expect(collisions).toEqual([{ id: 'name', path: ['name'], mine: 'Mine', theirs: 'Theirs' }]);
    expect(merge(base, mine, theirs, { chosen: new Map([['name', 'theirs']]) }).value.name).toBe('Theirs');
  });

  test('a day that one removed and the other changed is a conflict, an unchanged one is removed', () => {
    const removed = { ...base, days: base.days.slice(1) };
    const changed = atDay(base, 0, (one) => ({ ...one, title: 'Longer' }));
    const { value, collisions } = merge(base, removed, changed);
    expect(collisions).toMatchObject([{ id: 'days/d0', mine: undefined, theirs: { title: 'Longer' } }]);
    expect(value.days).toHaveLength(2);
    const kept = merge(base, removed, changed, { chosen: new Map([['days/d0', 'theirs']]) }).value;
    expect(kept.days.map(({ key }) => key)).toEqual(['d0', 'd1', 'd2']);
    expect(merge(base, base, removed).value.days).toHaveLength(2);
  });

  test('days that were moved differently are a conflict, and a day added besides a move is kept', () => {
    const order = (keys: string[]) => ({ ...base, days: keys.map((key) => base.days.find((one) => one.key === key)) });
    const moved = merge(base, order(['d1', 'd0', 'd2']) as Doc, order(['d0', 'd2', 'd1']) as Doc);
    expect(moved.collisions.map(({ id }) => id)).toEqual(['days/order']);
    const added = { ...base, days: [...base.days, day('new', random)] };
    const both = merge(base, order(['d1', 'd0', 'd2']) as Doc, added);
    expect(both.collisions).toEqual([]);
    expect(both.value.days.map(({ key }) => key)).toEqual(['d1', 'd0', 'd2', 'new']);
  });

  test('without a common base every difference is a conflict', () => {
    const mine = { ...base, name: 'Mine', days: base.days.slice(1) };
    const { collisions } = merge(undefined, mine, base);
    expect(collisions.map(({ id }) => id)).toEqual(['name', 'days/d0']);
  });

  test('a part that is invalid when merged is a conflict as a whole', () => {
    const mine = atDay(base, 0, (one) => ({ ...one, title: 'Mine' }));
    const theirs = atDay(base, 0, (one) => ({ ...one, meals: ['Theirs'] }));
    const isValid = (value: unknown, path: readonly string[]) =>
      path.length !== 2 || (value as Day).title !== 'Mine' || (value as Day).meals[0] !== 'Theirs';
    const { collisions, taken } = merge(base, mine, theirs, { isValid });
    expect(collisions.map(({ id }) => id)).toEqual(['days/d0']);
    expect(taken).toEqual([]);
  });
});

describe('lists of texts', () => {
  const base = ['a', 'b', 'c', 'd'];
  test.each([
    [
      'both added at different places',
      ['x', 'a', 'b', 'c', 'd'],
      ['a', 'b', 'c', 'd', 'y'],
      ['x', 'a', 'b', 'c', 'd', 'y'],
    ],
    [
      'both added at the same place',
      ['a', 'b', 'c', 'd', 'x'],
      ['a', 'b', 'c', 'd', 'y'],
      ['a', 'b', 'c', 'd', 'y', 'x'],
    ],
    ['both added the same', ['a', 'b', 'c', 'd', 'x'], ['a', 'b', 'c', 'd', 'x'], ['a', 'b', 'c', 'd', 'x']],
    ['both removed the same', ['a', 'c', 'd'], ['a', 'c', 'd', 'y'], ['a', 'c', 'd', 'y']],
    ['one rewrote, one removed another', ['a', 'B', 'c', 'd'], ['a', 'b', 'c'], ['a', 'B', 'c']],
    ['both rewrote neighbours', ['A', 'b', 'c', 'd'], ['a', 'B', 'c', 'd'], ['A', 'B', 'c', 'd']],
    ['both rewrote the same', ['a', 'B', 'c', 'd'], ['a', 'β', 'c', 'd'], undefined],
    ['one removed what the other rewrote', ['a', 'c', 'd'], ['a', 'β', 'c', 'd'], undefined],
    ['one rewrote all', ['x'], ['a', 'b', 'c', 'd', 'y'], ['x', 'y']],
  ])('%s', (_, mine, theirs, merged) => {
    expect(mergeTexts(base, mine, theirs)).toEqual(merged);
  });
});
