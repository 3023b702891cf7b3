// Rows of treks or guides over the days of a period. Entries are bars, which can be dragged to other days.
import {
  DndContext,
  type DragMoveEvent,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import clsx from 'clsx';
import { type CSSProperties, useRef } from 'react';
import { type Day, weekday } from '../../../../lib/dates';
import { plural } from '../../../../lib/text';
import { type PlannedGuide, type PlannedMove, type Row, type RowKind, rowName } from './calendar';
import { EntryBar } from './EntryBar';
import { barsOf } from './month';
import { type Move, useMoves } from './useMoves';
import { useRovingEntries } from './useRovingEntries';

// A small movement during a click, or scrolling with a finger, does not start a drag.
const BY_MOUSE = { activationConstraint: { distance: 6 } };
const BY_FINGER = { activationConstraint: { delay: 250, tolerance: 8 } };

interface TimelineProps {
  days: readonly Day[];
  today: Day;
  rows: readonly Row[];
  by: RowKind;
  onMove: (move: PlannedMove) => void;
  onGuide: (change: PlannedGuide) => void;
}

export function Timeline({ days, today, rows, by, onMove, onGuide }: TimelineProps) {
  const sensors = useSensors(useSensor(MouseSensor, BY_MOUSE), useSensor(TouchSensor, BY_FINGER));
  const track = useRef<HTMLDivElement>(null);
  const moves = useMoves(rows, onMove, by === 'guide' ? onGuide : undefined);
  const roving = useRovingEntries(rows);
  // A row of another guide under the pointer gets the entry; else the entry goes to other days.
  const onDragMove = ({ active, over, delta }: DragMoveEvent) => {
    const own = String(active.id).split(' ')[0] ?? '';
    const row = over && over.id !== dropId(own) ? rows.find(({ _id }) => dropId(_id) === over.id) : undefined;
    if (row) return moves.shiftToRow(row);
    const width = (track.current?.getBoundingClientRect().width ?? 0) / days.length;
    moves.shiftTo(width > 0 ? Math.round(delta.x / width) : 0);
  };
  return (
    <DndContext
      sensors={sensors}
      autoScroll={false}
      collisionDetection={pointerWithin}
      accessibility={{ screenReaderInstructions: { draggable: '' }, announcements: SILENT }}
      onDragStart={({ active }) => moves.begin(String(active.id), true)}
      onDragMove={onDragMove}
      onDragEnd={(event) => {
        onDragMove(event);
        moves.finish();
      }}
      onDragCancel={moves.cancel}
    >
      <p aria-live="polite" className="sr-only">
        {moves.announcement}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the links within */}
      <div
        ref={roving.container}
        onKeyDown={(event) => moves.onKeyDown(event) || roving.onKeyDown(event)}
        style={{ '--days': days.length } as CSSProperties}
        className="overflow-x-auto rounded-sm border border-line"
      >
        <div className={clsx(days.length > 7 && 'min-w-[58rem]')}>
          <Head days={days} today={today} track={track} />
          {rows.map((row) => (
            <TimelineRow
              key={row._id ?? ''}
              row={row}
              days={days}
              today={today}
              by={by}
              move={moves.move}
              tabStop={roving.tabStop}
              onFocus={roving.onFocus}
            />
          ))}
        </div>
      </div>
    </DndContext>
  );
}

/** Of the row as a place to drop an entry on. */
const dropId = (id: string | null | undefined) => `row ${id ?? ''}`;

/** The live region of this calendar says where an entry goes. */
const SILENT = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

const COLUMNS = 'grid grid-cols-[repeat(var(--days),minmax(0,1fr))]';
const NAME = 'sticky left-0 z-10 w-36 shrink-0 border-line border-r bg-raised px-3';

function Head({ days, today, track }: { days: readonly Day[]; today: Day; track: React.Ref<HTMLDivElement> }) {
  const isWeek = days.length === 7;
  return (
    <div aria-hidden className="figures flex bg-stone text-ink-soft text-xs">
      <div className={clsx(NAME, 'bg-stone')} />
      <div ref={track} data-track className={clsx(COLUMNS, 'flex-1')}>
        {days.map((day) => (
          <span key={day} className={clsx('py-1.5 text-center', isWeekend(day) && 'bg-stone-deep/60')}>
            <span className="block">{isWeek ? weekday(day) : weekday(day).slice(0, 1)}</span>
            <span
              className={clsx(
                'font-semibold',
                day === today &&
                  'rounded-full bg-marigold-wash px-1 py-0.5 whitespace-nowrap font-bold text-marigold-ink',
              )}
            >
              {Number(day.slice(8))}
            </span>
          </span>
        ))}
      </div>
    </div>
  );
}

function TimelineRow({
  row,
  days,
  today,
  by,
  move,
  tabStop,
  onFocus,
}: {
  row: Row;
  days: readonly Day[];
  today: Day;
  by: RowKind;
  move: Move | null;
  tabStop: string | undefined;
  onFocus: (key: string) => void;
}) {
  const name = rowName(row);
  const bars = barsOf(days, row.entries);
  const { setNodeRef } = useDroppable({ id: dropId(row._id), disabled: by !== 'guide' });
  return (
    <section
      ref={setNodeRef}
      aria-label={`${name}, ${plural(bars.length, 'entry', 'entries')}`}
      className={clsx(
        'flex border-line border-t',
        move?.to === row && 'outline-2 outline-glacier outline-dashed -outline-offset-2',
      )}
    >
      <h3 className={clsx(NAME, 'wrap-anywhere py-2 font-sans font-semibold text-sm')}>{name}</h3>
      <div className="relative min-h-11 min-w-0 flex-1">
        <div aria-hidden className={clsx(COLUMNS, 'absolute inset-0 divide-x divide-line/60')}>
          {days.map((day) => (
            <span
              key={day}
              className={clsx(day === today ? 'bg-marigold-wash/70' : isWeekend(day) && 'bg-stone/70')}
              {...(day === today && { 'data-today': '' })}
            />
          ))}
        </div>
        <ul className={clsx(COLUMNS, 'relative auto-rows-[1.75rem] gap-y-1 py-1.5')}>
          {bars.map((bar) => {
            const key = `${row._id ?? ''} ${bar.entry._id}`;
            return (
              <EntryBar
                key={bar.entry._id}
                id={key}
                bar={bar}
                by={by}
                isTabStop={key === tabStop}
                isMoving={move?.key === key}
                shift={move?.key === key ? move.days : 0}
                onFocus={onFocus}
              />
            );
          })}
        </ul>
      </div>
    </section>
  );
}

const isWeekend = (day: Day) => weekday(day).startsWith('S');
