// Button that shows the selected day and opens a calendar. Days are 'yyyy-mm-dd'.
import clsx from 'clsx';
import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { formatDate, weekday } from '../lib/dates';
import type { DayMarks } from './Calendar';
import { useFieldAttributes, useFieldLabelId } from './Field';
import { controlClass } from './Input';

// Lazily loaded: the calendar and its popover have 35 kB, and most visits never open it.
const loadCalendar = () => import('./CalendarPopover');
const CalendarPopover = lazy(loadCalendar);

export interface DatePickerProps {
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  /** First and last selectable day; they also limit the offered years. */
  min: string;
  max: string;
  placeholder?: string;
  /** Shown above the day, inside the button, if there is no Field around it. */
  label?: string;
  id?: string;
  disabled?: boolean;
  invalid?: boolean;
  /** Id of the error message, if there is no Field around it. */
  describedBy?: string | undefined;
  className?: string;
  /** false renders no border, for use inside a bar. */
  boxed?: boolean;
  /** Days that cannot be chosen or are shaded, besides those before `min` and after `max`. */
  days?: DayMarks | undefined;
}

export function DatePicker({
  value,
  onChange,
  min,
  max,
  placeholder = 'Choose a date',
  label,
  id,
  disabled,
  invalid,
  describedBy,
  className,
  boxed = true,
  days,
}: DatePickerProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const popover = useId();
  const ties = useFieldAttributes({ ...(id && { id }) });
  const labelId = useFieldLabelId();
  const shownId = useId();
  const shown = value ? `${weekday(value)}, ${formatDate(value)}` : placeholder;
  return (
    <>
      <button
        ref={button}
        type="button"
        id={ties.id}
        aria-labelledby={labelId && `${labelId} ${shownId}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? popover : undefined}
        aria-describedby={describedBy ?? ties['aria-describedby']}
        data-invalid={invalid || ties['aria-invalid'] || undefined}
        disabled={disabled}
        onPointerEnter={() => void loadCalendar()}
        onFocus={() => void loadCalendar()}
        onClick={() => setOpen(!open)}
        className={clsx(
          'flex items-center gap-2.5 text-left',
          boxed
            ? [controlClass, 'data-invalid:border-danger']
            : 'min-h-11 w-full rounded-sm disabled:cursor-not-allowed',
          className,
        )}
      >
        <CalendarDays aria-hidden className="size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
        <span className="min-w-0">
          {label && <span className="block font-medium text-ink-soft text-xs">{label}</span>}
          <span id={shownId} className={clsx('figures block truncate', !value && 'text-ink-soft')}>
            {shown}
          </span>
        </span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <CalendarPopover
            id={popover}
            label={label ?? placeholder}
            anchor={button}
            onClose={() => setOpen(false)}
            value={value}
            min={min}
            max={max}
            days={days}
            onChange={onChange}
          />
        </Suspense>
      )}
    </>
  );
}
