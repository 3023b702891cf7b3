// Keeps the focus in a list whose rows are saved and deleted: with the row that took the place of the one that has gone.
import { useEffect, useRef } from 'react';
import { isFocusLost, placeInRows, type RowPlace, successorOf } from './focus-neighbour';

/** For the element around the list, which stays when the last row goes; put the handlers on it. */
export function useRowFocus() {
  const around = useRef<HTMLDivElement>(null);
  const last = useRef<RowPlace | null>(null);
  useEffect(() => {
    const place = last.current;
    if (!place || !isFocusLost()) return;
    const { element } = place;
    // A button that was disabled while its request ran has lost the focus too.
    const target = element.isConnected ? (element.matches(':disabled') ? null : element) : successorOf(place);
    if (element.isConnected && !target) return;
    (target ?? around.current)?.focus({ preventScroll: target === null });
  });
  return {
    ref: around,
    'data-list': '',
    tabIndex: -1,
    onFocus: ({ target }: { target: Element }) => {
      last.current = target.closest('[data-desk-rows]') ? placeInRows(target) : null;
    },
    onBlur: ({ target, relatedTarget }: { target: Element; relatedTarget: EventTarget | null }) => {
      if (relatedTarget) return;
      // A removed or disabled element loses the focus by itself. From any other a person took it away.
      setTimeout(() => {
        if (isFocusLost() && target.isConnected && !target.matches(':disabled')) last.current = null;
      });
    },
  };
}
