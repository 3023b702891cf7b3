// Copies one or several days from this or another route into this route.
import { useState } from 'react';
import { plural } from '../../lib/format';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Input';
import { placesOf } from './day-label';
import { MAX_DAYS, type RouteForm } from './form';
import { useEditor, useForm } from './store';

export function CopyDays({ route, onClose }: { route: string; onClose: () => void }) {
  const store = useEditor();
  const routes = useForm((form) => form.routes);
  const [source, setSource] = useState(route);
  const [first, setFirst] = useState(0);
  const [last, setLast] = useState(0);
  const from = routes.find((one) => one.key === source) ?? routes[0];
  const into = routes.find((one) => one.key === route);
  const count = into?.dailyActivities.length ?? 0;
  const [at, setAt] = useState(count);
  if (!from || !into) return null;
  const days = from.dailyActivities.slice(first, last + 1);
  const fits = days.length > 0 && count + days.length <= MAX_DAYS;
  const copy = () => {
    store.dispatch({ type: 'days-copied', source: from.key, first, last, into: route, at });
    onClose();
  };
  const chooseSource = (key: string) => {
    const other = routes.find((one) => one.key === key);
    setSource(key);
    setFirst(0);
    setLast(key === route ? 0 : Math.max(0, (other?.dailyActivities.length ?? 1) - 1));
  };
  return (
    <Dialog
      open
      onOpenChange={(still) => !still && onClose()}
      title="Copy days"
      description="Waypoints, connections, lodging and meals are copied. The copies can be changed on their own."
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={copy} disabled={!fits}>
            Copy {plural(days.length, 'day')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {routes.length > 1 && (
          <Field label="From route" className="sm:col-span-2">
            <Select value={source} onChange={(event) => chooseSource(event.target.value)}>
              {routes.map((one, index) => (
                <option key={one.key} value={one.key}>
                  {one.name.trim() || `Route ${index + 1}`}
                  {one.key === route && ' (this route)'}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <DayChoice
          label="First day"
          route={from}
          value={first}
          onChange={(to) => {
            setFirst(to);
            setLast(Math.max(to, last));
          }}
        />
        <DayChoice
          label="Last day"
          route={from}
          value={last}
          onChange={(to) => {
            setLast(to);
            setFirst(Math.min(to, first));
          }}
        />
        <Field
          label="Insert"
          className="sm:col-span-2"
          error={fits ? undefined : `A route has at most ${MAX_DAYS} days. There is room for ${MAX_DAYS - count}.`}
        >
          <Select value={at} onChange={(event) => setAt(Number(event.target.value))}>
            <option value={0}>Before day 1</option>
            {into.dailyActivities.map((day, index) => (
              <option key={day.key} value={index + 1}>
                After day {index + 1}
                {placesOf(day) && `: ${placesOf(day)}`}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </Dialog>
  );
}

function DayChoice({
  label,
  route,
  value,
  onChange,
}: {
  label: string;
  route: RouteForm;
  value: number;
  onChange: (at: number) => void;
}) {
  return (
    <Field label={label}>
      <Select value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {route.dailyActivities.map((day, at) => (
          <option key={day.key} value={at}>
            Day {at + 1}
            {placesOf(day) && `: ${placesOf(day)}`}
          </option>
        ))}
      </Select>
    </Field>
  );
}
