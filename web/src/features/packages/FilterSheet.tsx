// On phones: all sort and filter controls, with the number of matching treks.
import { plural } from '../../lib/text';
import { Button } from '../../ui/Button';
import { Sheet } from '../../ui/Dialog';
import { type ChangeFilters, FacetFields, GuaranteedField, PriceRange, SortFields } from './FilterFields';
import type { Facet, Filters, Option } from './filters';

export default function FilterSheet({
  open,
  onOpenChange,
  filters,
  options,
  months,
  currency,
  found,
  onChange,
  onClear,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  filters: Filters;
  options: Record<Facet, Option[]>;
  months: readonly string[];
  currency: string;
  /** Number of treks that match the filters. */
  found: number;
  onChange: ChangeFilters;
  onClear: () => void;
}) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Filters">
      <div className="grid grid-cols-2 gap-x-3 gap-y-4">
        <FacetFields filters={filters} options={options} months={months} onChange={onChange} />
        <GuaranteedField filters={filters} months={months} onChange={onChange} className="col-span-2" />
        <PriceRange filters={filters} currency={currency} onChange={onChange} className="col-span-2" />
        <SortFields filters={filters} onChange={onChange} />
        <div className="col-span-2 flex gap-3">
          <Button variant="secondary" onClick={onClear}>
            Clear all
          </Button>
          <Button className="flex-1" onClick={() => onOpenChange(false)}>
            {found === 0 ? 'No packages found' : `Show ${plural(found, 'package')}`}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
