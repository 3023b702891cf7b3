// The schema of the trek form (document 2 §3). Types, drafts, blank values, checks, defaults and the saved document
// derive from it; comparing and merging two versions follow its shape (lib/merge.ts). Numbers are stored as typed.
// Days, waypoints and connections have keys, and connections refer to waypoints by key, so that moving one changes no
// index and React preserves the inputs.
import '../../lib/zod-setup';
import * as z from 'zod/mini';

export const MEALS = ['breakfast', 'lunch', 'dinner'] as const;
export type Meal = (typeof MEALS)[number];

export const MAX_FEATURES = 10;
export const MAX_MEAL_ITEMS = 10;
export const MAX_SECONDARY_IMAGES = 20;
export const MAX_DAYS = 60;
export const MAX_ROUTES = 20;
export const MAX_WAYPOINTS = 50;

const text = z.string();
const texts = z.array(text);

/** How the value of a field is typed, stored in a draft, read from the wire and sent. */
interface Kind<Value, Wire> {
  /** The value in a new trek. */
  blank: Value;
  draft: z.ZodMiniType<Value>;
  fromWire(wire: Wire | undefined): Value;
  toWire(value: Value): Wire;
}

interface Rules<Value> {
  /** Each rule's result, and the message if it is broken. A broken rule prevents Update Trek. */
  check?(value: Value): [holds: boolean, message: string][];
  /** The default that Update Trek fills in for a blank value. `today` as yyyy-mm-dd. */
  fill?(value: Value, today: string): Value;
}

interface FieldSchema<Value, Wire> extends Kind<Value, Wire>, Rules<Value> {}

const field = <Value, Wire>(kind: Kind<Value, Wire>, rules: Rules<Value> = {}): FieldSchema<Value, Wire> => ({
  ...kind,
  ...rules,
});

/** A field added later: older drafts without it get its blank value. */
const added = <Value, Wire>(kind: Kind<Value, Wire>): FieldSchema<Value, Wire> =>
  field({ ...kind, draft: z._default(kind.draft, kind.blank as never) });

/** Sent even if it is empty, which removes the value: the server would keep the value of a missing field. */
const asTyped: Kind<string, string> = {
  blank: '',
  draft: text,
  fromWire: (wire) => wire ?? '',
  toWire: (value) => value,
};
const line: Kind<string, string> = { ...asTyped, toWire: (value) => value.trim() };
const words: Kind<string[], string[]> = {
  blank: [],
  draft: texts,
  fromWire: (wire) => wire ?? [],
  toWire: (value) => value,
};
const lines: Kind<string[], string[]> = {
  ...words,
  toWire: (value) => value.map((one) => one.trim()).filter((one) => one !== ''),
};

export const SOLD_AS = ['private', 'departures', 'both'] as const;
const soldAs: Kind<(typeof SOLD_AS)[number], (typeof SOLD_AS)[number]> = {
  blank: 'private',
  draft: z.catch(z.enum(SOLD_AS), 'private'),
  fromWire: (wire) => wire ?? 'private',
  toWire: (value) => value,
};

const MAX_NOTICE_DAYS = 365;
const isWholeNumber = (typed: string, most: number) => /^\d{1,4}$/.test(typed.trim()) && Number(typed) <= most;
const noticeDays: Kind<string, number> = {
  blank: '0',
  draft: z._default(text, '0'),
  fromWire: (wire) => String(wire ?? 0),
  toWire: (value) => Number(value) || 0,
};

const DEFAULT_FEATURES = ['Scenic Views', 'Adventure'];

/** The fields of Basics, in the order of the form. A new field needs a line here and a control in Basics.tsx. */
const FIELDS = {
  name: field(line, {
    check: (name) => [[name.trim() !== '', 'Trek name is required']],
    fill: (name, today) => (name.trim() === '' ? `Standard Trek ${today}` : name),
  }),
  description: field(asTyped, { check: (description) => [[description.trim() !== '', 'Description is required']] }),
  location: field(line),
  features: field(words, {
    check: ({ length }) => [
      [length > 0, 'At least one feature is required'],
      [length <= MAX_FEATURES, 'Maximum 10 features allowed'],
    ],
    fill: (features) => {
      const kept = unique(features, features.length);
      return kept.length > 0 ? kept : DEFAULT_FEATURES;
    },
  }),
  difficulty: field(asTyped),
  bestSeasons: field(words),
  region: added(line),
  included: added(lines),
  notIncluded: added(lines),
  soldAs: added(soldAs),
  minimumNoticeDays: field(noticeDays, {
    check: (days) => [
      [isWholeNumber(days, MAX_NOTICE_DAYS), `Minimum notice must be a whole number from 0 to ${MAX_NOTICE_DAYS} days`],
    ],
    fill: (days) => (isWholeNumber(days, MAX_NOTICE_DAYS) ? days : '0'),
  }),
};

export type FieldName = keyof typeof FIELDS;
/** The values of the fields in the form. */
export type FieldValues = { [Name in FieldName]: (typeof FIELDS)[Name]['blank'] };
/** The values as they are sent. */
export type SentFields = { [Name in FieldName]: ReturnType<(typeof FIELDS)[Name]['toWire']> };

export const FIELD_SCHEMAS = Object.entries(FIELDS) as [FieldName, FieldSchema<unknown, unknown>][];

/** An object with one value per field. */
export function mapFields<Mapped extends Record<FieldName, unknown>>(
  of: (schema: FieldSchema<unknown, unknown>, name: FieldName) => unknown,
): Mapped {
  return Object.fromEntries(FIELD_SCHEMAS.map(([name, schema]) => [name, of(schema, name)])) as Mapped;
}

const place = z.object({ name: text, latitude: text, longitude: text });
const waypoint = z.extend(place, { key: text, altitude: text, isStartPoint: z.boolean(), isEndPoint: z.boolean() });
const connection = z.object({
  key: text,
  /** Keys of waypoints. A key without a waypoint of the day is a dangling reference. */
  from: text,
  to: text,
  transportMode: z.catch(z.enum(['walking', 'vehicle', 'flight', 'boat', 'train', 'custom']), 'walking'),
  customTransportType: text,
  description: text,
  duration: text,
  distance: text,
});
const day = z.object({
  key: text,
  waypoints: z.array(waypoint),
  connections: z.array(connection),
  accommodation: z.object({ title: text, description: text, features: texts }),
  foodDetails: z.object({ breakfast: texts, lunch: texts, dinner: texts }),
});
const route = z.object({
  key: text,
  /** Id of the stored route; undefined for a new route. */
  _id: z.exactOptional(text),
  name: text,
  description: text,
  pricePerHead: text,
  numberOfDays: text,
  numberOfNights: text,
  isVisible: z.boolean(),
  dailyActivities: z.array(day),
  /** Days removed by a smaller number. A larger number restores them, because 15 is first typed as 1. */
  spare: z.catch(z.array(day), []),
});
const payment = z.object({
  groupDiscountThreshold: text,
  groupDiscountPercentage: text,
  isGroupDiscountApplicable: z.boolean(),
  gst: text,
  serviceFee: text,
  insurancePerPerson: text,
  bookingFee: text,
  // A draft from before there were deposits has none.
  deposit: z.catch(z.enum(['none', 'percent', 'perPerson']), 'none'),
  depositPercent: z.catch(text, '20'),
  depositPerPerson: z.catch(text, ''),
  balanceDue: z.catch(z.enum(['daysBefore', 'onArrival']), 'daysBefore'),
  balanceDaysBefore: z.catch(text, '30'),
});
export const trekForm = z.object({
  ...mapFields<{ [Name in FieldName]: z.ZodMiniType<FieldValues[Name]> }>(({ draft }) => draft),
  startingPlace: place,
  endingPlace: place,
  bannerImage: text,
  secondaryImages: texts,
  paymentDetails: payment,
  routes: z.array(route).check(z.minLength(1)),
});

export type PlaceForm = z.infer<typeof place>;
export type WaypointForm = z.infer<typeof waypoint>;
export type ConnectionForm = z.infer<typeof connection>;
export type DayForm = z.infer<typeof day>;
export type RouteForm = z.infer<typeof route>;
export type PaymentForm = z.infer<typeof payment>;
export type TrekForm = z.infer<typeof trekForm>;

/** Returns a key that is unique in the form. */
export type NewKey = () => string;

export const newKey: NewKey = () => crypto.randomUUID();

export function blankWaypoint(key: string, name = ''): WaypointForm {
  return { key, name, latitude: '', longitude: '', altitude: '', isStartPoint: false, isEndPoint: false };
}

export function walking(key: string, from: string, to: string): ConnectionForm {
  return {
    key,
    from,
    to,
    transportMode: 'walking',
    customTransportType: '',
    description: '',
    duration: '',
    distance: '',
  };
}

export function blankDay(key: NewKey): DayForm {
  const start = { ...blankWaypoint(key()), isStartPoint: true };
  const end = { ...blankWaypoint(key()), isEndPoint: true };
  return {
    key: key(),
    waypoints: [start, end],
    connections: [walking(key(), start.key, end.key)],
    accommodation: { title: '', description: '', features: [] },
    foodDetails: { breakfast: [''], lunch: [''], dinner: [''] },
  };
}

export function blankRoute(key: NewKey): RouteForm {
  return {
    key: key(),
    name: '',
    description: '',
    pricePerHead: '',
    numberOfDays: '1',
    numberOfNights: '0',
    isVisible: true,
    dailyActivities: [blankDay(key)],
    spare: [],
  };
}

/** What the agency sets for new treks. */
export type Charges = Pick<
  PaymentForm,
  'gst' | 'serviceFee' | 'insurancePerPerson' | 'bookingFee' | keyof typeof NO_DEPOSIT
>;

/** What the fields of a deposit begin with, also where a trek has none. */
export const NO_DEPOSIT = {
  deposit: 'none',
  depositPercent: '20',
  depositPerPerson: '',
  balanceDue: 'daysBefore',
  balanceDaysBefore: '30',
} as const;

/** The charges of document 2 §9, used until those of the settings have loaded. */
const CHARGES: Charges = { gst: '18', serviceFee: '5', insurancePerPerson: '500', bookingFee: '200', ...NO_DEPOSIT };

/** The initial form of Add New Trek. */
export function blankTrek(key: NewKey, charges: Charges = CHARGES): TrekForm {
  const place = { name: '', latitude: '', longitude: '' };
  return {
    ...mapFields<FieldValues>(({ blank }) => blank),
    startingPlace: place,
    endingPlace: place,
    bannerImage: '',
    secondaryImages: [],
    paymentDetails: {
      groupDiscountThreshold: '4',
      groupDiscountPercentage: '20',
      isGroupDiscountApplicable: true,
      ...charges,
    },
    routes: [blankRoute(key)],
  };
}

/** The typed number, or null. Accepts a decimal comma, as in `1,5`. */
export function numberOf(text: string): number | null {
  const plain = text.trim().replace(/^([+-]?\d+),(\d+)$/, '$1.$2');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return null;
  return Number(plain);
}

/** Removes blank and repeated features (document 2 §5). */
export function unique(features: readonly string[], most: number): string[] {
  const known = new Map<string, string>();
  for (const feature of features) {
    const word = feature.trim();
    if (word && !known.has(word.toLowerCase())) known.set(word.toLowerCase(), word);
  }
  return [...known.values()].slice(0, most);
}
