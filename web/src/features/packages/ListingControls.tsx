// Row of filters above the listing; sticky while the list scrolls.
import { LayoutGrid, Map as MapSign, Rows3, Search, SlidersHorizontal, X } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent, useWhenIdle } from '../../lib/lazy-component';
import { Button, IconButton } from '../../ui/Button';
import { DialogFrame } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import { Segmented } from '../../ui/Toggle';
import { type ChangeFilters, PriceRange, SortFields } from './FilterFields';
import { FACETS, type Facet, type Filters, type Option, type View } from './filters';
import { useFilterText } from './useFilterText';

// Loaded lazily, because wide windows never open it.
const FilterSheet = lazyComponent(async () => {
  const [file] = await Promise.all([import('./FilterSheet'), DialogFrame.preload()]);
  return file.default;
});

/** `found` is the number of treks that match the filters. */
export function ListingControls({
  filters,
  options,
  months,
  currency,
  found,
  onChange,
  onClear,
}: {
  filters: Filters;
  options: Record<Facet, Option[]>;
  /** Months in which departures are offered. */
  months: readonly string[];
  currency: string;
  found: number;
  onChange: ChangeFilters;
  onClear: () => void;
}) {
  const [destination, setDestination] = useFilterText(filters.destination, (text) =>
    onChange({ destination: text.trim() }),
  );
  // On phones the list comes first: a button with the number of active filters opens the others.
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  useWhenIdle(preloadOnPhones);
  const { sort, min, max, departs, guaranteed } = filters;
  const inUse = [sort, min, max, departs, guaranteed, ...FACETS.map((facet) => filters[facet])].filter(
    (one) => one !== null,
  ).length;

  return (
    <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-[1fr_1fr_1.2fr_auto] lg:grid-cols-[minmax(9rem,1.6fr)_minmax(8.5rem,1fr)_minmax(8.5rem,1fr)_minmax(11rem,1.2fr)_auto]">
      <Field label="Search" className="col-span-2 md:col-span-4 lg:col-span-1">
        <div className="relative">
          <Search aria-hidden className="absolute top-3.5 left-3 size-4.5 text-ink-soft" strokeWidth={1.75} />
          <Input
            type="search"
            value={destination}
            onChange={(event) => setDestination(event.target.value)}
            placeholder="Name or place"
            className="pr-11 pl-10 [&::-webkit-search-cancel-button]:hidden"
          />
          {destination && (
            <IconButton
              label="Clear search"
              onClick={() => {
                setDestination('');
                onChange({ destination: '' });
              }}
              className="absolute inset-y-0 right-0"
            >
              <X aria-hidden className="size-4" />
            </IconButton>
          )}
        </div>
      </Field>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
        className="justify-self-start px-4! md:hidden"
      >
        <SlidersHorizontal aria-hidden className="size-4.5" strokeWidth={1.75} />
        Filters{inUse > 0 && ` (${inUse})`}
      </Button>
      <SortFields filters={filters} onChange={onChange} className="max-md:hidden" />
      <PriceRange filters={filters} currency={currency} onChange={onChange} className="max-md:hidden" />
      <Segmented<View>
        label="View"
        value={filters.view}
        onChange={(view) => onChange({ view, page: filters.page }, true)}
        className="max-md:justify-self-end md:justify-self-start"
        options={[
          {
            value: 'cards',
            title: 'Cards',
            label: (
              <>
                <LayoutGrid aria-hidden className="size-4 max-sm:hidden" /> Cards
              </>
            ),
          },
          {
            value: 'list',
            title: 'List',
            label: (
              <>
                <Rows3 aria-hidden className="size-4 max-sm:hidden" /> List
              </>
            ),
          },
          {
            value: 'map',
            title: 'Map',
            label: (
              <>
                <MapSign aria-hidden className="size-4 max-sm:hidden" /> Map
              </>
            ),
          },
        ]}
      />
      {wanted && (
        <FilterSheet
          open={open}
          onOpenChange={setOpen}
          filters={filters}
          options={options}
          months={months}
          currency={currency}
          found={found}
          onChange={onChange}
          onClear={onClear}
        />
      )}
    </div>
  );
}

function preloadOnPhones() {
  if (window.matchMedia('(width < 48rem)').matches) void FilterSheet.preload();
}
