// The months of departures as one row of buttons; the chosen one stays visible in the row.
import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { monthName } from '../../lib/departures';

export function MonthTabs({
  months,
  month,
  onMonth,
}: {
  months: readonly string[];
  month: string;
  onMonth: (month: string) => void;
}) {
  const row = useRef<HTMLFieldSetElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the month changes
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>(':has(:checked)');
    // Scrolls the row only: scrollIntoView would move the page.
    if (tab && row.current) row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
  }, [month]);
  return (
    <fieldset
      ref={row}
      className="relative mt-4 flex min-w-0 gap-1 overflow-x-auto border-line border-b [scrollbar-width:none]"
    >
      <legend className="sr-only">Month</legend>
      {months.map((one) => (
        <label
          key={one}
          className={clsx(
            'relative flex min-h-11 shrink-0 cursor-pointer items-center whitespace-nowrap border-b-2 px-3 font-semibold text-sm',
            'has-focus-visible:outline-2 has-focus-visible:outline-glacier has-focus-visible:-outline-offset-2',
            one === month ? 'border-laligurans text-ink' : 'border-transparent text-ink-soft hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="departure-month"
            value={one}
            checked={one === month}
            onChange={() => onMonth(one)}
            className="absolute inset-0 m-0 cursor-pointer opacity-0"
          />
          {monthName(one)}
        </label>
      ))}
    </fieldset>
  );
}
