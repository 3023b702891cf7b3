// Renders a long list in parts, because a thousand rows at once would block the page.

import { useState } from 'react';
import { formatNumber } from '../lib/format';
import { Button } from './Button';

const PAGE_SIZE = 60;

/** `drawn` is the number of rows to render; `more` is the button for the next ones. */
export function useShowMore(count: number, what: string) {
  const [most, setMost] = useState(PAGE_SIZE);
  const left = Math.max(0, count - most);
  const more = left > 0 && (
    <Button variant="ghost" size="sm" onClick={() => setMost(most + PAGE_SIZE)}>
      Show more {what} ({formatNumber(left)} left)
    </Button>
  );
  return { drawn: Math.min(most, count), more };
}
