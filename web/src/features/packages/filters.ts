// Filters, order and page of the package list; kept in the URL (document 1 §2, decisions 31–35).
import type { RouteSummary, TrekSummary } from '../../api/types';
import { MONTHS } from '../../lib/dates';
import { contains } from '../../lib/text';

export const PER_PAGE = 4;

/** Only one sort at a time: choosing one resets the other (decision 31). */
export type Sort = 'price-low' | 'price-high' | 'newest' | 'oldest';
const SORTS: readonly string[] = ['price-low', 'price-high', 'newest', 'oldest'];

export type View = 'cards' | 'list' | 'map';
const VIEWS: readonly string[] = ['cards', 'list', 'map'];

/** Length options in days, limits included; the keys are the values in the URL. */
export const LENGTHS = {
  '1-5': { label: 'Up to 5 days', least: 1, most: 5 },
  '6-9': { label: '6–9 days', least: 6, most: 9 },
  '10-14': { label: '10–14 days', least: 10, most: 14 },
  '15-': { label: '15 days or more', least: 15, most: Number.POSITIVE_INFINITY },
} as const;
export type Length = keyof typeof LENGTHS;

/** Criteria that a trek must match. Order, view and page are not part of them. */
export interface Criteria {
  destination: string;
  /** In the agency's currency, limits included. */
  min: number | null;
  max: number | null;
  days: Length | null;
  difficulty: string | null;
  /** A good season, as 'Oct'. */
  month: string | null;
  region: string | null;
  /** The month in which a group departure starts, as '2027-04'. */
  departs: string | null;
  /** Only treks with a guaranteed departure. */
  guaranteed: true | null;
}

export const NO_CRITERIA: Criteria = {
  destination: '',
  min: null,
  max: null,
  days: null,
  difficulty: null,
  month: null,
  region: null,
  departs: null,
  guaranteed: null,
};

export interface Filters extends Criteria {
  sort: Sort | null;
  view: View;
  page: number;
}

export function readFilters(address: URLSearchParams): Filters {
  const sort = address.get('sort') ?? '';
  const view = address.get('view') ?? '';
  const days = address.get('days') ?? '';
  const page = Number(address.get('page'));
  return {
    destination: address.get('destination') ?? '',
    min: readAmount(address.get('min')),
    max: readAmount(address.get('max')),
    days: Object.hasOwn(LENGTHS, days) ? (days as Length) : null,
    difficulty: address.get('difficulty')?.trim() || null,
    month: MONTHS.find((one) => one === address.get('month')) ?? null,
    region: address.get('region')?.trim() || null,
    // One month at a time: that of a departure, or one of a good season.
    departs: isMonth(address.get('month')) ? address.get('month') : null,
    guaranteed: address.get('guaranteed') === 'true' || null,
    sort: SORTS.includes(sort) ? (sort as Sort) : null,
    view: VIEWS.includes(view) ? (view as View) : 'cards',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

const isMonth = (text: string | null) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? '');

/** The months offered for departures: this one and those of the next year and a half. */
export function departureMonths(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: 18 }, (_, index) =>
    new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 7),
  );
}

/** Whether any trek sells departures; otherwise the filters for them are left out. */
export function hasDepartures(treks: readonly TrekSummary[]): boolean {
  return treks.some((trek) => trek.soldAs === 'departures' || trek.soldAs === 'both');
}

/** Parses a price limit; an invalid amount sets no limit. */
export function readAmount(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  const amount = Number(text);
  return Number.isFinite(amount) && amount >= 0 ? amount : null;
}

export function writeFilters(filters: Filters): URLSearchParams {
  const address = new URLSearchParams();
  if (filters.destination.trim()) address.set('destination', filters.destination);
  if (filters.min !== null) address.set('min', String(filters.min));
  if (filters.max !== null) address.set('max', String(filters.max));
  for (const name of ['days', 'difficulty', 'month', 'region'] as const) {
    if (filters[name]) address.set(name, filters[name]);
  }
  if (filters.departs) address.set('month', filters.departs);
  if (filters.guaranteed) address.set('guaranteed', 'true');
  if (filters.sort) address.set('sort', filters.sort);
  if (filters.view !== 'cards') address.set('view', filters.view);
  if (filters.page > 1) address.set('page', String(filters.page));
  return address;
}

/** The route of the price "from" (decision 32); null for a trek without visible routes. */
export function cheapestRoute(trek: Pick<TrekSummary, 'routes'>): RouteSummary | null {
  return trek.routes
    .filter((route) => route.isVisible !== false)
    .reduce<RouteSummary | null>((best, one) => (best && best.pricePerHead <= one.pricePerHead ? best : one), null);
}

export function priceFrom(trek: Pick<TrekSummary, 'routes' | 'price'>): number {
  return cheapestRoute(trek)?.pricePerHead ?? trek.price;
}

/** Price of the cheapest route for one person including taxes, fees and insurance, as cards show it. */
export function allInPriceFrom(trek: Pick<TrekSummary, 'routes' | 'price'>): number {
  return cheapestRoute(trek)?.allInPrice ?? priceFrom(trek);
}

/** Searches name, location, starting and ending place (decision 34). */
function matchesDestination(trek: TrekSummary, destination: string): boolean {
  return [trek.name, trek.location, trek.startingPlace?.name, trek.endingPlace?.name].some((text) =>
    contains(text ?? '', destination),
  );
}

/** Filters by a property that a trek can have several values of. */
export type Facet = 'days' | 'difficulty' | 'month' | 'region';
export const FACETS: readonly Facet[] = ['days', 'difficulty', 'month', 'region'];

const keyOf = (text: string | undefined) => text?.trim().toLowerCase() ?? '';

/** Values of a trek for each facet, in lower case. */
const KEYS: Record<Facet, (trek: TrekSummary) => string[]> = {
  days: (trek) => {
    const lengths = trek.routes.filter((route) => route.isVisible !== false).map((route) => route.numberOfDays);
    const holds = ({ least, most }: (typeof LENGTHS)[Length]) => lengths.some((days) => days >= least && days <= most);
    return (Object.keys(LENGTHS) as Length[]).filter((length) => holds(LENGTHS[length]));
  },
  difficulty: (trek) => [keyOf(trek.difficulty)],
  // 'October' and 'Oct' are the same month.
  month: (trek) => [...new Set(trek.bestSeasons.map((season) => keyOf(season).slice(0, 3)))],
  region: (trek) => [keyOf(trek.region)],
};

function matchesCriteria(trek: TrekSummary, wanted: Criteria): boolean {
  const price = priceFrom(trek);
  return (
    (wanted.min === null || price >= wanted.min) &&
    (wanted.max === null || price <= wanted.max) &&
    FACETS.every((facet) => wanted[facet] === null || KEYS[facet](trek).includes(keyOf(wanted[facet]))) &&
    matchesDestination(trek, wanted.destination)
  );
}

export interface Option {
  value: string;
  label: string;
  /** Number of treks that would match with this option, all other filters kept. */
  count: number;
}

/** Options of each filter. A value that no trek has is left out, unless it is selected. */
export function filterOptions(treks: readonly TrekSummary[], wanted: Criteria): Record<Facet, Option[]> {
  const words = (texts: (string | null | undefined)[]) => {
    const known = new Map(texts.flatMap((text) => (text?.trim() ? [[keyOf(text), text.trim()]] : [])));
    return [...known.values()].map((word) => ({ value: word, label: word }));
  };
  const values: Record<Facet, { value: string; label: string }[]> = {
    days: (Object.keys(LENGTHS) as Length[]).map((value) => ({ value, label: LENGTHS[value].label })),
    difficulty: words([wanted.difficulty, ...treks.map((trek) => trek.difficulty)]).sort(byDifficulty),
    month: MONTHS.map((value) => ({ value, label: value })),
    region: words([wanted.region, ...treks.map((trek) => trek.region)]).sort(byLabel),
  };
  const offer = (facet: Facet): Option[] => {
    const others = { ...wanted, [facet]: null };
    const all = countKeys(facet, treks);
    const left = countKeys(
      facet,
      treks.filter((trek) => matchesCriteria(trek, others)),
    );
    return values[facet]
      .filter(({ value }) => all.has(keyOf(value)) || value === wanted[facet])
      .map((one) => ({ ...one, count: left.get(keyOf(one.value)) ?? 0 }));
  };
  return { days: offer('days'), difficulty: offer('difficulty'), month: offer('month'), region: offer('region') };
}

function countKeys(facet: Facet, treks: readonly TrekSummary[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const trek of treks) for (const key of KEYS[facet](trek)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

const DIFFICULTIES = ['Easy', 'Moderate', 'Challenging', 'Strenuous'];

/** The usual levels from easy to hard, then an agency's own. */
function byDifficulty(a: { label: string }, b: { label: string }): number {
  const rank = ({ label }: { label: string }) => {
    const at = DIFFICULTIES.indexOf(label);
    return at < 0 ? DIFFICULTIES.length : at;
  };
  return rank(a) - rank(b) || byLabel(a, b);
}

function byLabel(a: { label: string }, b: { label: string }): number {
  return a.label.localeCompare(b.label, 'en');
}

export function filterTreks(treks: readonly TrekSummary[], filters: Criteria & Pick<Filters, 'sort'>): TrekSummary[] {
  const found = treks.filter((trek) => matchesCriteria(trek, filters));
  switch (filters.sort) {
    case 'price-low':
      return byPrice(found, 1);
    case 'price-high':
      return byPrice(found, -1);
    // Ids are UUIDv7, so their order is the order of publication (decision 30).
    case 'newest':
      return found.sort((a, b) => compareIds(b, a));
    case 'oldest':
      return found.sort(compareIds);
    default:
      return found;
  }
}

/** Computes each price once instead of once per comparison. */
function byPrice(found: TrekSummary[], way: 1 | -1): TrekSummary[] {
  const prices = new Map(found.map((trek) => [trek, priceFrom(trek)]));
  const price = (trek: TrekSummary) => prices.get(trek) ?? 0;
  return found.sort((a, b) => way * (price(a) - price(b)) || compareIds(a, b));
}

function compareIds(a: TrekSummary, b: TrekSummary): number {
  return a._id < b._id ? -1 : a._id > b._id ? 1 : 0;
}

/** The items of one page; a page beyond the end is the last one. */
export function paginate<T>(items: readonly T[], wanted: number, perPage = PER_PAGE) {
  const pages = Math.max(1, Math.ceil(items.length / perPage));
  const page = Math.min(Math.max(1, wanted), pages);
  return { page, pages, items: items.slice((page - 1) * perPage, page * perPage) };
}
