// The toolbar of a list with a search and one filter, by status.
import type { ReactNode } from 'react';
import { useFilters } from '../lib/useFilters';
import { DeskToolbar } from './DeskToolbar';
import { Field } from './Field';
import { Select } from './Input';
import { SearchBox } from './SearchBox';

export function DeskStatusToolbar({
  search: label,
  statuses,
  children,
}: {
  search: string;
  statuses: readonly string[];
  /** Buttons at the end. */
  children?: ReactNode;
}) {
  const { of, set } = useFilters();
  const state = statuses.find((one) => one === of('state'));
  return (
    <DeskToolbar
      active={state ? 1 : 0}
      onClear={() => set({ state: undefined })}
      search={<SearchBox label={label} value={of('q')} onSearch={(q) => set({ q })} />}
      filters={
        <Field label="Status" hideLabel className="md:order-last md:w-48">
          <Select value={state ?? ''} onChange={(event) => set({ state: event.target.value })} className="text-sm">
            <option value="">All statuses</option>
            {statuses.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </Select>
        </Field>
      }
    >
      {children}
    </DeskToolbar>
  );
}
