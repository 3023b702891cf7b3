// A move of an entry by pointer or keyboard, until it is confirmed in the dialog or left.
import { type KeyboardEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { addDays } from '../../../../lib/dates';
import {
  canMove,
  dayName,
  type Entry,
  type PlannedGuide,
  type PlannedMove,
  pathOf,
  type Row,
  rowName,
} from './calendar';

export interface Move {
  /** Of the bar: the ids of row and entry. */
  key: string;
  entry: Entry;
  days: number;
  /** The row of the guide who gets the entry, instead of other days. */
  to?: Row;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
/** The browser sends the click of a drag after its end. */
const CLICK_AFTER_DRAG_MS = 50;

export function useMoves(
  rows: readonly Row[],
  onMove: (move: PlannedMove) => void,
  /** Only if the rows are guides. */
  onGuide?: (change: PlannedGuide) => void,
) {
  const [move, setMove] = useState<Move | null>(null);
  /** `move` before it is rendered: a drag may move and end within one frame. */
  const latest = useRef(move);
  const [announcement, setAnnouncement] = useState('');
  const isDrag = useRef(false);
  const navigate = useNavigate();

  function update(next: Move | null) {
    latest.current = next;
    setMove(next);
  }

  function begin(key: string, byPointer: boolean) {
    const entry = entryOf(rows, key);
    if (!entry) return;
    isDrag.current = byPointer;
    if (byPointer) window.addEventListener('click', swallow, { capture: true });
    update({ key, entry, days: 0 });
    setAnnouncement(
      byPointer
        ? ''
        : `Moving ${entry.trekName}. Left and right change the start by a day, up and down ${onGuide ? 'the guide' : 'by a week'}. Enter continues, Escape cancels.`,
    );
  }

  function shiftTo(days: number) {
    const move = latest.current;
    if (!move || (move.days === days && !move.to)) return;
    update({ key: move.key, entry: move.entry, days });
    setAnnouncement(`New start: ${dayName(addDays(move.entry.startDate, days))}`);
  }

  /** To the row of another guide, or back to its own. */
  function shiftToRow(to: Row | undefined) {
    const move = latest.current;
    if (!move || !to || !onGuide) return;
    const isOwn = to === rowOf(rows, move.key);
    if ((isOwn ? undefined : to) === move.to) return;
    update({ key: move.key, entry: move.entry, days: 0, ...(!isOwn && { to }) });
    setAnnouncement(`${to._id ? 'Guide' : 'Row'}: ${rowName(to)}`);
  }

  function stepRow(by: number) {
    const now = move?.to ?? (move && rowOf(rows, move.key));
    if (now) shiftToRow(rows[rows.indexOf(now) + by]);
  }

  function leave() {
    if (isDrag.current)
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), CLICK_AFTER_DRAG_MS);
    isDrag.current = false;
    update(null);
  }

  function cancel() {
    leave();
    setAnnouncement('The move was cancelled.');
  }

  function finish() {
    const move = latest.current;
    leave();
    const from = move && rowOf(rows, move.key);
    if (move?.to && from) {
      setAnnouncement('');
      onGuide?.({ id: move.entry._id, from, to: move.to });
      return;
    }
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
    if (onGuide && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) stepRow(event.key === 'ArrowUp' ? -1 : 1);
    else if (step !== undefined) shiftTo(move.days + step);
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

  return { move, announcement, begin, shiftTo, shiftToRow, finish, cancel, onKeyDown };
}

/** The bar is a link: a drag must not open it. */
function swallow(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}

function rowOf(rows: readonly Row[], key: string): Row | undefined {
  const [rowId] = key.split(' ');
  return rows.find(({ _id }) => (_id ?? '') === rowId);
}

function entryOf(rows: readonly Row[], key: string): Entry | undefined {
  const [, entryId] = key.split(' ');
  return rowOf(rows, key)?.entries.find(({ _id }) => _id === entryId);
}
