// A long list is drawn in parts: a thousand rows at once would hold up the page that they stand on.

import { useState } from 'react';
import { formatNumber } from '../lib/format';
import { Button } from './Button';

const PART = 60;

/** How many of `count` are drawn; `more` is the button that draws the next ones. */
export function useShowMore(count: number, what: string) {
  const [most, setMost] = useState(PART);
  const left = Math.max(0, count - most);
  const more = left > 0 && (
    <Button variant="ghost" size="sm" onClick={() => setMost(most + PART)}>
      Show more {what} ({formatNumber(left)} left)
    </Button>
  );
  return { drawn: Math.min(most, count), more };
}
