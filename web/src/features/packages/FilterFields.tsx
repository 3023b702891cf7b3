// Sort and filter controls of the listing: above it on wide windows, in a sheet on phones.
import clsx from 'clsx';
import { monthName } from '../../lib/departures';
import { Field } from '../../ui/Field';
import { Input, Select } from '../../ui/Input';
import { Checkbox } from '../../ui/Toggle';
import { FACETS, type Facet, type Filters, type Option, readAmount, type Sort } from './filters';
import { useFilterText } from './useFilterText';

export type ChangeFilters = (change: Partial<Filters>, push?: boolean) => void;

const amountText = (amount: number | null) => (amount === null ? '' : String(amount));
/** '510.' means the same amount as '510', so the box keeps what is being typed. */
const sameAmount = (one: string, other: string) => readAmount(one) === readAmount(other);

export function SortFields({
  filters,
  onChange,
  className,
}: {
  filters: Filters;
  onChange: ChangeFilters;
  className?: string;
}) {
  const byPrice = filters.sort === 'price-low' || filters.sort === 'price-high' ? filters.sort : '';
  const published = filters.sort === 'newest' || filters.sort === 'oldest' ? filters.sort : '';
  const sortBy = (value: string) => onChange({ sort: value ? (value as Sort) : null }, true);
  return (
    <>
      <Field label="Price" className={className ?? ''}>
        <Select value={byPrice} onChange={(event) => sortBy(event.target.value)}>
          <option value="">Any order</option>
          <option value="price-low">Low to high</option>
          <option value="price-high">High to low</option>
        </Select>
      </Field>
      <Field label="Published" className={className ?? ''}>
        <Select value={published} onChange={(event) => sortBy(event.target.value)}>
          <option value="">Any order</option>
          <option value="newest">Newest</option>
          <option value="oldest">Oldest</option>
        </Select>
      </Field>
    </>
  );
}

export function PriceRange({
  filters,
  currency,
  onChange,
  className,
}: {
  filters: Filters;
  currency: string;
  onChange: ChangeFilters;
  className?: string;
}) {
  const [min, setMin] = useFilterText(
    amountText(filters.min),
    (text) => onChange({ min: readAmount(text) }),
    sameAmount,
  );
  const [max, setMax] = useFilterText(
    amountText(filters.max),
    (text) => onChange({ max: readAmount(text) }),
    sameAmount,
  );
  return (
    <fieldset className={clsx('min-w-0', className)}>
      <legend className="mb-1.5 font-medium text-ink text-sm">Base price ({currency})</legend>
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
  );
}

const FACET_TEXTS: Record<Facet, { label: string; any: string }> = {
  days: { label: 'Length', any: 'Any length' },
  difficulty: { label: 'Difficulty', any: 'Any difficulty' },
  month: { label: 'Month', any: 'Any month' },
  region: { label: 'Region', any: 'Any region' },
};

/** A filter without options is left out. `months`: in which departures are offered; empty where none are sold. */
export function FacetFields({
  filters,
  options,
  months,
  onChange,
}: {
  filters: Filters;
  options: Record<Facet, Option[]>;
  months: readonly string[];
  onChange: ChangeFilters;
}) {
  const isOffered = (facet: Facet) => options[facet].length > 0 || (facet === 'month' && months.length > 0);
  return FACETS.filter(isOffered).map((facet) =>
    facet === 'month' && months.length > 0 ? (
      <MonthField key={facet} filters={filters} seasons={options.month} months={months} onChange={onChange} />
    ) : (
      <Field key={facet} label={FACET_TEXTS[facet].label}>
        <Select
          value={filters[facet] ?? ''}
          onChange={(event) => onChange({ [facet]: event.target.value || null }, true)}
          className="figures"
        >
          <option value="">{FACET_TEXTS[facet].any}</option>
          {options[facet].map(({ value, label, count }) => (
            <option key={value} value={value}>
              {label} ({count})
            </option>
          ))}
        </Select>
      </Field>
    ),
  );
}

/** The month of a group departure, or a month that is a good season. */
function MonthField({
  filters,
  seasons,
  months,
  onChange,
}: {
  filters: Filters;
  seasons: Option[];
  months: readonly string[];
  onChange: ChangeFilters;
}) {
  const all = filters.departs && !months.includes(filters.departs) ? [filters.departs, ...months] : months;
  const pick = (value: string) =>
    onChange(all.includes(value) ? { departs: value, month: null } : { departs: null, month: value || null }, true);
  return (
    <Field label={FACET_TEXTS.month.label}>
      <Select
        value={filters.departs ?? filters.month ?? ''}
        onChange={(event) => pick(event.target.value)}
        className="figures"
      >
        <option value="">{FACET_TEXTS.month.any}</option>
        {seasons.length > 0 && (
          <optgroup label="Good season">
            {seasons.map(({ value, label, count }) => (
              <option key={value} value={value}>
                {label} ({count})
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label="Group departures">
          {all.map((month) => (
            <option key={month} value={month}>
              {monthName(month)}
            </option>
          ))}
        </optgroup>
      </Select>
    </Field>
  );
}

/** Left out where no trek sells departures. */
export function GuaranteedField({
  filters,
  months,
  onChange,
  className,
}: {
  filters: Filters;
  months: readonly string[];
  onChange: ChangeFilters;
  className?: string;
}) {
  if (months.length === 0 && !filters.guaranteed) return null;
  return (
    <Checkbox
      label="Guaranteed departures"
      checked={filters.guaranteed === true}
      onCheckedChange={(on) => onChange({ guaranteed: on === true || null }, true)}
      className={className ?? ''}
    />
  );
}
