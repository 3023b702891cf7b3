// Text of a filter that follows the address, and changes it after a pause in typing.
import { useEffect, useState } from 'react';
import { useDebounced } from '../../lib/debounce';

const PAUSE_MS = 300;

const sameText = (one: string, other: string) => one.trim() === other.trim();

export function useTyped(value: string, commit: (text: string) => void, same = sameText) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [told, setTold] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // The address moved on its own (back button, a link): the box follows. What the box itself told the address comes
    // back late, when more may have been typed.
    if (!same(told, value)) {
      setTold(value);
      if (!same(text, value)) setText(value);
    }
  }
  const settled = useDebounced(text, PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: commits when the typing settles, not when the page redraws
  useEffect(() => {
    if (settled !== text || same(settled, value)) return;
    setTold(settled);
    commit(settled);
  }, [settled]);
  return [text, setText] as const;
}
