import { describe, expect, test } from 'vitest';
import { makeTrek } from '../../fixtures';
import { check, firstOf, moreErrors, SHOWN_PROBLEMS, whereIs } from './checks';
import { climbNote, kilometresBetween, steepClimb } from './climbs';
import { sameTrek } from './compare';
import { fillDefaults } from './defaults';
import { dayForm, toDocument, toForm } from './document';
import {
  blankDay,
  blankRoute,
  blankTrek,
  blankWaypoint,
  type DayForm,
  type NewKey,
  numberOf,
  type TrekForm,
} from './form';
import { proposedLeg } from './legs';
import { reduce, reduceRoute } from './reducer';

function keys(): NewKey {
  let count = 0;
  return () => `k${++count}`;
}

const TODAY = '2026-11-20';

/** A trek without problems, except for the changes of the test. */
function sound(change: (form: TrekForm) => TrekForm = (form) => form): TrekForm {
  const key = keys();
  const form = fillDefaults(blankTrek(key), TODAY, key);
  return change({
    ...form,
    description: 'Two days.',
    bannerImage: '/pictures/a.svg',
    secondaryImages: ['/pictures/b.svg'],
    startingPlace: { name: 'Kathmandu', latitude: '27.7', longitude: '85.3' },
    endingPlace: { name: 'Kathmandu', latitude: '27.7', longitude: '85.3' },
    routes: form.routes.map((route) => ({
      ...route,
      description: 'Up and down.',
      dailyActivities: route.dailyActivities.map((day) => ({
        ...day,
        waypoints: day.waypoints.map((one, at) => ({ ...one, name: `Stop ${at + 1}` })),
        connections: day.connections.map((one) => ({ ...one, description: 'A path.' })),
        accommodation: { ...day.accommodation, description: 'A house.' },
      })),
    })),
  });
}

const withDay = (change: Partial<DayForm> | ((day: DayForm) => Partial<DayForm>)) =>
  sound((form) => ({
    ...form,
    routes: form.routes.map((route) => ({
      ...route,
      dailyActivities: route.dailyActivities.map((day) => ({
        ...day,
        ...(typeof change === 'function' ? change(day) : change),
      })),
    })),
  }));

const messages = (form: TrekForm) => check(form).map((one) => one.message);

describe('checks', () => {
  test('a complete trek has no problems', () => {
    expect(check(sound())).toEqual([]);
  });

  test('TREKADM-43 TREKADM-93 TREKADM-44 TREKADM-45 TREKADM-46 TREKADM-49 TREKADM-94 every missing value is reported', () => {
    const place = { name: ' ', latitude: '', longitude: '' };
    const empty = { name: '', description: '', features: [], bannerImage: '', secondaryImages: [] };
    expect(messages(sound((form) => ({ ...form, ...empty, startingPlace: place, endingPlace: place })))).toEqual([
      'Trek name is required',
      'Description is required',
      'At least one feature is required',
      'Banner image is required. Please upload one.',
      'At least one secondary image is required. Please upload one.',
      'Starting place name is required',
      'Ending place name is required',
    ]);
  });

  test('TREKADM-48 TREKADM-50 TREKADM-95 TREKADM-51 routes need names, descriptions and the stated number of days', () => {
    expect(messages(sound((form) => ({ ...form, routes: [] })))).toEqual(['You must have at least one route']);
    const bare = { name: '', description: '', numberOfDays: '2', numberOfNights: '1' };
    expect(messages(sound((form) => ({ ...form, routes: form.routes.map((one) => ({ ...one, ...bare })) })))).toEqual([
      'Route name is required',
      'Route description is required',
      'Number of daily activities must equal number of days',
    ]);
  });

  test('TREKADM-52 TREKADM-53 TREKADM-54 TREKADM-55 TREKADM-56 a day needs two named waypoints and described connections', () => {
    expect(messages(withDay((day) => ({ waypoints: day.waypoints.slice(0, 1), connections: [] })))).toEqual([
      'A day must have at least a start and end point',
      'At least one connection is required',
    ]);
    expect(messages(withDay((day) => ({ waypoints: day.waypoints.map((one) => ({ ...one, name: '' })) })))).toEqual([
      'Waypoint name is required',
      'Waypoint name is required',
    ]);
    const nowhere = withDay((day) => ({
      connections: day.connections.map((one) => ({ ...one, to: 'gone', description: '' })),
    }));
    expect(messages(nowhere)).toEqual([
      'Connection must lead from one waypoint of the day to another',
      'Connection description is required',
    ]);
  });

  test('TREKADM-57 a custom transport must be named', () => {
    const day = withDay((one) => ({ connections: one.connections.map((c) => ({ ...c, transportMode: 'custom' })) }));
    expect(check(day)).toEqual([
      {
        field: 'routes[0].dailyActivities[0].connections[0].customTransportType',
        message: 'Custom transport type is required',
      },
    ]);
  });

  test('TREKADM-59 TREKADM-60 meals hold one to ten items, none of them empty', () => {
    const foodDetails = { breakfast: [], lunch: ['Dal bhat', ' '], dinner: Array(11).fill('Momo') };
    expect(messages(withDay({ foodDetails }))).toEqual([
      'At least one breakfast item is required',
      'At least one lunch item is required',
      'Maximum 10 dinner items allowed',
    ]);
  });

  test('TREKADM-61 TREKADM-96 TREKADM-62 TREKADM-63 accommodation needs a title, a description and one to ten features', () => {
    const none = { title: '', description: '', features: [] };
    expect(messages(withDay({ accommodation: none }))).toEqual([
      'Accommodation title is required',
      'Accommodation description is required',
      'At least one accommodation feature is required',
    ]);
    const many = { title: 'A', description: 'B', features: Array.from({ length: 11 }, (_, at) => `${at}`) };
    expect(messages(withDay({ accommodation: many }))).toEqual(['Maximum 10 accommodation features allowed']);
  });

  test('TREKADM-64 TREKADM-66 at most ten features and twenty secondary pictures are allowed', () => {
    const features = Array.from({ length: 11 }, (_, at) => `${at}`);
    const secondaryImages = Array.from({ length: 21 }, (_, at) => `/${at}`);
    expect(messages(sound((form) => ({ ...form, features, secondaryImages })))).toEqual([
      'Maximum 10 features allowed',
      'Maximum 20 secondary images allowed',
    ]);
  });

  test('TREKADM-42 five problems are shown and the others are counted', () => {
    const { shown, more } = firstOf(check(blankTrek(keys())), SHOWN_PROBLEMS);
    expect(shown).toHaveLength(5);
    expect(more).toBeGreaterThan(5);
    expect(moreErrors(7)).toBe('And 7 more errors. Please check all fields.');
    expect(whereIs('routes[0].dailyActivities[2].waypoints[1].name', sound())).toBe('Route 1, day 3');
    expect(whereIs('name', sound())).toBe('');
  });
});

describe('defaults', () => {
  test('TREKADM-68 TREKADM-74 TREKADM-75 TREKADM-76 TREKADM-77 TREKADM-80 blank values of the trek and its routes get defaults', () => {
    const key = keys();
    const form = blankTrek(key);
    const route = { ...(form.routes[0] ?? blankRoute(key)), numberOfDays: '3', numberOfNights: '', pricePerHead: '-5' };
    const filled = fillDefaults({ ...form, routes: [route] }, TODAY, key);
    expect(filled.name).toBe('Standard Trek 2026-11-20');
    expect(filled.features).toEqual(['Scenic Views', 'Adventure']);
    expect(filled.routes[0]).toMatchObject({ name: 'Route 1', pricePerHead: '1000', numberOfNights: '2' });
    expect(filled.routes[0]?.dailyActivities).toHaveLength(3);
  });

  test('TREKADM-78 TREKADM-79 blank values of a day get defaults, and entered values stay', () => {
    const key = keys();
    const form = blankTrek(key);
    const day = { ...blankDay(key), foodDetails: { breakfast: ['', 'Eggs'], lunch: [''], dinner: [] } };
    const routes = form.routes.map((route) => ({ ...route, dailyActivities: [day] }));
    const filled = fillDefaults({ ...form, routes }, TODAY, key).routes[0]?.dailyActivities[0];
    expect(filled?.accommodation).toMatchObject({ title: 'Standard Accommodation', features: ['Clean', 'Safe'] });
    expect(filled?.foodDetails).toEqual({
      breakfast: ['Eggs'],
      lunch: ['Standard Lunch'],
      dinner: ['Standard Dinner'],
    });
  });

  test('TREKADM-69 TREKADM-70 TREKADM-71 TREKADM-72 TREKADM-73 invalid numbers get defaults', () => {
    const form = sound((one) => ({
      ...one,
      startingPlace: { name: 'Kathmandu', latitude: 'north', longitude: '' },
      paymentDetails: {
        ...one.paymentDetails,
        groupDiscountThreshold: 'x',
        groupDiscountPercentage: '',
        gst: '%',
        serviceFee: '-',
      },
    }));
    const { paymentDetails, startingPlace } = toDocument(fillDefaults(form, TODAY, keys()));
    expect(startingPlace.coordinates).toEqual({ latitude: 0, longitude: 0 });
    expect(paymentDetails.discount).toMatchObject({ groupDiscountThreshold: 4, groupDiscountPercentage: 20 });
    expect(paymentDetails.charges).toMatchObject({ gst: 18, serviceFee: 5 });
    expect(['27,7', ' 8 ', '1e5', '', '.5', '1.2.3'].map(numberOf)).toEqual([27.7, 8, null, null, 0.5, null]);
  });
});

describe('the saved document', () => {
  test('TREKADM-47 leaves the number of routes to the server, and connections name waypoints by index', () => {
    const document = toDocument(sound(), 7);
    expect(document).not.toHaveProperty('noOfRoutes');
    expect(document.version).toBe(7);
    expect(document.routes[0]?.dailyActivities[0]?.connections[0]).toMatchObject({
      fromWaypointIndex: 0,
      toWaypointIndex: 1,
      transportMode: 'walking',
    });
  });

  test('the deposit is sent as it was read, and null removes it', () => {
    const terms = { deposit: { perPerson: 150.5 }, balance: { daysBefore: 45 } };
    const { discount, charges } = makeTrek().paymentDetails;
    const form = toForm(makeTrek({ paymentDetails: { discount, charges, terms } }), keys());
    expect(toDocument(form).paymentDetails.terms).toEqual(terms);
    const onArrival = { ...form.paymentDetails, deposit: 'percent', balanceDue: 'onArrival' } as const;
    expect(toDocument({ ...form, paymentDetails: onArrival }).paymentDetails.terms).toEqual({
      deposit: { percent: 20 },
      balance: { onArrival: true },
    });
    const none = { ...form.paymentDetails, deposit: 'none' } as const;
    expect(toDocument({ ...form, paymentDetails: none }).paymentDetails.terms).toBeNull();
  });

  test('a deposit that is out of range is reported at its field, unless there is none', () => {
    const found = (deposit: 'none' | 'percent' | 'perPerson') =>
      check(
        sound((one) => ({
          ...one,
          paymentDetails: { ...one.paymentDetails, deposit, depositPercent: '101', balanceDaysBefore: '1.5' },
        })),
      ).map(({ field }) => field.replace('paymentDetails.terms.', ''));
    expect(found('none')).toEqual([]);
    expect(found('percent')).toEqual(['deposit.percent', 'balance.daysBefore']);
    expect(found('perPerson')).toEqual(['deposit.perPerson', 'balance.daysBefore']);
  });

  test('TREKADM-58 converts a day of the older shape to the new one', () => {
    const day = dayForm({ startPlace: 'Lukla', endPlace: 'Phakding', travelling: 'yak', foodDetails: {} }, keys());
    expect(day.waypoints.map((one) => [one.name, one.isStartPoint, one.isEndPoint])).toEqual([
      ['Lukla', true, false],
      ['Phakding', false, true],
    ]);
    const sent = toDocument(
      sound((form) => ({ ...form, routes: form.routes.map((one) => ({ ...one, dailyActivities: [day] })) })),
    );
    const written = sent.routes[0]?.dailyActivities[0];
    expect(written?.connections).toEqual([
      { fromWaypointIndex: 0, toWaypointIndex: 1, transportMode: 'walking', description: 'yak' },
    ]);
    expect(Object.keys(written ?? {}).sort()).toEqual(['accommodation', 'connections', 'foodDetails', 'waypoints']);
    expect(dayForm('rubbish', keys()).waypoints).toHaveLength(2);
  });

  test('treks that differ only in their keys are equal', () => {
    expect(sameTrek(sound(), sound())).toBe(true);
    expect(sameTrek(sound(), { ...sound(), name: 'Other' })).toBe(false);
  });
});

describe('distances and climbs', () => {
  test('a leg is estimated from its two places, if both positions are known', () => {
    const [a, b] = [
      { latitude: 27.6881, longitude: 86.7314 },
      { latitude: 27.8057, longitude: 86.7139 },
    ];
    expect(kilometresBetween(a, b)).toBeCloseTo(13.19, 1);
    const place = (at: typeof a, altitude = '') => ({
      ...blankWaypoint('k'),
      latitude: String(at.latitude),
      longitude: String(at.longitude),
      altitude,
    });
    const walked = proposedLeg(place(a, '2860'), place(b, '3440'), 'walking');
    // A trail is 1.3 times the straight line: 17.1 km at 4 km an hour, plus half of 580 m at 300 m an hour.
    expect(walked).toEqual({ transportMode: 'walking', distance: '17', duration: '315' });
    expect(proposedLeg(place(a), place(b), 'walking')?.duration).toBe('255');
    expect(proposedLeg(place(a), place(b), 'flight')).toMatchObject({ distance: '13' });
    expect(proposedLeg(place(a), place(b), 'custom')?.duration).toBe('');
    const kathmandu = { latitude: 27.7154, longitude: 85.3123 };
    // 140 km are too far to walk in a day.
    expect(proposedLeg(place(kathmandu), place(a), 'walking')?.transportMode).toBe('vehicle');
    expect(proposedLeg(place(a), { ...blankWaypoint('k'), latitude: '0', longitude: '0' }, 'walking')).toBeNull();
    expect(proposedLeg(place(a), place(a), 'walking')).toBeNull();
  });

  test('from 3,000 m on, a night more than 500 m higher than the last one causes a note', () => {
    const key = keys();
    const sleeping = (...metres: string[]) => {
      let route = reduceRoute(blankRoute(key), { type: 'days-typed', to: String(metres.length) }, key);
      for (const [at, altitude] of metres.entries()) {
        const day = route.dailyActivities[at] as DayForm;
        const waypoint = day.waypoints[1]?.key ?? '';
        const move = { type: 'waypoint-changed', waypoint, to: { altitude } } as const;
        route = reduceRoute(route, { type: 'day', day: day.key, move }, key);
      }
      return route;
    };
    const route = sleeping('2400', '3430', '3930', '4431', '', '5100');
    expect([0, 1, 2, 3, 4, 5].map((at) => steepClimb(route, at))).toEqual([null, 1030, null, 501, null, null]);
    expect(steepClimb(sleeping('1400', '2900'), 1)).toBeNull();
    expect(climbNote(1030)).toContain('guidance for planning, not medical advice');
  });
});

test('opening another form replaces everything at once', () => {
  const form = sound();
  expect(reduce(blankTrek(keys()), { type: 'opened', form }, keys())).toBe(form);
});

test('region, included and excluded items are sent without blank lines', () => {
  const form = { ...sound(), region: ' Everest ', included: ['Guide ', '', 'Permits'], notIncluded: [' '] };
  expect(toDocument(form)).toMatchObject({ region: 'Everest', included: ['Guide', 'Permits'], notIncluded: [] });
});
