// Imports a GPX track as days: choose a file, check the proposal, put the days into the route.
import { useMemo, useState } from 'react';
import { kilometres as kilometresOf, plural } from '../../lib/format';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Input, Select } from '../../ui/Input';
import { Checkbox } from '../../ui/Toggle';
import { PLACES } from '../map/basemap/places';
import { type DayForm, MAX_DAYS, MAX_WAYPOINTS, newKey, numberOf } from './form';
import { daysOfTrack, MAX_BYTES, NOT_GPX, readGpx, type Track } from './gpx';
import { useEditor, useForm } from './store';

const SETTLED = PLACES.filter((place) => place.kind !== 'country');

export function GpxImport({ routeAt, route, onClose }: { routeAt: number; route: string; onClose: () => void }) {
  const store = useEditor();
  const count = useForm((form) => form.routes[routeAt]?.dailyActivities.length ?? 1);
  const [track, setTrack] = useState<Track | null>(null);
  const [problem, setProblem] = useState<string>();
  const [choice, setChoice] = useState<Choice>({ days: '1', points: '6', from: 0 });
  const { from } = choice;
  const [replace, setReplace] = useState(true);

  const open = async (file: File | undefined) => {
    if (!file) return;
    try {
      if (file.size > MAX_BYTES) throw new Error(NOT_GPX);
      const read = readGpx(await file.text());
      setTrack(read);
      const days = read.segments.length > 1 ? read.segments.length : Math.max(1, count - from);
      setChoice({ ...choice, days: String(Math.min(MAX_DAYS, days)) });
      setProblem(undefined);
    } catch (error) {
      setTrack(null);
      setProblem(error instanceof Error ? error.message : NOT_GPX);
    }
  };
  const proposed = useProposed(track, choice);
  const put = () => {
    const kept = store.form().routes[routeAt]?.dailyActivities ?? [];
    // Replaced days keep their lodging and meals.
    const merged = proposed.map((day, at) => {
      const old = replace ? kept[from + at] : undefined;
      return old ? { ...day, accommodation: old.accommodation, foodDetails: old.foodDetails } : day;
    });
    store.dispatch({ type: 'route', route, move: { type: 'days-put', at: from, days: merged, replace } });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(still) => !still && onClose()}
      title="Import a GPX track"
      description="Waypoints, altitudes and distances come from the track. Lodging and meals are kept."
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={put} disabled={proposed.length === 0}>
            Import {plural(Math.max(1, proposed.length), 'day')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="GPX file" error={problem}>
          <Input
            type="file"
            accept=".gpx,application/gpx+xml"
            onChange={(event) => void open(event.target.files?.[0])}
          />
        </Field>
        {track && (
          <>
            <Choices count={count} choice={choice} onChange={setChoice} />
            <Checkbox
              label="Replace the waypoints of these days"
              hint="Otherwise the new days are inserted before them"
              checked={replace}
              onCheckedChange={setReplace}
            />
            <Proposal days={proposed} from={from} kilometres={track.kilometres} />
          </>
        )}
      </div>
    </Dialog>
  );
}

interface Choice {
  days: string;
  points: string;
  /** Index of the first imported day. */
  from: number;
}

function useProposed(track: Track | null, choice: Choice): DayForm[] {
  const wanted = Math.round(Math.min(MAX_DAYS, Math.max(1, numberOf(choice.days) ?? 1)));
  const most = Math.round(Math.min(MAX_WAYPOINTS, Math.max(2, numberOf(choice.points) ?? 6)));
  return useMemo(
    () => (track ? daysOfTrack(track, { days: wanted, waypoints: most, places: SETTLED }, newKey) : []),
    [track, wanted, most],
  );
}

function Choices({ count, choice, onChange }: { count: number; choice: Choice; onChange: (to: Choice) => void }) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label="Into days">
        <Input
          inputMode="numeric"
          value={choice.days}
          onChange={(event) => onChange({ ...choice, days: event.target.value })}
        />
      </Field>
      <Field label="Waypoints a day">
        <Input
          inputMode="numeric"
          value={choice.points}
          onChange={(event) => onChange({ ...choice, points: event.target.value })}
        />
      </Field>
      <Field label="Starting with">
        <Select value={choice.from} onChange={(event) => onChange({ ...choice, from: Number(event.target.value) })}>
          {Array.from({ length: count }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a day of the list is its number
            <option key={at} value={at}>
              Day {at + 1}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

function Proposal({ days, from, kilometres }: { days: DayForm[]; from: number; kilometres: number }) {
  return (
    <div>
      <p className="mb-2 text-ink-soft text-sm">
        {kilometresOf(kilometres)} in {plural(days.length, 'day')}
      </p>
      <ol className="figures max-h-64 divide-y divide-line overflow-y-auto border-line border-y text-sm">
        {days.map((day, at) => (
          <li key={day.key} className="flex gap-3 py-1.5">
            <span className="w-14 shrink-0 font-semibold">Day {from + at + 1}</span>
            <span className="min-w-0 flex-1 truncate">
              {day.waypoints[0]?.name} → {day.waypoints.at(-1)?.name}
            </span>
            <span className="shrink-0 text-ink-soft">
              {kilometresOf(day.connections.reduce((sum, one) => sum + Number(one.distance), 0))}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
