// Basics (name, description, location, features, region, difficulty, seasons, included) and the start and end of a trek.
import { type ComponentType, memo } from 'react';
import { MONTHS } from '../../lib/dates';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Input';
import { Chips } from './Chips';
import { AreaField, NumberField, Part, TextField } from './fields';
import type { FieldName, FieldValues, PlaceForm } from './form';
import { PlaceName } from './PlaceName';
import { useEditor, useForm } from './store';

const DIFFICULTIES = ['Easy', 'Moderate', 'Challenging', 'Strenuous'];
const months: readonly string[] = MONTHS;

export const Basics = memo(function Basics() {
  const { dispatch } = useEditor();
  const features = useForm((form) => form.features);
  return (
    <Part id="editor-basics" title="Basics">
      <div className="grid gap-x-5 gap-y-4 md:grid-cols-2">
        <Typed as={TextField} field="name" label="Trek name" />
        <Typed as={TextField} field="location" label="Location" optional placeholder="Khumbu, Solukhumbu" />
        <Typed as={AreaField} field="description" label="Description" rows={5} className="md:col-span-2" />
        <Chips
          field="features"
          label="Features"
          placeholder="Glacier views"
          words={features}
          onChange={(to) => dispatch({ type: 'features-changed', to })}
        />
        <div className="grid content-start gap-4">
          <Typed
            as={TextField}
            field="region"
            label="Region"
            optional
            placeholder="Everest"
            hint="Travellers filter by it. Use the same word for all treks of a region."
          />
          <Difficulty />
          <Seasons />
        </div>
        <Lines field="included" label="Included" />
        <Lines field="notIncluded" label="Not included" />
      </div>
    </Part>
  );
});

type TypedField = { [Name in FieldName]: FieldValues[Name] extends string ? Name : never }[FieldName];

/** A text field. It subscribes only to its own value. */
function Typed<Props extends { field: string; value: string; onChange: (value: string) => void }>({
  as: Control,
  ...props
}: { as: ComponentType<Props>; field: TypedField } & Omit<Props, 'field' | 'value' | 'onChange'>) {
  const { dispatch } = useEditor();
  const { field } = props;
  const value = useForm((form) => form[field]);
  const onChange = (to: string) => dispatch({ type: 'trek-changed', to: { [field]: to } });
  return <Control {...({ ...props, value, onChange } as unknown as Props)} />;
}

/** A list, typed as one item per line. */
function Lines({ field, label }: { field: 'included' | 'notIncluded'; label: string }) {
  const { dispatch } = useEditor();
  const lines = useForm((form) => form[field]);
  return (
    <AreaField
      field={field}
      label={label}
      optional
      rows={6}
      hint="One item per line, at most 30."
      value={lines.join('\n')}
      onChange={(to) => dispatch({ type: 'trek-changed', to: { [field]: to === '' ? [] : to.split('\n') } })}
    />
  );
}

function Difficulty() {
  const { dispatch } = useEditor();
  const difficulty = useForm((form) => form.difficulty);
  // A value that the agency entered itself stays among the choices.
  const words = DIFFICULTIES.includes(difficulty) || !difficulty ? DIFFICULTIES : [...DIFFICULTIES, difficulty];
  return (
    <Field label="Difficulty" optional>
      <Select
        data-field="difficulty"
        value={difficulty}
        onChange={(event) => dispatch({ type: 'trek-changed', to: { difficulty: event.target.value } })}
      >
        <option value="">Not set</option>
        {words.map((word) => (
          <option key={word}>{word}</option>
        ))}
      </Select>
    </Field>
  );
}

function Seasons() {
  const { dispatch } = useEditor();
  const seasons = useForm((form) => form.bestSeasons);
  const own = seasons.filter((one) => !months.includes(one));
  const toggle = (word: string) => {
    const next = seasons.includes(word) ? seasons.filter((one) => one !== word) : [...seasons, word];
    const rank = (one: string) => months.indexOf(one);
    dispatch({ type: 'trek-changed', to: { bestSeasons: next.sort((a, b) => rank(a) - rank(b)) } });
  };
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">
        Best seasons <span className="font-normal text-ink-soft">(optional)</span>
      </legend>
      <div className="grid grid-cols-6 gap-1">
        {[...months, ...own].map((word) => (
          <button
            key={word}
            type="button"
            aria-pressed={seasons.includes(word)}
            onClick={() => toggle(word)}
            className="wrap-anywhere min-h-9 rounded-sm border border-line-strong px-1 text-sm hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
          >
            {word}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

export const Places = memo(function Places() {
  return (
    <Part id="editor-places" title="Start and end">
      <div className="grid gap-x-5 gap-y-6 md:grid-cols-2">
        <PlaceFields place="startingPlace" legend="Starting place" />
        <PlaceFields place="endingPlace" legend="Ending place" />
      </div>
    </Part>
  );
});

function PlaceFields({ place, legend }: { place: 'startingPlace' | 'endingPlace'; legend: string }) {
  const { dispatch } = useEditor();
  const { name, latitude, longitude } = useForm((form) => form[place]);
  const change = (to: Partial<PlaceForm>) => dispatch({ type: 'place-changed', place, to });
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="sr-only">{legend}</legend>
      <PlaceName
        large
        field={`${place}.name`}
        label={legend}
        place={{ name, latitude, longitude }}
        onName={(to) => change({ name: to })}
        onPlace={(to) => change({ name: to.name, latitude: to.latitude, longitude: to.longitude })}
        className="col-span-2"
      />
      <NumberField
        field={`${place}.coordinates.latitude`}
        label="Latitude"
        value={latitude}
        onChange={(to) => change({ latitude: to })}
      />
      <NumberField
        field={`${place}.coordinates.longitude`}
        label="Longitude"
        value={longitude}
        onChange={(to) => change({ longitude: to })}
      />
    </fieldset>
  );
}
