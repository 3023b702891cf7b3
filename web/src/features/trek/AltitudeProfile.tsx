// Altitude profile of a route: altitudes to scale, days as bands, the highest point labelled, and a text alternative.
import { type PointerEvent, useRef } from 'react';
import { formatNumber } from '../../lib/format';
import { prefersReducedMotion } from '../../lib/motion';
import { metres } from '../../lib/text';
import { useHasBeenSeen } from '../../lib/useHasBeenSeen';
import { type Altitudes, dayLabel, describeAltitudes, scaleLines } from './altitude';
import { DayScale } from './DayScale';

const WIDTH = 1000;
const HEIGHT = 320;
const TOP = 44;
const BOTTOM = 292;

export function AltitudeProfile({
  altitudes,
  onDay,
  day = 0,
  spot,
  onPoint,
}: {
  altitudes: Altitudes;
  onDay?: (day: number) => void;
  /** The highlighted day, from here or elsewhere on the page; 0 for none. */
  day?: number;
  /** The pointer's position along the route, from here or the map. */
  spot?: ProfileSpot | null;
  onPoint?: (day: number, along?: number) => void;
}) {
  const lines = scaleLines(altitudes.lowest, altitudes.highest.altitude);
  const low = lines[0] ?? 0;
  const high = lines.at(-1) ?? 1;
  const y = (altitude: number) => BOTTOM - ((altitude - low) / (high - low)) * (BOTTOM - TOP);
  const top = { x: altitudes.highest.along * 100, y: (y(altitudes.highest.altitude) / HEIGHT) * 100 };
  function handlePointerMove(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const along = Math.min(Math.max(0, (event.clientX - left) / width), 0.9999);
    onPoint?.(Math.floor(along * altitudes.days) + 1, along);
  }
  const pointed = spot ? positionText(spot) : day > 0 && dayLabel(altitudes, day);
  return (
    <figure aria-label="Altitude profile" className="px-4 pt-3 pb-5 sm:px-5">
      <p className="figures flex min-h-6 items-baseline justify-between gap-4 text-sm">
        <span className="font-semibold">Altitude</span>
        <span aria-hidden className="truncate text-ink-soft">
          {pointed || 'Metres above sea level, day by day'}
        </span>
      </p>
      <div className="mt-1 pl-11">
        <div className="touch-pan-y" onPointerMove={handlePointerMove} onPointerLeave={() => onPoint?.(0)}>
          <div className="relative h-48 sm:h-60">
            <Drawing altitudes={altitudes} lines={lines} y={y} day={day} />
            {lines.map((altitude) => (
              <span
                key={altitude}
                aria-hidden
                className="figures absolute -left-11 w-9 -translate-y-1/2 text-right text-ink-soft text-xs"
                style={{ top: `${(y(altitude) / HEIGHT) * 100}%` }}
              >
                {formatNumber(altitude)}
              </span>
            ))}
            <span
              aria-hidden
              className="absolute size-3 -translate-x-1/2 -translate-y-1/2 rounded-full bg-laligurans ring-2 ring-paper forced-colors:bg-[Highlight]"
              style={{ left: `${top.x}%`, top: `${top.y}%` }}
            />
            <span
              aria-hidden
              className="figures pointer-events-none absolute max-w-full truncate font-semibold text-sm"
              style={{
                top: `calc(${top.y}% - 2rem)`,
                left: `clamp(0%, ${top.x}%, 100%)`,
                transform: `translateX(-${Math.round(top.x)}%)`,
              }}
            >
              {altitudes.highest.name}, {metres(altitudes.highest.altitude)}
            </span>
            {spot?.altitude !== undefined && (
              <PositionMarker along={spot.along} top={(y(spot.altitude) / HEIGHT) * 100} />
            )}
          </div>
          <div className="-mt-4 sm:-mt-5">
            <DayScale altitudes={altitudes} day={day} onDay={onDay} onPoint={onPoint} />
          </div>
        </div>
      </div>
      <figcaption className="mt-2 max-w-measure text-ink-soft text-sm">{describeAltitudes(altitudes)}</figcaption>
    </figure>
  );
}

interface ProfileSpot {
  along: number;
  day: number;
  altitude?: number;
  from: string;
  to: string;
}

/** 'Day 4 · 3,690 m · Namche Bazaar to Tengboche' */
function positionText({ day, altitude, from, to }: ProfileSpot): string {
  const height = altitude === undefined ? [] : [metres(Math.round(altitude / 10) * 10)];
  return [`Day ${day}`, ...height, from === to ? from : `${from} to ${to}`].join(' · ');
}

/** Marker at the pointer's position, on the line and down to the axis. */
function PositionMarker({ along, top }: { along: number; top: number }) {
  return (
    <span aria-hidden data-spot className="pointer-events-none absolute inset-y-0" style={{ left: `${along * 100}%` }}>
      <span
        className="absolute w-px -translate-x-1/2 bg-ink/45 forced-colors:bg-[CanvasText]"
        style={{ top: `${top}%`, bottom: `${100 - (BOTTOM / HEIGHT) * 100}%` }}
      />
      <span
        className="absolute size-3.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-paper bg-ink forced-colors:bg-[CanvasText]"
        style={{ top: `${top}%` }}
      />
    </span>
  );
}

/** Bands of days, grid lines, and the filled profile. */
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
  const box = useRef<SVGSVGElement>(null);
  const seen = useHasBeenSeen(box);
  // Animated once, when it first comes into view. With reduced motion it is drawn at once.
  const drawn = seen ? 'animate-draw' : prefersReducedMotion() ? '' : 'opacity-0 print:opacity-100';
  return (
    <svg
      ref={box}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-0 size-full text-ink"
    >
      {Array.from({ length: altitudes.days }, (_, day) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the day number
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
      <g className={drawn}>
        <path d={`${line}L${end} ${BOTTOM}L${start} ${BOTTOM}Z`} className="fill-glacier" opacity="0.14" />
        <path
          d={line}
          fill="none"
          className="stroke-glacier"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </g>
    </svg>
  );
}
