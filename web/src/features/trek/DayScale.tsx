// Day numbers below the altitude profile. If the page can open a day, they are one slider.
import clsx from 'clsx';
import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';
import { type Altitudes, dayLabel } from './altitude';

/**
 * Width in pixels of a day number with its spacing, and the approximate width of the scale on phones and from 640 px.
 */
const NUMBER_WIDTH_PX = 20;
const SCALE_WIDTH_PX = { phone: 240, wide: 560 };
/** Pixels. A press that moves further than this drags along the days and opens none. */
const DRAG_THRESHOLD_PX = 8;

export function DayScale({
  altitudes,
  day,
  onDay,
  onPoint,
}: {
  altitudes: Altitudes;
  /** The highlighted day; 0 for none. */
  day: number;
  onDay: ((day: number) => void) | undefined;
  onPoint: ((day: number) => void) | undefined;
}) {
  return (
    <div className="relative flex h-11 items-center rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-glacier has-focus-visible:outline-offset-0">
      <Numbers days={altitudes.days} day={day} />
      {onDay && <DaySlider altitudes={altitudes} onDay={onDay} onPoint={onPoint} />}
    </div>
  );
}

function Numbers({ days, day }: { days: number; day: number }) {
  const every = (room: number) => Math.ceil((days * NUMBER_WIDTH_PX) / room);
  const left = (number: number, room: number) => (number - 1) % every(room) !== 0;
  return Array.from({ length: days }, (_, index) => index + 1).map((number) => (
    <span
      key={number}
      aria-hidden
      className={clsx(
        'figures flex min-w-0 flex-1 justify-center whitespace-nowrap text-xs',
        number === day ? 'font-semibold text-ink' : 'text-ink-soft',
        left(number, SCALE_WIDTH_PX.phone) && 'max-sm:invisible',
        left(number, SCALE_WIDTH_PX.wide) && 'sm:invisible',
      )}
    >
      {number}
    </span>
  ));
}

/**
 * One slider instead of a button per day, which would be too narrow to tap from the eleventh day on. The thumb is as
 * wide as a day, so that a press opens the day below the pointer.
 */
function DaySlider({
  altitudes,
  onDay,
  onPoint,
}: {
  altitudes: Altitudes;
  onDay: (day: number) => void;
  onPoint: ((day: number) => void) | undefined;
}) {
  const [at, setAt] = useState(1);
  const pressed = useRef<number | null>(null);
  function handlePointerUp(event: PointerEvent<HTMLInputElement>) {
    const still = pressed.current !== null && Math.abs(event.clientX - pressed.current) <= DRAG_THRESHOLD_PX;
    pressed.current = null;
    if (!still) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left) / width;
    const to = Math.min(Math.max(1, Math.floor(share * altitudes.days) + 1), altitudes.days);
    // A touch changes the slider only after it ends, so its value is set here.
    setAt(to);
    onDay(to);
  }
  return (
    <input
      type="range"
      min={1}
      max={altitudes.days}
      value={at}
      aria-label="Open a day"
      aria-valuetext={dayLabel(altitudes, at)}
      style={{ '--day': `${100 / altitudes.days}%` } as CSSProperties}
      className="absolute inset-0 m-0 size-full cursor-pointer touch-pan-y appearance-none opacity-0 [&::-moz-range-thumb]:h-11 [&::-moz-range-thumb]:w-(--day) [&::-webkit-slider-thumb]:h-11 [&::-webkit-slider-thumb]:w-(--day) [&::-webkit-slider-thumb]:appearance-none"
      onChange={(event) => {
        const to = Number(event.target.value);
        setAt(to);
        // While pressed, the profile itself follows the pointer exactly.
        if (pressed.current === null) onPoint?.(to);
      }}
      onPointerDown={(event) => {
        pressed.current = event.button === 0 ? event.clientX : null;
      }}
      onPointerUp={handlePointerUp}
      onPointerCancel={() => {
        pressed.current = null;
      }}
      onKeyDown={(event) => event.key === 'Enter' && onDay(at)}
      onFocus={(event) => event.target.matches(':focus-visible') && onPoint?.(at)}
      onBlur={() => onPoint?.(0)}
    />
  );
}
