// One bar for each month. Its numbers are in the table of Months.tsx, so that screen readers skip the drawing.
import { AxisBottom, AxisLeft } from '@visx/axis';
import { Group } from '@visx/group';
import { useParentSize } from '@visx/responsive';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { monthName } from './today';

const HEIGHT = 200;
const LEFT = 48;
const BOTTOM = 28;
/** A label of a month needs this width. */
const LABEL_WIDTH = 56;

export function MonthChart({
  title,
  bars,
  current,
  format,
}: {
  title: string;
  bars: readonly { month: string; value: number }[];
  /** The month that is not over yet. */
  current: string;
  format: (value: number) => string;
}) {
  const { parentRef, width } = useParentSize({ debounceTime: 100 });
  const inner = Math.max(0, width - LEFT);
  const x = scaleBand({ domain: bars.map(({ month }) => month), range: [0, inner], padding: 0.25 });
  const values = bars.map(({ value }) => value);
  const y = scaleLinear({
    domain: [Math.min(0, ...values), Math.max(1, ...values)],
    range: [HEIGHT - BOTTOM, 8],
    nice: true,
  });
  const every = Math.max(1, Math.ceil((bars.length * LABEL_WIDTH) / Math.max(1, inner)));
  const axis = 'fill-ink-soft text-[11px]';
  return (
    <figure className="min-w-0 rounded-sm border border-line p-3">
      <figcaption className="font-semibold text-ink-soft text-xs">{title}</figcaption>
      <div ref={parentRef} className="mt-2 overflow-hidden" style={{ height: HEIGHT }}>
        {width > 0 && (
          <svg width={width} height={HEIGHT} aria-hidden="true" className="figures block">
            <Group left={LEFT}>
              {bars.map(({ month, value }) => (
                <Bar
                  key={month}
                  x={x(month) ?? 0}
                  width={x.bandwidth()}
                  y={Math.min(y(value), y(0))}
                  height={Math.abs(y(value) - y(0))}
                  className={month > current ? 'fill-glacier/45' : 'fill-glacier'}
                >
                  <title>{`${monthName(month, 'long')}: ${format(value)}`}</title>
                </Bar>
              ))}
              <AxisLeft
                scale={y}
                numTicks={4}
                hideAxisLine
                hideTicks
                tickFormat={(value) => new Intl.NumberFormat('en-US', { notation: 'compact' }).format(Number(value))}
                tickLabelProps={{
                  className: axis,
                  fontSize: undefined,
                  fontFamily: undefined,
                  fill: undefined,
                  dx: -4,
                }}
              />
              <AxisBottom
                scale={x}
                top={HEIGHT - BOTTOM}
                tickValues={bars.filter((_, index) => index % every === 0).map(({ month }) => month)}
                tickFormat={(month) => monthName(month)}
                tickLineProps={{ className: 'stroke-line-strong', stroke: undefined }}
                axisLineClassName="stroke-line-strong"
                tickLabelProps={{ className: axis, fontSize: undefined, fontFamily: undefined, fill: undefined }}
              />
            </Group>
          </svg>
        )}
      </div>
    </figure>
  );
}
