// Toolbar above an admin list: search, filters and buttons. On phones the filters are in a sheet behind one button.
import clsx from 'clsx';
import { ListFilter } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PHONE, useMedia } from '../lib/useMedia';
import { Button } from './Button';
import { Sheet } from './Dialog';

export function DeskToolbar({
  search,
  filters,
  active = 0,
  onClear,
  children,
}: {
  search?: ReactNode;
  /** Fields and segmented controls, which apply immediately. */
  filters?: ReactNode;
  /** Number of active filters, excluding the search. */
  active?: number;
  /** Resets all filters except the search. */
  onClear?: () => void;
  /** Buttons at the end. */
  children?: ReactNode;
}) {
  const phone = useMedia(PHONE);
  return (
    <div
      data-print="none"
      className={clsx(
        'mb-3 flex flex-wrap items-end gap-3',
        // The height of the search box.
        '[&>fieldset>label]:min-h-9.5 max-md:[&>a]:px-3',
      )}
    >
      {!phone && filters}
      {search}
      {phone && filters && <FilterSheet filters={filters} active={active} onClear={onClear} />}
      {children}
    </div>
  );
}

function FilterSheet({
  filters,
  active,
  onClear,
}: {
  filters: ReactNode;
  active: number;
  onClear: (() => void) | undefined;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" className="px-4 text-sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <ListFilter aria-hidden className="size-4" />
        Filter
        {active > 0 && (
          <span className="figures min-w-5 rounded-full bg-ink px-1.5 text-center text-paper text-xs leading-5">
            {active}
            <span className="sr-only"> active</span>
          </span>
        )}
      </Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title="Filter"
        footer={
          <>
            {onClear && active > 0 && (
              <Button variant="secondary" onClick={onClear}>
                Clear filters
              </Button>
            )}
            <Button onClick={() => setOpen(false)}>Show results</Button>
          </>
        }
      >
        <div className="grid gap-5 [&>fieldset>label]:flex-1 [&>fieldset]:w-full">{filters}</div>
      </Sheet>
    </>
  );
}
