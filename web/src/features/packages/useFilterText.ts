// Text of a filter that follows the URL, and updates it after a pause in typing.
import { useEffect, useState } from 'react';
import { useDebounced } from '../../lib/debounce';

const DEBOUNCE_MS = 300;

const sameText = (one: string, other: string) => one.trim() === other.trim();

export function useFilterText(value: string, commit: (text: string) => void, same = sameText) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [committed, setCommitted] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // The URL changed by itself (back button, a link), so the box follows. An update that the box itself caused is
    // ignored, because more may have been typed since.
    if (!same(committed, value)) {
      setCommitted(value);
      if (!same(text, value)) setText(value);
    }
  }
  const settled = useDebounced(text, DEBOUNCE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: commits when typing pauses, not on re-render
  useEffect(() => {
    if (settled !== text || same(settled, value)) return;
    setCommitted(settled);
    commit(settled);
  }, [settled]);
  return [text, setText] as const;
}
