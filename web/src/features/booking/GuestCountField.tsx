// Number of guests: a list from 1 to 10, or a typed number limited to 1 to 100 (document 2 §4).
import { useState } from 'react';
import { plural } from '../../lib/text';
import { Field } from '../../ui/Field';
import { Input, Select } from '../../ui/Input';
import type { Choice } from './choice';
import { LISTED_GUESTS, MAX_GUESTS, MIN_GUESTS, readGuestCount } from './guest-count';

export function GuestCountField({ choice, onChange }: { choice: Choice; onChange: (change: Partial<Choice>) => void }) {
  const [message, setMessage] = useState<string>();
  function type(typed: string) {
    const read = readGuestCount(typed);
    setMessage(read.message);
    // Invalid text stays in the field with its message and counts as no number.
    onChange({ guests: read.count === null ? typed : read.text });
  }
  function pick(value: string) {
    setMessage(undefined);
    onChange(value === 'custom' ? { custom: true, guests: '' } : { custom: false, guests: value });
  }
  return (
    <div className="grid gap-3">
      <Field label="Guests">
        <Select value={choice.custom ? 'custom' : choice.guests} onChange={(event) => pick(event.target.value)}>
          {Array.from({ length: LISTED_GUESTS }, (_, index) => String(index + 1)).map((count) => (
            <option key={count} value={count}>
              {plural(Number(count), 'guest')}
            </option>
          ))}
          <option value="custom">Custom number of guests</option>
        </Select>
      </Field>
      {choice.custom && (
        <Field label="Custom number of guests" error={message} hint={`From ${MIN_GUESTS} to ${MAX_GUESTS}.`}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            autoFocus={choice.guests === ''}
            value={choice.guests}
            onChange={(event) => type(event.target.value)}
          />
        </Field>
      )}
    </div>
  );
}
