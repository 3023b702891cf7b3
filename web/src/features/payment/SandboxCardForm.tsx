// Card fields of the built-in sandbox: formatted while typing, marked as a test, with a list of test numbers.
import { type Ref, useImperativeHandle, useState } from 'react';
import { todayIn } from '../../lib/dates';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import type { CardElement, OnCardErrors } from './card';
import {
  type CardEntry,
  type CardErrors,
  formatCvc,
  formatExpiry,
  formatNumber,
  readCard,
  validateCard,
} from './card-number';
import { confirmSandboxCard } from './sandbox';

const TEST_CARDS = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0025 0000 3155', 'requires authentication'],
] as const;

const PARTS = ['number', 'expiry', 'cvc'] as const;

export function SandboxCardForm({ ref, onErrors }: { ref: Ref<CardElement>; onErrors: OnCardErrors }) {
  const [entry, setEntry] = useState<CardEntry>({ number: '', expiry: '', cvc: '' });
  // Empty before the first submit: an error that appears on blur would move the button.
  const [errors, setErrors] = useState<CardErrors>({});

  function show(found: CardErrors) {
    setErrors(found);
    onErrors(PARTS.flatMap((part) => (found[part] ? { id: `card-${part}`, message: found[part] } : [])));
  }
  useImperativeHandle(ref, () => ({
    check: () => {
      const found = validateCard(entry, todayIn('UTC'));
      show(found);
      return Object.keys(found).length === 0;
    },
    confirm: (payment) => confirmSandboxCard(payment, readCard(entry)),
  }));

  function type(part: keyof CardEntry, text: string) {
    const next = { ...entry, [part]: formatted(part, text, entry) };
    setEntry(next);
    // Updates a shown error while its field is edited.
    if (errors[part]) show({ ...errors, [part]: validateCard(next, todayIn('UTC'))[part] });
  }
  const field = (part: keyof CardEntry) => ({
    name: `card-${part}`,
    value: entry[part],
    inputMode: 'numeric' as const,
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => type(part, event.target.value),
  });

  return (
    <fieldset>
      <legend className="font-semibold">Card</legend>
      <TestMode />
      <div className="mt-4 grid grid-cols-2 gap-4">
        <Field id="card-number" label="Card number" required error={errors.number} className="col-span-2">
          <Input {...field('number')} autoComplete="cc-number" placeholder="1234 1234 1234 1234" className="figures" />
        </Field>
        <Field id="card-expiry" label="Expiry" required error={errors.expiry}>
          <Input {...field('expiry')} autoComplete="cc-exp" placeholder="MM / YY" className="figures" />
        </Field>
        <Field id="card-cvc" label="Security code" required error={errors.cvc}>
          <Input {...field('cvc')} autoComplete="cc-csc" placeholder="CVC" className="figures" />
        </Field>
      </div>
    </fieldset>
  );
}

function formatted(part: keyof CardEntry, text: string, before: CardEntry): string {
  if (part === 'number') return formatNumber(text);
  return part === 'expiry' ? formatExpiry(text, before.expiry) : formatCvc(text, before.number);
}

function TestMode() {
  return (
    <div className="mt-3 rounded-sm bg-marigold-wash px-4 py-3 text-marigold-ink text-sm">
      <p className="font-semibold">Test mode: no real card is charged.</p>
      <details open>
        <summary className="py-1 underline underline-offset-2">Test card numbers</summary>
        <ul className="figures mt-1 grid gap-x-6 gap-y-1 xl:grid-cols-2">
          {TEST_CARDS.map(([number, outcome]) => (
            <li key={number}>
              <span className="font-mono">{number}</span> {outcome}
            </li>
          ))}
        </ul>
        <p className="mt-2">Use any future expiry date and any three digits as the security code.</p>
      </details>
    </div>
  );
}
