// Staff book for a caller, whose account gets the booking. Loaded after the page, for staff alone.
import { useConfig } from '../../api/useConfig';
import { Field } from '../../ui/Field';
import { Input, Select } from '../../ui/Input';
import { RadioCard } from '../../ui/RadioCard';
import type { Caller } from './draft';

const NAME = 'booked-for';
const MAX_NAME = 100;
const WAYS = { card: 'By card', bank: 'Bank transfer', arrival: 'At our office' };

export function CallerFields({
  caller,
  onChange,
}: {
  caller: Caller | undefined;
  onChange: (caller: Caller | undefined) => void;
}) {
  const offered = useConfig()?.waysToPay.map(({ way }) => way) ?? [];
  const ways = (['card', 'bank', 'arrival'] as const).filter((way) => offered.includes(way));
  return (
    <fieldset className="mb-8 grid max-w-2xl gap-2 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">Who is it for?</legend>
      <RadioCard name={NAME} value="me" checked={!caller} onChange={() => onChange(undefined)} label="For me" />
      <RadioCard
        name={NAME}
        value="caller"
        checked={caller !== undefined}
        onChange={() => onChange(caller ?? { name: '', email: '', payWith: ways[0] })}
        label="For a caller"
      />
      {caller && (
        <>
          <Field label="Name of the caller" required>
            <Input
              autoComplete="off"
              maxLength={MAX_NAME}
              value={caller.name}
              onChange={(event) => onChange({ ...caller, name: event.target.value })}
            />
          </Field>
          <Field label="Email of the caller" required hint="The booking belongs to the account of this address.">
            <Input
              type="email"
              autoComplete="off"
              value={caller.email}
              onChange={(event) => onChange({ ...caller, email: event.target.value })}
            />
          </Field>
          {ways.length > 1 && (
            <Field label="Payment" hint="The caller gets an email that says how to pay. You can also record it.">
              <Select
                value={caller.payWith}
                onChange={({ target }) => onChange({ ...caller, payWith: ways.find((way) => way === target.value) })}
              >
                {ways.map((way) => (
                  <option key={way} value={way}>
                    {WAYS[way]}
                  </option>
                ))}
              </Select>
            </Field>
          )}
        </>
      )}
    </fieldset>
  );
}
