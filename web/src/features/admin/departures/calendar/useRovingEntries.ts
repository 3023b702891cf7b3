// The arrow keys of the calendar: one entry is a tab stop, left and right lead along its row, up and down to other rows.
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Row } from './calendar';

export function useRovingEntries(rows: readonly Row[]) {
  const container = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string>();
  const keys = rows.flatMap((row) => row.entries.map((entry) => `${row._id ?? ''} ${entry._id}`));
  const tabStop = focused !== undefined && keys.includes(focused) ? focused : keys[0];

  function onKeyDown(event: KeyboardEvent) {
    const current = event.target as HTMLElement;
    if (current.dataset.entry === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nextOf(event.key, current, container.current);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    next?.focus();
    next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  return { container, tabStop, onFocus: setFocused, onKeyDown };
}

/** `undefined` for other keys, null where no entry is left in that direction. */
function nextOf(key: string, current: HTMLElement, container: HTMLElement | null): HTMLElement | null | undefined {
  const lists = [...(container?.querySelectorAll('ul') ?? [])].map((list) => [
    ...list.querySelectorAll<HTMLElement>('[data-entry]'),
  ]);
  const rows = lists.filter((entries) => entries.length > 0);
  const at = rows.findIndex((entries) => entries.includes(current));
  const row = rows[at] ?? [];
  const place = row.indexOf(current);
  switch (key) {
    case 'ArrowLeft':
      return row[place - 1] ?? null;
    case 'ArrowRight':
      return row[place + 1] ?? null;
    case 'Home':
      return row[0] ?? null;
    case 'End':
      return row.at(-1) ?? null;
    case 'ArrowUp':
      return nearest(current, rows[at - 1]);
    case 'ArrowDown':
      return nearest(current, rows[at + 1]);
    default:
      return undefined;
  }
}

/** The entry of another row that starts closest to this one. */
function nearest(current: HTMLElement, row: HTMLElement[] | undefined): HTMLElement | null {
  const start = (entry: HTMLElement) => Date.parse(entry.dataset.start ?? '');
  const away = (entry: HTMLElement) => Math.abs(start(entry) - start(current));
  return row?.toSorted((one, other) => away(one) - away(other))[0] ?? null;
}
