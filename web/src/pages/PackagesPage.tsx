// All packages: search, two sorts, filters, cards, list or map, four per page, and the age of the list (document 1 §2).
import head from 'virtual:head/packages';
import { useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import type { TrekSummary } from '../api/types';
import { useBookableDays, useConfig } from '../api/useConfig';
import { CacheAge } from '../features/packages/CacheAge';
import { Faq } from '../features/packages/Faq';
import { FacetFields, GuaranteedField } from '../features/packages/FilterFields';
import {
  type Criteria,
  departureMonths,
  type Filters,
  filterOptions,
  filterTreks,
  hasDepartures,
  NO_CRITERIA,
  paginate,
  readFilters,
  writeFilters,
} from '../features/packages/filters';
import { ListingControls } from '../features/packages/ListingControls';
import { NOTHING_FOUND, NOTHING_TO_PLOT } from '../features/packages/messages';
import { TrekCard, TrekCardSkeleton } from '../features/packages/TrekCard';
import { TrekRow, TrekRowHeads, TrekRowSkeleton } from '../features/packages/TrekRow';
import { useDeparting } from '../features/packages/useDeparting';
import { failureText, useTreks } from '../features/packages/useTreks';
import { lazyComponent } from '../lib/lazy-component';
import { plural } from '../lib/text';
import { useUrlParams } from '../lib/useUrlParams';
import { paths } from '../paths';
import { Button, ButtonLink } from '../ui/Button';
import { Pagination } from '../ui/Pagination';
import { EmptyState, ErrorState } from '../ui/States';
import { PageBand } from './PageBand';
import { PageHead } from './PageHead';

const MapView = lazyComponent(() => import('../features/packages/MapView').then((file) => file.MapView));

/** The filters in the URL, and the packages that match them. */
function usePackages() {
  const [address, setAddress] = useUrlParams();
  const filters = readFilters(address);
  const treks = useTreks({ details: true, refresh: true });
  const change = (part: Partial<Filters>, push = false) => {
    // A new filter resets the page to 1. Typing replaces the history entry, a selection adds one.
    setAddress((now) => writeFilters({ ...readFilters(now), page: 1, ...part }), {
      replace: !push,
      preventScrollReset: true,
    });
  };
  // Changing the page does not filter and sort again.
  const { destination, min, max, days, difficulty, month, region, departs, guaranteed, sort } = filters;
  const wanted = useMemo<Criteria>(
    () => ({ destination, min, max, days, difficulty, month, region, departs, guaranteed }),
    [destination, min, max, days, difficulty, month, region, departs, guaranteed],
  );
  const departing = useDeparting(departs, guaranteed === true);
  const all = useMemo(() => {
    const listed = treks.data ?? [];
    return departing.ids ? listed.filter((trek) => departing.ids?.has(trek._id)) : listed;
  }, [treks.data, departing.ids]);
  const found = useMemo(() => filterTreks(all, { ...wanted, sort }), [all, wanted, sort]);
  const options = useMemo(() => filterOptions(all, wanted), [all, wanted]);
  const { today } = useBookableDays();
  const isSold = useMemo(() => hasDepartures(treks.data ?? []), [treks.data]);
  const months = useMemo(() => (isSold ? departureMonths(today) : []), [isSold, today]);
  return { filters, change, treks, departing, found, options, months };
}

const FILTER_NAMES = Object.keys(NO_CRITERIA) as (keyof Criteria)[];
const isFiltered = (filters: Filters) => FILTER_NAMES.some((name) => filters[name] !== NO_CRITERIA[name]);

/** Scrolls to the top of the list when the page number changes. */
function useTopOf(page: number) {
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    top.current?.scrollIntoView({ block: 'start' });
  }, [page]);
  return top;
}

export function PackagesPage() {
  const { filters, change, treks, departing, found, options, months } = usePackages();
  const clear = () => change(NO_CRITERIA, true);
  const currency = useConfig()?.currency ?? 'USD';
  const { page, pages, items } = paginate(found, filters.page);
  const top = useTopOf(page);
  return (
    <>
      <PageHead {...head} />
      <PageBand
        title="Packages"
        lead="Compare treks by length, altitude and price. Each card shows the altitude profile."
      />

      <div ref={top} className="page-width scroll-mt-16 pt-4 md:pt-6">
        <h2 className="sr-only">All packages</h2>
        <div className="-mx-4 z-30 bg-paper px-4 py-3 lg:sticky lg:top-17">
          <ListingControls
            filters={filters}
            options={options}
            months={months}
            currency={currency}
            found={found.length}
            onChange={change}
            onClear={clear}
          />
        </div>
        <div className="grid min-h-18 grid-cols-4 items-end gap-3 max-md:hidden">
          <FacetFields filters={filters} options={options} months={months} onChange={change} />
        </div>
        <GuaranteedField filters={filters} months={months} onChange={change} className="mt-2 max-md:hidden" />

        <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-6">
          <div className="flex items-center gap-x-3 text-ink-soft text-sm">
            <p role="status">{treks.data && found.length > 0 && plural(found.length, 'package')}</p>
            {treks.data && found.length > 0 && isFiltered(filters) && (
              <button
                type="button"
                onClick={clear}
                className="min-h-11 font-semibold text-glacier underline underline-offset-2"
              >
                Clear filters
              </button>
            )}
          </div>
          {treks.data && treks.dataUpdatedAt > 0 && (
            <CacheAge at={treks.dataUpdatedAt} refreshing={treks.isFetching} onRefresh={() => void treks.refetch()} />
          )}
        </div>

        {treks.data && departing.isFailed ? (
          <ErrorState
            title="The departures could not be loaded"
            message="Check your connection and try again, or clear the filters for departures."
            onRetry={departing.retry}
            className="mt-3"
          />
        ) : treks.isPending || departing.isPending ? (
          <Loading list={filters.view === 'list'} />
        ) : treks.data ? (
          <>
            {treks.isError && (
              <p role="alert" className="mb-3 rounded-sm bg-marigold-wash px-4 py-3 text-marigold-ink text-sm">
                We couldn't refresh the list ({failureText(treks.error)}). You are seeing the last loaded version.
              </p>
            )}
            {found.length === 0 ? (
              <Nothing filters={filters} onClear={clear} />
            ) : filters.view === 'map' ? (
              <MapView treks={found} />
            ) : (
              <Listed treks={items} list={filters.view === 'list'} />
            )}
            <Pagination
              label="Pages of packages"
              page={page}
              pages={found.length === 0 || filters.view === 'map' ? 0 : pages}
              onPage={(to) => change({ page: to }, true)}
              className="mt-10"
            />
            {found.length > 0 && <NotQuite />}
          </>
        ) : (
          <ErrorState
            title="The packages could not be loaded"
            message={failureText(treks.error)}
            onRetry={() => void treks.refetch()}
            retrying={treks.isFetching}
            className="mt-3"
          />
        )}
      </div>
      <Faq />
    </>
  );
}

function Loading({ list }: { list: boolean }) {
  return (
    <div aria-busy="true" className="mt-3">
      <span role="status" className="sr-only">
        Loading packages
      </span>
      {list && <TrekRowHeads />}
      <div className={list ? 'divide-y divide-line border-line border-b' : 'grid gap-6 md:grid-cols-2'}>
        {[1, 2, 3, 4].map((one) => (list ? <TrekRowSkeleton key={one} /> : <TrekCardSkeleton key={one} />))}
      </div>
    </div>
  );
}

function Nothing({ filters, onClear }: { filters: Filters; onClear: () => void }) {
  const onMap = filters.view === 'map';
  const crossed = filters.min !== null && filters.max !== null && filters.min > filters.max;
  const filtered = isFiltered(filters);
  const clear = filtered && (
    <Button variant="secondary" onClick={onClear}>
      Clear filters
    </Button>
  );
  const title = onMap ? NOTHING_TO_PLOT : NOTHING_FOUND;
  // Contradictory prices are a mistake, so no custom trek is offered.
  if (crossed)
    return <EmptyState title={title} message="The lowest price is higher than the highest price." action={clear} />;
  return (
    <EmptyState
      title={title}
      message={
        <>
          {onMap && `${NOTHING_FOUND}. `}
          {!onMap && filtered && 'No package matches all your filters.  '}
          Tell us where you'd like to trek, and we'll plan it with you.
        </>
      }
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink to={paths.customTrekFor(filters.destination.trim())}>Request a custom trek</ButtonLink>
          {clear}
        </div>
      }
    />
  );
}

function NotQuite() {
  return (
    <p className="mt-10 text-balance text-center text-ink-soft">
      Looking for something else?{' '}
      <Link to={paths.customTrek} className="inline-block font-semibold text-glacier underline underline-offset-4">
        Request a custom trek
      </Link>
    </p>
  );
}

function Listed({ treks, list }: { treks: readonly TrekSummary[]; list: boolean }) {
  if (list) {
    return (
      <div className="mt-3">
        <TrekRowHeads />
        <ul className="divide-y divide-line border-line border-b">
          {treks.map((trek) => (
            <li key={trek._id}>
              <TrekRow trek={trek} />
            </li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <ul className="mt-3 grid gap-6 md:grid-cols-2">
      {treks.map((trek, index) => (
        <li key={trek._id} className="flex min-w-0">
          <TrekCard trek={trek} eager={index < 2} className="w-full" />
        </li>
      ))}
    </ul>
  );
}
