// Toolbar of the departures: filters, the way to the calendar, and the button for a new one.
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, Plus } from 'lucide-react';
import { paths } from '../../../paths';
import { ButtonLink } from '../../../ui/Button';
import { DeskToolbar } from '../../../ui/DeskToolbar';
import { Field } from '../../../ui/Field';
import { Input, Select } from '../../../ui/Input';
import { trekChoicesQuery } from '../all-bookings';
import { KIND_LABELS, KINDS, STATUS_LABELS, STATUSES } from './labels';
import type { useDepartureFilters } from './useDepartureFilters';

/** Limits the year to four digits; browsers allow six. */
const LAST_DAY = '9999-12-31';
type Shown = ReturnType<typeof useDepartureFilters>;
type Guides = readonly { _id: string; name: string }[];

/** `guides` are those of the guides feature; the page passes them in. */
export function DepartureFilters({ shown, guides }: { shown: Shown; guides: Guides }) {
  const { filters, set } = shown;
  const { trek, status, kind, guide, from, to } = filters;
  return (
    <DeskToolbar
      active={[trek, status, kind, guide, from, to].filter(Boolean).length}
      onClear={() =>
        set({
          trek: undefined,
          status: undefined,
          kind: undefined,
          guide: undefined,
          from: undefined,
          to: undefined,
        })
      }
      filters={<Fields shown={shown} guides={guides} />}
    >
      <ButtonLink variant="ghost" to={paths.calendar} className="px-3 text-sm">
        <CalendarDays aria-hidden className="size-4" />
        Calendar
      </ButtonLink>
      <ButtonLink
        variant="secondary"
        to={trek ? paths.newDepartureOf(trek) : paths.newDeparture}
        data-desk-new
        className="ml-auto px-4 text-sm"
      >
        <Plus aria-hidden className="size-4" />
        New departure
      </ButtonLink>
    </DeskToolbar>
  );
}

function Fields({ shown: { filters, set }, guides }: { shown: Shown; guides: Guides }) {
  const treks = useQuery(trekChoicesQuery);
  const { trek, status, kind, guide, from, to } = filters;
  return (
    <>
      <Field label="Trek">
        <Select value={trek ?? ''} onChange={(event) => set({ trek: event.target.value })} className="text-sm">
          <option value="">All treks</option>
          {treks.data?.map((one) => (
            <option key={one._id} value={one._id}>
              {one.name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Status">
        <Select value={status ?? ''} onChange={(event) => set({ status: event.target.value })} className="text-sm">
          <option value="">All statuses</option>
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {STATUS_LABELS[one]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Kind">
        <Select value={kind ?? ''} onChange={(event) => set({ kind: event.target.value })} className="text-sm">
          <option value="">Group and private</option>
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {KIND_LABELS[one]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Starts from">
        <Input
          type="date"
          value={from ?? ''}
          max={to ?? LAST_DAY}
          onChange={(event) => set({ from: event.target.value })}
          className="text-sm"
        />
      </Field>
      <Field label="Starts until">
        <Input
          type="date"
          value={to ?? ''}
          min={from}
          max={LAST_DAY}
          onChange={(event) => set({ to: event.target.value })}
          className="text-sm"
        />
      </Field>
      {(guides.length > 0 || guide) && (
        <Field label="Guide">
          <Select value={guide ?? ''} onChange={(event) => set({ guide: event.target.value })} className="text-sm">
            <option value="">All guides</option>
            {guides.map((one) => (
              <option key={one._id} value={one._id}>
                {one.name}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
}
