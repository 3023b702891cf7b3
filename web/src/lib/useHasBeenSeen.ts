// True once the top of an element has entered the upper 80% of the viewport; then stays true.
import { type RefObject, useEffect, useState } from 'react';

export function useHasBeenSeen(ref: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (seen || !element) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      // The lower fifth of the viewport does not count.
      { rootMargin: '0px 0px -20% 0px', threshold: 0 },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [ref, seen]);
  return seen;
}
