// How a trek is sold: to private parties, on group departures or both; the notice that parties give, and closed days.
import { memo } from 'react';
import { lazyComponent } from '../../lib/lazy-component';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Input';
import { NumberField, Part } from './fields';
import { type FieldValues, SOLD_AS } from './form';
import { useEditor, useForm } from './store';

const LABELS: Record<FieldValues['soldAs'], string> = {
  private: 'Private parties on their own date',
  departures: 'Group departures only',
  both: 'Both',
};

const Closures = lazyComponent<{ trekId: string }>(() => import('./Closures').then((file) => file.Closures));

/** `trekId` is undefined for a new trek, which has no closures before it is saved. */
export const Dates = memo(function Dates({ trekId }: { trekId: string | undefined }) {
  const { dispatch } = useEditor();
  const soldAs = useForm((form) => form.soldAs);
  const notice = useForm((form) => form.minimumNoticeDays);
  return (
    <Part id="editor-dates" title="Dates">
      <div className="grid gap-x-5 gap-y-4 md:grid-cols-2">
        <Field label="Sold as" hint="Group departures are made in the desk, under Departures.">
          <Select
            data-field="soldAs"
            value={soldAs}
            onChange={(event) =>
              dispatch({ type: 'trek-changed', to: { soldAs: event.target.value as FieldValues['soldAs'] } })
            }
          >
            {SOLD_AS.map((one) => (
              <option key={one} value={one}>
                {LABELS[one]}
              </option>
            ))}
          </Select>
        </Field>
        <NumberField
          field="minimumNoticeDays"
          label="Minimum notice (days)"
          decimal={false}
          hint="Private parties cannot book a start that is nearer than this."
          value={notice}
          onChange={(to) => dispatch({ type: 'trek-changed', to: { minimumNoticeDays: to } })}
        />
        <div className="md:col-span-2">
          {trekId ? (
            <Closures trekId={trekId} wanted={false} />
          ) : (
            <p className="text-ink-soft text-sm">Closed days can be entered after the trek was added.</p>
          )}
        </div>
      </div>
    </Part>
  );
});
