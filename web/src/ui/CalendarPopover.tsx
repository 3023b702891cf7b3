// Popover with the calendar, next to the date picker's button. Loaded when a picker is first used.
import { Popover } from 'radix-ui';
import type { RefObject } from 'react';
import { Calendar, type DayMarks } from './Calendar';

export default function CalendarPopover({
  id,
  label,
  anchor,
  onClose,
  value,
  min,
  max,
  days,
  onChange,
}: {
  id: string;
  label: string;
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  value: string | undefined;
  min: string;
  max: string;
  days?: DayMarks | undefined;
  onChange: (day: string | undefined) => void;
}) {
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          id={id}
          aria-label={label}
          align="start"
          sideOffset={8}
          collisionPadding={12}
          onInteractOutside={(event) => {
            // The button closes the popover itself; closing it here too would let that click open it again.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.current?.focus();
          }}
          className="z-50 max-h-(--radix-popover-content-available-height) animate-rise overflow-auto rounded-lg border border-line bg-raised p-4 text-ink shadow-float outline-none"
        >
          <Calendar
            value={value}
            min={min}
            max={max}
            days={days}
            onChange={(day) => {
              onChange(day);
              if (day) onClose();
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
