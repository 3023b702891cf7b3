// Calendar of the date picker: react-day-picker with our styles.
import { DayPicker, getDefaultClassNames, type Modifiers } from 'react-day-picker';
import { dateOf, dayOf } from '../lib/dates';

const button = 'inline-flex size-10 items-center justify-center rounded-sm hover:bg-stone disabled:opacity-40';

/** 'Friday, March 5, 2027': with the number as the button shows it, for people who operate the page by voice. */
const labelOf = (date: Date, { today, selected }: Modifiers) =>
  `${today ? 'Today, ' : ''}${date.toLocaleDateString('en-US', { dateStyle: 'full' })}${selected ? ', selected' : ''}`;

export interface DayMarks {
  isClosed?: (day: string) => boolean;
  isShaded?: (day: string) => boolean;
  /** What shaded means, in a word or two. */
  shadedLabel?: string;
  /** Explains the closed days. */
  note?: string | undefined;
}

export function Calendar({
  value,
  onChange,
  min,
  max,
  days,
}: {
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  min: string;
  max: string;
  days?: DayMarks | undefined;
}) {
  const base = getDefaultClassNames();
  const first = dateOf(min);
  const last = dateOf(max);
  const chosen = value ? dateOf(value) : undefined;
  const isShaded = (date: Date) => days?.isShaded?.(dayOf(date)) ?? false;
  const isClosed = (date: Date) => days?.isClosed?.(dayOf(date)) ?? false;
  const hasLegend = days?.isShaded !== undefined || days?.note !== undefined;
  return (
    <div>
      <DayPicker
        mode="single"
        autoFocus
        captionLayout="dropdown"
        navLayout="around"
        weekStartsOn={1}
        selected={chosen}
        defaultMonth={chosen ?? first}
        startMonth={first}
        endMonth={last}
        disabled={[{ before: first }, { after: last }, isClosed]}
        modifiers={{ shaded: isShaded }}
        modifiersClassNames={{ shaded: 'bg-juniper-wash' }}
        labels={{ labelDayButton: labelOf }}
        onSelect={(date) => onChange(date && dayOf(date))}
        classNames={{
          root: `${base.root} figures w-fit`,
          month: 'grid grid-cols-[auto_1fr_auto] items-center',
          month_caption: 'flex h-10 items-center justify-center',
          button_previous: button,
          button_next: button,
          chevron: 'size-4 fill-current',
          dropdowns: 'flex items-center gap-1',
          dropdown_root:
            'relative inline-flex items-center rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-glacier',
          dropdown: 'absolute inset-0 cursor-pointer opacity-0',
          caption_label: 'inline-flex items-center gap-1 px-1.5 py-1 font-semibold [&_svg]:size-3',
          month_grid: 'col-span-3 mt-2 border-collapse',
          weekday: 'size-10 font-normal text-ink-soft text-xs',
          day: 'group/day p-0 text-center',
          day_button:
            'inline-flex size-10 items-center justify-center rounded-sm hover:bg-stone group-data-[selected]/day:chosen group-data-[selected]/day:bg-laligurans group-data-[selected]/day:text-on-laligurans',
          today: '[&>button]:font-bold [&>button]:ring-1 [&>button]:ring-marigold [&>button]:ring-inset',
          outside: 'text-ink-soft',
          disabled:
            '[&>button]:cursor-not-allowed [&>button]:text-ink-soft/55 [&>button]:line-through [&>button]:decoration-1',
          hidden: 'invisible',
        }}
      />
      {hasLegend && (
        <div className="mt-3 grid max-w-70 gap-1 border-line border-t pt-3 text-ink-soft text-xs">
          {days?.isShaded && (
            <p className="flex items-center gap-2">
              <span aria-hidden className="size-4 rounded-[3px] bg-juniper-wash ring-1 ring-line" />
              {days.shadedLabel}
            </p>
          )}
          {days?.note && <p>{days.note}</p>}
        </div>
      )}
    </div>
  );
}
