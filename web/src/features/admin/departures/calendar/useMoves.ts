// A move of an entry by pointer or keyboard, until it is confirmed in the dialog or left.
import { type KeyboardEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { addDays } from '../../../../lib/dates';
import { canMove, dayName, type Entry, type PlannedMove, pathOf, type Row } from './calendar';

export interface Move {
  /** Of the bar: the ids of row and entry. */
  key: string;
  entry: Entry;
  days: number;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
/** The browser sends the click of a drag after its end. */
const CLICK_AFTER_DRAG_MS = 50;

export function useMoves(rows: readonly Row[], onMove: (move: PlannedMove) => void) {
  const [move, setMove] = useState<Move | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const isDrag = useRef(false);
  const navigate = useNavigate();

  function begin(key: string, byPointer: boolean) {
    const entry = entryOf(rows, key);
    if (!entry) return;
    isDrag.current = byPointer;
    if (byPointer) window.addEventListener('click', swallow, { capture: true });
    setMove({ key, entry, days: 0 });
    setAnnouncement(
      byPointer
        ? ''
        : `Moving ${entry.trekName}. Left and right change the start by a day, up and down by a week. Enter continues, Escape cancels.`,
    );
  }

  function shiftTo(days: number) {
    if (!move || move.days === days) return;
    setMove({ ...move, days });
    setAnnouncement(`New start: ${dayName(addDays(move.entry.startDate, days))}`);
  }

  function leave() {
    if (isDrag.current)
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), CLICK_AFTER_DRAG_MS);
    isDrag.current = false;
    setMove(null);
  }

  function cancel() {
    leave();
    setAnnouncement('The move was cancelled.');
  }

  function finish() {
    leave();
    if (!move || move.days === 0) return;
    setAnnouncement('');
    onMove({
      id: move.entry._id,
      isPrivate: Boolean(move.entry.booking),
      startDate: addDays(move.entry.startDate, move.days),
    });
  }

  /** Returns whether the key belongs to a move. */
  function onKeyDown(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const key = (event.target as HTMLElement).dataset.entry;
    if (!move) {
      const entry = key && event.key.toLowerCase() === 'm' ? entryOf(rows, key) : undefined;
      if (!entry || !key) return false;
      event.preventDefault();
      if (canMove(entry)) begin(key, false);
      else if (entry.booking) void navigate(pathOf(entry));
      else setAnnouncement('This departure is over and cannot be moved.');
      return true;
    }
    const step = STEPS[event.key];
    if (step !== undefined) shiftTo(move.days + step);
    else if (event.key === 'Enter') finish();
    else if (event.key === 'Escape') cancel();
    else if (event.key === 'Tab') {
      cancel();
      return false;
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  return { move, announcement, begin, shiftTo, finish, cancel, onKeyDown };
}

/** The bar is a link: a drag must not open it. */
function swallow(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}

function entryOf(rows: readonly Row[], key: string): Entry | undefined {
  const [rowId, entryId] = key.split(' ');
  const row = rows.find(({ _id }) => (_id ?? '') === rowId);
  return row?.entries.find(({ _id }) => _id === entryId);
}
