// Shows that the device is offline, and the age of the data on the page. Missing data loads when it is back online.
import { notifyManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { offline } from '../api/connectivity';
import { describeTime } from '../lib/dates';
import { useStore } from '../lib/store';

const BACK_ONLINE_MS = 4000;

export function OfflineBanner() {
  const down = useStore(offline);
  const wasDown = useRef(down);
  const [back, setBack] = useState(false);
  useEffect(() => {
    if (wasDown.current === down) return;
    wasDown.current = down;
    setBack(!down);
    if (down) return;
    const timer = setTimeout(() => setBack(false), BACK_ONLINE_MS);
    return () => clearTimeout(timer);
  }, [down]);
  if (!down && !back) return null;
  return (
    <div role="status" className="sticky top-(--header) z-30 bg-ink text-paper text-sm print:hidden">
      <p className="page-width flex min-h-11 items-center gap-3 py-2">
        {down && <WifiOff aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />}
        <span>{down ? <Shown /> : 'You are back online.'}</span>
      </p>
    </div>
  );
}

function Shown() {
  const queries = useQueryClient();
  const shown = useSyncExternalStore(
    (heard) => queries.getQueryCache().subscribe(notifyManager.batchCalls(heard)),
    () => oldestShown(queries),
  );
  if (shown === 'missing')
    return "You are offline. You haven't opened this page before. It loads when you're back online.";
  if (shown === 'nothing') return 'You are offline. What you type is saved on this device.';
  return `You are offline. Showing what was loaded ${describeTime(shown)}.`;
}

/** Used on every page, so their age does not describe the page. */
const IGNORED_KEYS = ['config', 'exchange-rate', 'achievements', 'me'];

/** Load time of the oldest data on the page. */
function oldestShown(queries: QueryClient): number | 'missing' | 'nothing' {
  const active = queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter((query: Query) => !IGNORED_KEYS.includes(String(query.queryKey[0])));
  if (active.length === 0) return 'nothing';
  const times = active.map((query) => query.state.dataUpdatedAt).filter((at) => at > 0);
  if (times.length === 0) return 'missing';
  return Math.min(...times);
}
