import { type RefObject, useEffect, useRef } from 'react';
import { isFocusLost } from '../../ui/focus-neighbour';

/** Focuses `target` when `state` changes and the control that changed it is gone: the keyboard would start at the top of the page. */
export function useFocusAfterChange(state: string, target: RefObject<HTMLElement | null>): void {
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    requestAnimationFrame(() => isFocusLost() && target.current?.focus());
  }, [state, target]);
}
