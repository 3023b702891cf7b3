// Keeps the focus in a list whose rows are changed or deleted, by moving it to the successor of a removed row.
import { useEffect, useRef } from 'react';
import { findSuccessor, isFocusLost, type RowPosition, rowPosition } from './focus-neighbour';

/** For the element around the list, which remains when the last row is removed. Spread the result onto it. */
export function useRowFocus() {
  const around = useRef<HTMLDivElement>(null);
  const last = useRef<RowPosition | null>(null);
  useEffect(() => {
    const place = last.current;
    if (!place || !isFocusLost()) return;
    const { element } = place;
    // A button disabled during its request has also lost the focus.
    const target = element.isConnected ? (element.matches(':disabled') ? null : element) : findSuccessor(place);
    if (element.isConnected && !target) return;
    (target ?? around.current)?.focus({ preventScroll: target === null });
  });
  return {
    ref: around,
    'data-list': '',
    tabIndex: -1,
    onFocus: ({ target }: { target: Element }) => {
      last.current = target.closest('[data-desk-rows]') ? rowPosition(target) : null;
    },
    onBlur: ({ target, relatedTarget }: { target: Element; relatedTarget: EventTarget | null }) => {
      if (relatedTarget) return;
      // A removed or disabled element loses the focus by itself. In other cases the user moved it.
      setTimeout(() => {
        if (isFocusLost() && target.isConnected && !target.matches(':disabled')) last.current = null;
      });
    },
  };
}
