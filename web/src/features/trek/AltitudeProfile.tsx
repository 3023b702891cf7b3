// The altitude profile of a route, large: true altitudes, days as bands, the highest point named, and all of it in words.
import { type KeyboardEvent, useId } from 'react';
import { metres } from '../../lib/text';
import { type Altitudes, altitudesInWords, scaleLines } from './altitude';

const WIDTH = 1000;
const HEIGHT = 320;
const TOP = 44;
const BOTTOM = 292;

export function AltitudeProfile({
  altitudes,
  onDay,
  day = 0,
  onPoint,
}: {
  altitudes: Altitudes;
  onDay?: (day: number) => void;
  /** The day that is pointed at, here or elsewhere on the page; 0 is none. */
  day?: number;
  onPoint?: (day: number) => void;
}) {
  const titleId = useId();
  const lines = scaleLines(altitudes.lowest, altitudes.highest.altitude);
  const low = lines[0] ?? 0;
  const high = lines.at(-1) ?? 1;
  const y = (altitude: number) => BOTTOM - ((altitude - low) / (high - low)) * (BOTTOM - TOP);
  const top = { x: altitudes.highest.along * 100, y: (y(altitudes.highest.altitude) / HEIGHT) * 100 };
  return (
    <figure aria-labelledby={titleId}>
      <h2 id={titleId} className="text-3xl">
        Altitude, day by day
      </h2>
      <div className="relative mt-4 pl-13">
        <div
          className="relative h-56 sm:h-72 lg:h-80"
          onPointerMove={(event) => {
            const { left, width } = event.currentTarget.getBoundingClientRect();
            const under = Math.ceil(((event.clientX - left) / width) * altitudes.days);
            onPoint?.(Math.min(Math.max(1, under), altitudes.days));
          }}
          onPointerLeave={() => onPoint?.(0)}
        >
          <Drawing altitudes={altitudes} lines={lines} y={y} day={day} />
          {lines.map((altitude) => (
            <span
              key={altitude}
              aria-hidden
              className="figures absolute -left-13 w-11 -translate-y-1/2 text-right text-ink-soft text-xs"
              style={{ top: `${(y(altitude) / HEIGHT) * 100}%` }}
            >
              {altitude.toLocaleString('en-US')}
            </span>
          ))}
          <span
            aria-hidden
            className="absolute size-3 -translate-x-1/2 -translate-y-1/2 rounded-full bg-laligurans ring-2 ring-paper"
            style={{ left: `${top.x}%`, top: `${top.y}%` }}
          />
          <span
            aria-hidden
            className="figures absolute whitespace-nowrap font-semibold text-sm"
            style={{
              top: `calc(${top.y}% - 2rem)`,
              left: `clamp(0%, ${top.x}%, 100%)`,
              transform: `translateX(-${Math.round(top.x)}%)`,
            }}
          >
            {altitudes.highest.name}, {metres(altitudes.highest.altitude)}
          </span>
        </div>
        <DayScale days={altitudes.days} onDay={onDay} onPoint={onPoint} />
      </div>
      <figcaption className="mt-3 max-w-measure text-ink-soft">{altitudesInWords(altitudes)}</figcaption>
    </figure>
  );
}

/** Bands of days, lines of the scale, the ground and its edge. */
function Drawing({
  altitudes,
  lines,
  y,
  day: pointed,
}: {
  altitudes: Altitudes;
  lines: number[];
  y: (altitude: number) => number;
  day: number;
}) {
  const points = altitudes.points.map((point) => `${(point.along * WIDTH).toFixed(1)} ${y(point.altitude).toFixed(1)}`);
  const line = `M${points.join('L')}`;
  const end = ((altitudes.points.at(-1)?.along ?? 1) * WIDTH).toFixed(1);
  const start = ((altitudes.points[0]?.along ?? 0) * WIDTH).toFixed(1);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-0 size-full text-ink"
    >
      {Array.from({ length: altitudes.days }, (_, day) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is its number
          key={day}
          x={(day / altitudes.days) * WIDTH}
          y={0}
          width={WIDTH / altitudes.days}
          height={BOTTOM}
          className={day + 1 === pointed ? 'fill-marigold-wash' : day % 2 === 0 ? 'fill-stone' : 'fill-transparent'}
        />
      ))}
      {lines.map((altitude) => (
        <line
          key={altitude}
          x1={0}
          x2={WIDTH}
          y1={y(altitude)}
          y2={y(altitude)}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <path d={`${line}L${end} ${BOTTOM}L${start} ${BOTTOM}Z`} className="fill-glacier" opacity="0.14" />
      <path
        d={line}
        fill="none"
        className="stroke-glacier"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** The numbers of the days; where the page opens a day, they are the way to it. */
function DayScale({
  days,
  onDay,
  onPoint,
}: {
  days: number;
  onDay: ((day: number) => void) | undefined;
  onPoint: ((day: number) => void) | undefined;
}) {
  const every = days > 16 ? 2 : 1;
  const numbers = Array.from({ length: days }, (_, index) => index + 1);
  // One stop for the keyboard, arrows inside: a dozen tab stops would stand between the reader and the itinerary.
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const way = { ArrowRight: 'nextElementSibling', ArrowLeft: 'previousElementSibling' } as const;
    const target = event.key in way ? event.currentTarget[way[event.key as keyof typeof way]] : null;
    if (target instanceof HTMLElement) target.focus();
  };
  return (
    <div className="-mt-5 flex sm:-mt-6 lg:-mt-7">
      {numbers.map((day) =>
        onDay ? (
          <button
            key={day}
            type="button"
            tabIndex={day === 1 ? 0 : -1}
            onKeyDown={move}
            onClick={() => onDay(day)}
            onMouseEnter={() => onPoint?.(day)}
            onMouseLeave={() => onPoint?.(0)}
            onFocus={() => onPoint?.(day)}
            onBlur={() => onPoint?.(0)}
            aria-label={`Open day ${day}`}
            className="figures min-h-11 min-w-0 flex-1 rounded-sm text-center text-ink-soft text-xs hover:bg-stone-deep hover:text-ink"
          >
            {(day - 1) % every === 0 ? day : ''}
          </button>
        ) : (
          <span key={day} aria-hidden className="figures flex-1 text-center text-ink-soft text-xs">
            {(day - 1) % every === 0 ? day : ''}
          </span>
        ),
      )}
    </div>
  );
}
