// The row of filters over the listing; it stays in sight while the list scrolls.
import clsx from 'clsx';
import { LayoutGrid, Map as MapSign, Rows3, Search, SlidersHorizontal, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDebounced } from '../../lib/debounce';
import { Button, IconButton } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Input, Select } from '../../ui/Input';
import { Segmented } from '../../ui/Toggle';
import { type Filters, readAmount, type Sort, type View } from './filters';

const PAUSE_MS = 300;

const amountText = (amount: number | null) => (amount === null ? '' : String(amount));
const sameText = (one: string, other: string) => one.trim() === other.trim();
/** '510.' on its way to '510.5' means what '510' means: the box is not rewritten under the fingers. */
const sameAmount = (one: string, other: string) => readAmount(one) === readAmount(other);

/** Text that follows the address, and changes it after a pause. */
function useTyped(value: string, commit: (text: string) => void, same = sameText) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [told, setTold] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // The address moved on its own (back button, a link): the box follows. What the box itself told the address comes
    // back late, when more may have been typed.
    if (!same(told, value)) {
      setTold(value);
      if (!same(text, value)) setText(value);
    }
  }
  const settled = useDebounced(text, PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: commits when the typing settles, not when the page redraws
  useEffect(() => {
    if (settled !== text || same(settled, value)) return;
    setTold(settled);
    commit(settled);
  }, [settled]);
  return [text, setText] as const;
}

export function ListingControls({
  filters,
  currency,
  onChange,
}: {
  filters: Filters;
  currency: string;
  onChange: (change: Partial<Filters>, push?: boolean) => void;
}) {
  const [destination, setDestination] = useTyped(filters.destination, (text) => onChange({ destination: text.trim() }));
  const [min, setMin] = useTyped(amountText(filters.min), (text) => onChange({ min: readAmount(text) }), sameAmount);
  const [max, setMax] = useTyped(amountText(filters.max), (text) => onChange({ max: readAmount(text) }), sameAmount);
  const byPrice = filters.sort === 'price-low' || filters.sort === 'price-high' ? filters.sort : '';
  const published = filters.sort === 'newest' || filters.sort === 'oldest' ? filters.sort : '';
  const sortBy = (value: string) => onChange({ sort: value ? (value as Sort) : null }, true);

  // On phones the list is what one came for: what narrows it waits behind a button that says how much of it is in use.
  const [open, setOpen] = useState(false);
  const inUse = [filters.sort, filters.min, filters.max].filter((one) => one !== null).length;
  const folded = open ? '' : 'max-md:hidden';

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
              label="Clear the search"
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
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className={clsx('justify-self-start px-4! md:hidden', open && 'col-span-2')}
      >
        <SlidersHorizontal aria-hidden className="size-4.5" strokeWidth={1.75} />
        Filters{inUse > 0 && ` (${inUse})`}
      </Button>
      <Field label="Price" className={folded}>
        <Select value={byPrice} onChange={(event) => sortBy(event.target.value)}>
          <option value="">Any order</option>
          <option value="price-low">Low to high</option>
          <option value="price-high">High to low</option>
        </Select>
      </Field>
      <Field label="Published" className={folded}>
        <Select value={published} onChange={(event) => sortBy(event.target.value)}>
          <option value="">Any order</option>
          <option value="newest">Newest</option>
          <option value="oldest">Oldest</option>
        </Select>
      </Field>
      <fieldset className={clsx('col-span-2 min-w-0 md:col-span-1', folded)}>
        <legend className="mb-1.5 font-medium text-ink text-sm">Price per person ({currency})</legend>
        <div className="flex items-center gap-2">
          <Field label="Lowest price" hideLabel className="min-w-0 flex-1">
            <Input
              inputMode="decimal"
              value={min}
              aria-invalid={min.trim() !== '' && readAmount(min) === null}
              onChange={(event) => setMin(event.target.value)}
              placeholder="from"
              className="figures"
            />
          </Field>
          <span aria-hidden className="text-ink-soft">
            –
          </span>
          <Field label="Highest price" hideLabel className="min-w-0 flex-1">
            <Input
              inputMode="decimal"
              value={max}
              aria-invalid={max.trim() !== '' && readAmount(max) === null}
              onChange={(event) => setMax(event.target.value)}
              placeholder="to"
              className="figures"
            />
          </Field>
        </div>
      </fieldset>
      <Segmented<View>
        label="View"
        value={filters.view}
        onChange={(view) => onChange({ view, page: filters.page }, true)}
        className={clsx(
          'max-md:justify-self-end md:justify-self-start',
          open && 'max-md:col-span-2 max-md:justify-self-start',
        )}
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
    </div>
  );
}
