// A list reordered by dragging the handles of its items, or with Space and the arrow keys on them.
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import clsx from 'clsx';
import { GripVertical } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';

// Created once: new objects would render every row of every list again with each typed letter.
const ON_PULL = { activationConstraint: { distance: 4 } };
const BY_ARROWS = { coordinateGetter: sortableKeyboardCoordinates };

export function SortableList({
  keys,
  onMove,
  children,
}: {
  keys: string[];
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}) {
  // A small movement during a click does not start a drag.
  const sensors = useSensors(useSensor(PointerSensor, ON_PULL), useSensor(KeyboardSensor, BY_ARROWS));
  const joined = keys.join(' ');
  const items = useMemo(() => joined.split(' '), [joined]);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const from = keys.indexOf(String(active.id));
    const to = keys.indexOf(String(over?.id ?? ''));
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ announcements: saidOf(keys) }}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** Announces positions instead of keys of items, which mean nothing to a listener. */
function saidOf(keys: string[]): Announcements {
  const place = (over: { id: string | number } | null) =>
    over ? `position ${keys.indexOf(String(over.id)) + 1} of ${keys.length}` : 'no position';
  return {
    onDragStart: ({ active }) => `Picked up at ${place(active)}.`,
    onDragOver: ({ over }) => `Now at ${place(over)}.`,
    onDragEnd: ({ over }) => `Dropped at ${place(over)}.`,
    onDragCancel: ({ active }) => `Back at ${place(active)}.`,
  };
}

export function SortableItem({
  id,
  label,
  className,
  children,
}: {
  id: string;
  /** The item that the handle moves, for its label. */
  label: string;
  className?: string;
  children: (handle: ReactNode) => ReactNode;
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={`Move ${label}`}
      title="Drag, or press Space and the arrow keys"
      className="flex h-9 w-7 shrink-0 cursor-grab touch-none items-center justify-center rounded-sm text-ink-soft hover:bg-stone hover:text-ink"
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  );
  return (
    <li
      ref={setNodeRef}
      style={{
        transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
        transition: transition ?? undefined,
      }}
      // main.css switches off scroll anchoring while an item is dragged.
      data-dragging={isDragging || undefined}
      className={clsx(className, isDragging && 'relative z-10 bg-raised shadow-float')}
    >
      {children(handle)}
    </li>
  );
}
