// The days of a route, one row each. The fields of a day are rendered only while it is open.
import { ChevronsDownUp, ChevronsUpDown, Copy, FileUp, Plus, Ruler } from 'lucide-react';
import { lazy, memo, Suspense, useState } from 'react';
import { plural } from '../../lib/format';
import { useStore } from '../../lib/store';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { DayRow } from './DayRow';
import { MAX_DAYS } from './form';
import { countMissing } from './legs';
import { SortableList } from './Sortable';
import { useEditor, useForm } from './store';

const CopyDays = lazy(() => import('./CopyDays').then((one) => ({ default: one.CopyDays })));
const GpxImport = lazy(() => import('./GpxImport').then((one) => ({ default: one.GpxImport })));

export const Days = memo(function Days({ at, route }: { at: number; route: string }) {
  const store = useEditor();
  const keys = useForm((form) => form.routes[at]?.dailyActivities.map((day) => day.key).join(' ') ?? '').split(' ');
  const [importing, setImporting] = useState(false);
  const [copying, setCopying] = useState(false);
  const estimate = () => {
    const legs = countMissing(store.form().routes[at]?.dailyActivities ?? []);
    store.dispatch({ type: 'route', route, move: { type: 'route-legs-proposed' } });
    if (legs > 0) toast.success(`${plural(legs, 'leg')} estimated. Check distance, time and transport.`);
    else toast.info('Nothing to estimate: legs are filled in, or a place has no position.');
  };
  const open = useStore(store.shown, ({ days }) => keys.filter((key) => days.has(key)).length);
  const openAll = (all: boolean) => {
    const shown = store.shown.get();
    store.shown.set({ ...shown, days: new Set(all ? keys : []) });
  };
  return (
    <div className="mt-7">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 className="mr-auto font-sans font-semibold text-base tracking-normal">
          Days <span className="figures font-normal text-ink-soft">{keys.length}</span>
        </h3>
        <Button variant="ghost" size="sm" onClick={estimate}>
          <Ruler aria-hidden className="size-4" />
          Estimate legs
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setCopying(true)}>
          <Copy aria-hidden className="size-4" />
          Copy days
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setImporting(true)}>
          <FileUp aria-hidden className="size-4" />
          Import GPX
        </Button>
        {/* A long route with all days open renders slowly and is hard to read. */}
        {(open > 0 || keys.length <= 10) && (
          <Button variant="ghost" size="sm" onClick={() => openAll(open === 0)}>
            {open > 0 ? (
              <ChevronsDownUp aria-hidden className="size-4" />
            ) : (
              <ChevronsUpDown aria-hidden className="size-4" />
            )}
            {open > 0 ? 'Close all' : 'Open all'}
          </Button>
        )}
      </div>
      <SortableList
        keys={keys}
        onMove={(from, to) => store.dispatch({ type: 'route', route, move: { type: 'day-moved', from, to } })}
      >
        <ol aria-label="Days" className="divide-y divide-line rounded-sm border border-line">
          {keys.map((key, index) => (
            <DayRow
              key={key}
              route={route}
              routeAt={at}
              day={key}
              at={index}
              last={index === keys.length - 1}
              full={keys.length >= MAX_DAYS}
            />
          ))}
        </ol>
      </SortableList>
      <Button
        variant="secondary"
        size="sm"
        className="mt-3"
        disabled={keys.length >= MAX_DAYS}
        onClick={() => store.dispatch({ type: 'route', route, move: { type: 'day-inserted', at: keys.length } })}
      >
        <Plus aria-hidden className="size-4" />
        Add Day
      </Button>
      {copying && (
        <Suspense>
          <CopyDays route={route} onClose={() => setCopying(false)} />
        </Suspense>
      )}
      {importing && (
        <Suspense>
          <GpxImport routeAt={at} route={route} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </div>
  );
});
