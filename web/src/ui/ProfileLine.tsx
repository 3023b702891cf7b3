// Altitude profile as a thin line: altitudes to scale in walking order, stretched to the available width.
import clsx from 'clsx';
import { metres } from '../lib/format';
import { profileShape } from './profile-shape';

export function ProfileLine({
  altitudes,
  label,
  fill = true,
  mark = true,
  className = 'h-14 text-ink-soft',
}: {
  altitudes: readonly number[];
  /** Replaces the default text alternative; '' makes it decorative. */
  label?: string;
  fill?: boolean;
  /** Dot at the highest point. */
  mark?: boolean;
  /** Height and colour: 'h-12 text-glacier'. */
  className?: string;
}) {
  const shape = profileShape(altitudes, 240, 56);
  if (!shape) return null;
  const words =
    label ?? `Altitude profile: lowest ${metres(Math.min(...altitudes))}, highest ${metres(Math.max(...altitudes))}`;
  const said = words ? { role: 'img', 'aria-label': words } : { 'aria-hidden': true as const };
  return (
    <div {...said} className={clsx('relative w-full', className)}>
      <svg viewBox="0 0 240 56" preserveAspectRatio="none" aria-hidden="true" className="absolute inset-0 size-full">
        {fill && <path d={shape.area} fill="currentColor" opacity="0.1" />}
        <path
          d={shape.line}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {mark && (
        <span
          aria-hidden
          className="absolute size-2 -translate-x-1/2 -translate-y-1/2 rounded-full bg-laligurans ring-2 ring-paper forced-colors:bg-[Highlight]"
          style={{ left: `${(shape.top.x / 240) * 100}%`, top: `${(shape.top.y / 56) * 100}%` }}
        />
      )}
    </div>
  );
}
