// The comparison that an editor reads, and the merge of two editors' versions of a trek.
import { describe, expect, test } from 'vitest';
import { excerpts, textOf, wordsOf } from './compare';
import { blankDay, blankRoute, blankTrek, type DayForm, type NewKey, type TrekForm } from './form';
import { mergeTreks, withKeysOf } from './merge-treks';

const common = 'The path follows the river for an hour. '.repeat(10);

test('long texts are shown from shortly before their first difference', () => {
  const [mine, theirs] = excerpts(`${common}Then a bridge.`, `${common}Then a ford.`);
  expect(mine).toMatch(/^…\S.*Then a bridge\.$/);
  expect(theirs).toMatch(/^…\S.*Then a ford\.$/);
  expect(mine.length).toBeLessThan(140);
});

test('long texts are shortened, and short ones are shown completely', () => {
  const [mine, theirs] = excerpts('Short.', `Long. ${common}`);
  expect(mine).toBe('Short.');
  expect(theirs).toMatch(/^Long\..*…$/);
  expect(theirs.length).toBeLessThan(245);
  expect(excerpts('Tea', 'Tea with salt')).toEqual(['Tea', 'Tea with salt']);
});

test('texts without spaces, and a text that is the beginning of the other, can be compared', () => {
  const word = 'a'.repeat(300);
  expect(excerpts(word, `${word}b`)[0]).toMatch(/^a+…$/);
  expect(excerpts(`${common}End`, common)[1]).toMatch(/^…/);
});

function keys(prefix: string): NewKey {
  let last = 0;
  return () => `${prefix}${++last}`;
}
function dayOf(key: NewKey, from: string, to: string): DayForm {
  const day = blankDay(key);
  const waypoints = day.waypoints.map((one, at) => ({ ...one, name: at === 0 ? from : to }));
  return { ...day, waypoints };
}
const PLACES = ['Lukla', 'Phakding', 'Namche', 'Tengboche', 'Dingboche'];
/** Four days from place to place, each with new keys. */
function trekOf(key: NewKey): TrekForm {
  const days = PLACES.slice(1).map((to, at) => dayOf(key, PLACES[at] ?? '', to));
  const route = { ...blankRoute(key), _id: 'r1', name: 'Standard', numberOfDays: '4', numberOfNights: '3' };
  return { ...blankTrek(key), name: 'Everest', routes: [{ ...route, dailyActivities: days }] };
}
const inRoute = (form: TrekForm, change: (days: DayForm[]) => DayForm[]): TrekForm => ({
  ...form,
  routes: form.routes.map((route) => {
    const dailyActivities = change(route.dailyActivities);
    const days = dailyActivities.length;
    return { ...route, dailyActivities, numberOfDays: String(days), numberOfNights: String(days - 1) };
  }),
});
const titled = (title: string, at: number) => (days: DayForm[]) =>
  days.map((day, index) => (index === at ? { ...day, accommodation: { ...day.accommodation, title } } : day));
const daysOf = (form: TrekForm) => form.routes[0]?.dailyActivities ?? [];

describe('two versions of a trek', () => {
  const base = trekOf(keys('b'));
  /** The same trek with new keys, as after a load from the server. */
  const stored = (change: (form: TrekForm) => TrekForm) => withKeysOf(base, change(trekOf(keys('t'))));

  test('unchanged parts are matched, also after days were added or removed', () => {
    expect(stored((form) => form)).toEqual(base);
    const longer = stored((form) => inRoute(form, (days) => days.toSpliced(1, 0, dayOf(keys('n'), 'Lukla', 'Monjo'))));
    expect(daysOf(longer).map(({ key }) => key)).toEqual([
      daysOf(base)[0]?.key,
      expect.stringMatching(/^n/),
      ...daysOf(base)
        .slice(1)
        .map(({ key }) => key),
    ]);
    const changed = stored((form) => inRoute(form, (days) => titled('Lodge', 2)(days).slice(1)));
    expect(daysOf(changed).map(({ key }) => key)).toEqual(
      daysOf(base)
        .slice(1)
        .map(({ key }) => key),
    );
  });

  test('a moved day, an edited day and days added by both editors are merged', () => {
    const mine = inRoute(base, (days) => [...titled('Mine', 0)(days), dayOf(keys('m'), 'Dingboche', 'Lobuche')]);
    const theirs = stored((form) =>
      inRoute(form, (days) => [...titled('Theirs', 3)(days), dayOf(keys('x'), 'Dingboche', 'Chukhung')]),
    );
    const { value, collisions, taken } = mergeTreks({ base, mine, theirs });
    expect(collisions).toEqual([]);
    expect(daysOf(value).map((day) => day.accommodation.title)).toEqual(['Mine', '', '', 'Theirs', '', '']);
    expect(value.routes[0]).toMatchObject({ numberOfDays: '6', numberOfNights: '5' });
    expect(taken.map((path) => wordsOf(path, [theirs, mine]))).toEqual([
      'Route 1 (Standard), day 4: lodging, title',
      'Route 1 (Standard), day 5',
    ]);
  });

  test('a connection to a waypoint that the other editor removed is a conflict about the whole day', () => {
    const first = (change: (day: DayForm) => DayForm) => (days: DayForm[]) =>
      days.map((day, at) => (at === 0 ? change(day) : day));
    const via = { ...blankDay(keys('v')).waypoints[0], key: 'via', name: 'Ghat', isStartPoint: false };
    const withStop = inRoute(
      base,
      first((day) => ({ ...day, waypoints: day.waypoints.toSpliced(1, 0, via as DayForm['waypoints'][number]) })),
    );
    const mine = inRoute(
      withStop,
      first((day) => ({ ...day, waypoints: day.waypoints.filter(({ key }) => key !== 'via') })),
    );
    const theirs = inRoute(
      withStop,
      first((day) => ({ ...day, connections: day.connections.map((one) => ({ ...one, to: 'via' })) })),
    );
    const { collisions } = mergeTreks({ base: withStop, mine, theirs });
    expect(collisions.map(({ path }) => wordsOf(path, [mine, theirs]))).toEqual(['Route 1 (Standard), day 1']);
    const [{ path, theirs: day } = { path: [] }] = collisions;
    expect(textOf(day, path, [mine, theirs])).toBe('Lukla → Ghat → Phakding');
  });

  test('conflicts use the names of the form', () => {
    const [route] = base.routes;
    const day = daysOf(base)[1];
    const words = (path: (string | undefined)[]) => wordsOf(path as string[], [base]);
    const inDay = ['routes', route?.key, 'dailyActivities', day?.key];
    expect(words(['location'])).toBe('Location');
    expect(words(['paymentDetails', 'gst'])).toBe('Tax %');
    expect(words(['startingPlace', 'latitude'])).toBe('Starting place, latitude');
    expect(words(['routes', route?.key, 'pricePerHead'])).toBe('Route 1 (Standard): price per head');
    expect(words(['routes', 'order'])).toBe('Order of the routes');
    expect(words([...inDay, 'waypoints', day?.waypoints[0]?.key, 'altitude'])).toBe(
      'Route 1 (Standard), day 2, waypoint Phakding: altitude',
    );
    expect(words([...inDay, 'connections', day?.connections[0]?.key, 'distance'])).toBe(
      'Route 1 (Standard), day 2, leg Phakding → Namche: distance',
    );
    expect(words([...inDay, 'foodDetails', 'lunch'])).toBe('Route 1 (Standard), day 2: meals, lunch');
    expect(textOf(undefined, [], [base])).toBe('Removed');
    expect(textOf([], [], [base])).toBe('Empty');
    const order = daysOf(base).map(({ key }) => key);
    expect(textOf(order.slice(0, 2), ['routes', route?.key ?? '', 'dailyActivities', 'order'], [base])).toBe(
      'Route 1 (Standard), day 1, Route 1 (Standard), day 2',
    );
  });
});
