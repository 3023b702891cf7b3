import { type RefObject, useEffect, useRef } from 'react';
import { isFocusLost } from '../../ui/focus-neighbour';

/**
 * Moves the focus to `target` when `state` changes and the focused control was removed. Otherwise the keyboard would
 * start at the top of the page.
 */
export function useFocusAfterChange(state: string, target: RefObject<HTMLElement | null>): void {
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    requestAnimationFrame(() => isFocusLost() && target.current?.focus());
  }, [state, target]);
}
