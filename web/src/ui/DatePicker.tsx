// A button that shows the chosen day and opens a calendar. Days are 'yyyy-mm-dd'.
import clsx from 'clsx';
import { CalendarDays } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { formatDate, weekday } from '../lib/dates';
import { useFieldTies } from './Field';
import { controlClass } from './Input';
import { Popover } from './Popover';
import { Skeleton } from './States';

// The calendar is 20 kB that most visits never open.
const loadCalendar = () => import('./Calendar');
const Calendar = lazy(loadCalendar);

export interface DatePickerProps {
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  /** First and last day that can be chosen; the years offered are those between them. */
  min: string;
  max: string;
  placeholder?: string;
  /** For screen readers where no Field gives a label. */
  label?: string;
  id?: string;
  disabled?: boolean;
  invalid?: boolean;
  className?: string;
  /** false draws no box: for a bar that is one box itself. */
  boxed?: boolean;
  children?: ReactNode;
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
  className,
  boxed = true,
}: DatePickerProps) {
  const [open, setOpen] = useState(false);
  const ties = useFieldTies({ ...(id && { id }) });
  const shown = value ? `${weekday(value)}, ${formatDate(value)}` : placeholder;
  return (
    <Popover
      label={label ?? placeholder}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          id={ties.id}
          aria-describedby={ties['aria-describedby']}
          aria-label={label ? `${label}: ${shown}` : undefined}
          data-invalid={invalid || ties['aria-invalid'] || undefined}
          disabled={disabled}
          onPointerEnter={() => void loadCalendar()}
          onFocus={() => void loadCalendar()}
          className={clsx(
            'flex items-center gap-2.5 text-left',
            boxed
              ? [controlClass, 'data-invalid:border-danger']
              : 'min-h-11 w-full rounded-sm disabled:cursor-not-allowed',
            className,
          )}
        >
          <CalendarDays aria-hidden className="size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
          <span className={clsx('figures truncate', !value && 'text-ink-soft')}>{shown}</span>
        </button>
      }
    >
      <Suspense fallback={<Skeleton className="h-80 w-72" />}>
        <Calendar
          value={value}
          min={min}
          max={max}
          onChange={(day) => {
            onChange(day);
            if (day) setOpen(false);
          }}
        />
      </Suspense>
    </Popover>
  );
}
