// Age of the list and a button that refetches it (document 1 §2).
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { describeAge } from '../../lib/dates';

export function CacheAge({ at, refreshing, onRefresh }: { at: number; refreshing: boolean; onRefresh: () => void }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="flex items-center gap-2 text-ink-soft text-sm">
      <span>Updated {describeAge(at, Math.max(now, at))}</span>
      <button
        type="button"
        onClick={onRefresh}
        disabled={refreshing}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-sm font-semibold text-glacier hover:underline disabled:opacity-60"
      >
        <RefreshCw aria-hidden className={`size-4 ${refreshing ? 'animate-spin' : ''}`} />
        Refresh
      </button>
    </p>
  );
}
