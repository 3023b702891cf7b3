// Calendar of the date picker: react-day-picker with our styles.
import { DayPicker, getDefaultClassNames } from 'react-day-picker';
import { dateOf, dayOf } from '../lib/dates';

const button = 'inline-flex size-10 items-center justify-center rounded-sm hover:bg-stone disabled:opacity-40';

export function Calendar({
  value,
  onChange,
  min,
  max,
}: {
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  min: string;
  max: string;
}) {
  const base = getDefaultClassNames();
  const first = dateOf(min);
  const last = dateOf(max);
  const chosen = value ? dateOf(value) : undefined;
  return (
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
      disabled={[{ before: first }, { after: last }]}
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
  );
}
