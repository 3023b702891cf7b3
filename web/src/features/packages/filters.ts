// Which packages are listed, in which order, on which page; kept in the address (document 1 §2, decisions 31–35).
import type { RouteSummary, TrekSummary } from '../../api/types';
import { contains } from '../../lib/text';

export const PER_PAGE = 4;

/** One of two sorts at a time: the one changed last wins and the other goes back to none (decision 31). */
export type Sort = 'price-low' | 'price-high' | 'newest' | 'oldest';
const SORTS: readonly string[] = ['price-low', 'price-high', 'newest', 'oldest'];

export type View = 'cards' | 'list' | 'map';
const VIEWS: readonly string[] = ['cards', 'list', 'map'];

export interface Filters {
  destination: string;
  /** In the kept currency, bounds included. */
  min: number | null;
  max: number | null;
  sort: Sort | null;
  view: View;
  page: number;
}

export function readFilters(address: URLSearchParams): Filters {
  const sort = address.get('sort') ?? '';
  const view = address.get('view') ?? '';
  const page = Number(address.get('page'));
  return {
    destination: address.get('destination') ?? '',
    min: readAmount(address.get('min')),
    max: readAmount(address.get('max')),
    sort: SORTS.includes(sort) ? (sort as Sort) : null,
    view: VIEWS.includes(view) ? (view as View) : 'cards',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** A price bound as typed; what is no amount bounds nothing. */
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
  if (filters.sort) address.set('sort', filters.sort);
  if (filters.view !== 'cards') address.set('view', filters.view);
  if (filters.page > 1) address.set('page', String(filters.page));
  return address;
}

/** The route that the price "from" speaks of (decision 32); null for a trek without visible routes. */
export function cheapestRoute(trek: Pick<TrekSummary, 'routes'>): RouteSummary | null {
  return trek.routes
    .filter((route) => route.isVisible !== false)
    .reduce<RouteSummary | null>((best, one) => (best && best.pricePerHead <= one.pricePerHead ? best : one), null);
}

export function priceFrom(trek: Pick<TrekSummary, 'routes' | 'price'>): number {
  return cheapestRoute(trek)?.pricePerHead ?? trek.price;
}

/** On packages: name, location, starting and ending place (decision 34). */
function matches(trek: TrekSummary, destination: string): boolean {
  return [trek.name, trek.location, trek.startingPlace?.name, trek.endingPlace?.name].some((text) =>
    contains(text ?? '', destination),
  );
}

export function filterTreks(
  treks: readonly TrekSummary[],
  filters: Pick<Filters, 'destination' | 'min' | 'max' | 'sort'>,
): TrekSummary[] {
  const found = treks.filter((trek) => {
    const price = priceFrom(trek);
    return (
      matches(trek, filters.destination) &&
      (filters.min === null || price >= filters.min) &&
      (filters.max === null || price <= filters.max)
    );
  });
  switch (filters.sort) {
    case 'price-low':
      return byPrice(found, 1);
    case 'price-high':
      return byPrice(found, -1);
    // Ids are UUIDv7: their order is the order of publishing (decision 30).
    case 'newest':
      return found.sort((a, b) => order(b, a));
    case 'oldest':
      return found.sort(order);
    default:
      return found;
  }
}

/** Each price is looked up once, not once for every comparison. */
function byPrice(found: TrekSummary[], way: 1 | -1): TrekSummary[] {
  const prices = new Map(found.map((trek) => [trek, priceFrom(trek)]));
  const price = (trek: TrekSummary) => prices.get(trek) ?? 0;
  return found.sort((a, b) => way * (price(a) - price(b)) || order(a, b));
}

function order(a: TrekSummary, b: TrekSummary): number {
  return a._id < b._id ? -1 : a._id > b._id ? 1 : 0;
}

/** The slice of one page; a page beyond the end is the last one. */
export function pageOf<T>(items: readonly T[], wanted: number, perPage = PER_PAGE) {
  const pages = Math.max(1, Math.ceil(items.length / perPage));
  const page = Math.min(Math.max(1, wanted), pages);
  return { page, pages, items: items.slice((page - 1) * perPage, page * perPage) };
}
