// Asks for a rate to NPR.
import { type FormEvent, useState } from 'react';
import { ApiFailure } from '../../api/client';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import { parseRate } from './npr-rate';

interface RateFormProps {
  currency: string;
  /** The button. */
  action: string;
  /** What the field contains at first. */
  value?: number | undefined;
  save: { mutate: (value: number) => void; isPending: boolean; error: Error | null };
}

/** Not a form element: it stands inside the form of a payment, too. */
export function RateForm({ currency, action, value, save }: RateFormProps) {
  const [typed, setTyped] = useState(value === undefined ? '' : String(value));
  const [isSent, setSent] = useState(false);
  const rate = parseRate(typed);
  const failure = save.error;
  const refused =
    failure instanceof ApiFailure ? (failure.errors[0]?.message ?? failure.message) : failure && 'Please try again.';

  function submit(event?: FormEvent) {
    event?.preventDefault();
    setSent(true);
    if (rate !== null && !save.isPending) save.mutate(rate);
  }

  return (
    <div className="grid gap-3">
      <Field
        label={`NPR for 1 ${currency}`}
        hint="For example 133.20."
        error={isSent && rate === null ? 'Enter a rate above zero, for example 133.20' : (refused ?? undefined)}
        required
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && submit(event)}
          className="figures min-h-12"
        />
      </Field>
      <Button variant="secondary" size="lg" loading={save.isPending} onClick={() => submit()}>
        {action}
      </Button>
    </div>
  );
}
