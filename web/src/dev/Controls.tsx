// Buttons, text fields and choices: each variant in each state.
import { MapPin, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink, IconButton } from '../ui/Button';
import { CodeBoxes } from '../ui/CodeBoxes';
import { Combobox } from '../ui/Combobox';
import { DatePicker } from '../ui/DatePicker';
import { Field } from '../ui/Field';
import { Input, PasswordInput, Select, Textarea } from '../ui/Input';
import { SearchBox } from '../ui/SearchBox';
import { ThemeToggle } from '../ui/ThemeToggle';
import { Checkbox, Segmented, Switch } from '../ui/Toggle';
import { LONG, Part, Piece } from './part';

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger', 'dangerGhost'] as const;
const FIRST = '2026-11-01';
const LAST = '2027-12-31';

export function Controls() {
  return (
    <>
      <Buttons />
      <Texts />
      <Choices />
    </>
  );
}

function Buttons() {
  return (
    <Part id="buttons" title="Buttons">
      {VARIANTS.map((variant) => (
        <Piece key={variant} name={variant} note="default, hover, focus, disabled, loading">
          <Button variant={variant}>Book now</Button>
          <Button variant={variant} className="is-hover">
            Hover
          </Button>
          <Button variant={variant} className="is-focus">
            Focus
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} loading>
            Loading
          </Button>
        </Piece>
      ))}
      <Piece name="Sizes">
        <Button size="sm">Small</Button>
        <Button>Middle</Button>
        <Button size="lg">Large</Button>
        <ButtonLink to="/dev/ui" variant="secondary">
          A link
        </ButtonLink>
      </Piece>
      <Piece name="Long words" wide>
        <Button className="max-w-72">{LONG}</Button>
      </Piece>
      <Piece name="IconButton" note="default, hover, focus, disabled">
        <IconButton label="Share">
          <Share2 aria-hidden className="size-5" />
        </IconButton>
        <IconButton label="Share, hover" className="is-hover">
          <Share2 aria-hidden className="size-5" />
        </IconButton>
        <IconButton label="Share, focus" className="is-focus">
          <Share2 aria-hidden className="size-5" />
        </IconButton>
        <IconButton label="Share, disabled" disabled>
          <Share2 aria-hidden className="size-5" />
        </IconButton>
      </Piece>
    </Part>
  );
}

const PLACES = ['Everest Base Camp', 'Annapurna Circuit', LONG];

function Texts() {
  const [place, setPlace] = useState('');
  const [found, setFound] = useState<string | undefined>('');
  return (
    <Part id="fields" title="Text fields">
      <div className="grid items-start gap-5 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Name" hint="As in your passport">
          <Input defaultValue="Maya Gurung" />
        </Field>
        <Field label="Empty" optional>
          <Input placeholder="Placeholder" />
        </Field>
        <Field label="Hover">
          <Input className="is-hover" />
        </Field>
        <Field label="Focus">
          <Input className="is-focus" />
        </Field>
        <Field label="Email" required error="An email address has an @ in it.">
          <Input type="email" defaultValue="maya.chautari" />
        </Field>
        <Field label="Disabled">
          <Input disabled defaultValue="Kathmandu" />
        </Field>
        <Field label="Read only">
          <Input readOnly defaultValue="019a0000-0000-7000-8000" />
        </Field>
        <Field label={LONG} error={LONG} hint={LONG}>
          <Input defaultValue={LONG} />
        </Field>
        <Field label="Password">
          <PasswordInput defaultValue="mountain" />
        </Field>
        <Field label="Notes">
          <Textarea defaultValue={LONG} />
        </Field>
        <Field label="Choice">
          <Select defaultValue="Classic route">
            <option>Classic route</option>
            <option>{LONG}</option>
          </Select>
        </Field>
        <Field label="Choice, disabled">
          <Select disabled>
            <option>All statuses</option>
          </Select>
        </Field>
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Piece name="Combobox" note="type, or press the arrow down" wide>
          <Combobox
            label="Destination"
            text={place}
            onText={setPlace}
            items={PLACES.filter((one) => one.toLowerCase().includes(place.toLowerCase()))}
            itemKey={(one) => one}
            renderItem={(one) => one}
            onPick={setPlace}
            emptyText="No treks match."
            icon={<MapPin aria-hidden className="ml-3 size-4 text-ink-soft" />}
            className="rounded-sm border border-line-strong bg-raised"
            inputClassName="min-h-11 px-3"
          />
        </Piece>
        <Piece name="SearchBox" note={found ? `searches for ${found}` : 'updates after a pause in typing'} wide>
          <SearchBox label="Search by name" value={found} onSearch={setFound} />
        </Piece>
      </div>
    </Part>
  );
}

function Choices() {
  const [day, setDay] = useState<string | undefined>('2026-12-01');
  const [code, setCode] = useState('482');
  const [on, setOn] = useState(true);
  const [unit, setUnit] = useState<'list' | 'map'>('list');
  return (
    <Part id="choices" title="Choices">
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Start" hint="Opens the calendar">
          <DatePicker value={day} onChange={setDay} min={FIRST} max={LAST} />
        </Field>
        <Field label="No day yet" error="Choose the day you start.">
          <DatePicker value={undefined} onChange={() => {}} min={FIRST} max={LAST} invalid />
        </Field>
        <Field label="Day, disabled">
          <DatePicker value={day} onChange={setDay} min={FIRST} max={LAST} disabled />
        </Field>
      </div>
      <Piece name="CodeBoxes" note="default, invalid, disabled">
        <CodeBoxes label="Code" value={code} onChange={setCode} />
        <CodeBoxes label="Wrong code" value="482913" onChange={() => {}} invalid />
        <CodeBoxes label="Disabled code" value="" onChange={() => {}} disabled />
      </Piece>
      <div className="grid gap-x-10 sm:grid-cols-2">
        <Switch checked={on} onCheckedChange={setOn} label="Newsletter" hint="New treks and stories from the trail." />
        <Switch checked={false} onCheckedChange={() => {}} label="Off, disabled" disabled />
        <Checkbox checked={on} onCheckedChange={setOn} label="I have read the terms" />
        <Checkbox checked={false} onCheckedChange={() => {}} label="Invalid" invalid />
        <Checkbox checked={false} onCheckedChange={() => {}} label="Disabled" disabled />
        <Checkbox checked onCheckedChange={() => {}} label={LONG} />
      </div>
      <Piece name="Segmented">
        <Segmented
          label="View"
          value={unit}
          onChange={setUnit}
          options={[
            { value: 'list', label: 'List' },
            { value: 'map', label: 'Map' },
          ]}
        />
        <Segmented
          label="View, small"
          size="sm"
          value={unit}
          onChange={setUnit}
          options={[
            { value: 'list', label: 'List' },
            { value: 'map', label: 'Map' },
          ]}
        />
        <ThemeToggle />
        <ThemeToggle small />
      </Piece>
    </Part>
  );
}
