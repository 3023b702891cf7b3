// The options after a departure was moved or cancelled: choose, check, confirm. An answer is final.
import { useRef, useState } from 'react';
import { daysText, placesText } from '../../lib/departures';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Input';
import { formatMoney } from '../currency/money';
import type { Answer, Choices, Option } from './choices';

export function ChoiceForm({
  choices,
  isBusy,
  problem,
  onAnswer,
}: {
  choices: Choices;
  isBusy: boolean;
  /** Why the answer was refused. */
  problem: string | undefined;
  onAnswer: (answer: Answer) => void;
}) {
  const [option, setOption] = useState<Option>();
  const [departureId, setDepartureId] = useState('');
  const [error, setError] = useState<string>();
  const [isChecking, setChecking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const options = choices.options.filter((one) => one !== 'departure' || choices.departures.length > 0);
  const departure = choices.departures.find((one) => one._id === departureId);

  function toCheck() {
    if (!option) return setError('Please choose one of the options.');
    if (option === 'departure' && !departure) return setError('Please choose a departure.');
    setError(undefined);
    setChecking(true);
    requestAnimationFrame(() => heading.current?.focus());
  }

  function toOptions() {
    setChecking(false);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(':checked')?.focus());
  }

  if (isChecking && option) {
    const dates = departure && daysText(departure.startDate, departure.endDate);
    return (
      <section aria-labelledby="check-answer" className="mt-8 rounded-lg border border-line bg-raised p-5 sm:p-6">
        <h2 id="check-answer" ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {titleOf(option)}
        </h2>
        <p className="figures mt-2 text-ink-soft">{option === 'departure' ? dates : detailOf(option, choices)}</p>
        <p className="mt-3 font-semibold">You can't change your answer afterwards.</p>
        {problem && (
          <p role="alert" className="mt-3 rounded-sm border border-danger bg-danger-wash p-4 text-danger">
            {problem}
          </p>
        )}
        <div className="mt-5 flex flex-wrap gap-3 *:max-sm:grow">
          <Button
            loading={isBusy}
            onClick={() => onAnswer(option === 'departure' ? { choice: option, departureId } : { choice: option })}
          >
            Confirm
          </Button>
          <Button variant="secondary" onClick={toOptions}>
            Back
          </Button>
        </div>
      </section>
    );
  }

  return (
    <form
      ref={form}
      noValidate
      className="mt-8"
      onSubmit={(event) => {
        event.preventDefault();
        toCheck();
      }}
    >
      <fieldset aria-describedby={error ? 'choice-error' : undefined}>
        <legend className="font-display font-semibold text-2xl">What would you like to do?</legend>
        <div className="mt-4 grid gap-3">
          {options.map((one) => (
            <label
              key={one}
              className="relative block cursor-pointer rounded-lg border border-line-strong bg-raised p-4 pr-12 hover:border-ink has-checked:border-ink has-checked:bg-stone has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-glacier has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name="choice"
                value={one}
                checked={option === one}
                onChange={() => {
                  setOption(one);
                  setError(undefined);
                }}
                className="peer absolute inset-0 m-0 cursor-pointer opacity-0"
              />
              <span
                aria-hidden
                className="absolute top-5 right-4 size-4.5 rounded-full border border-line-strong peer-checked:border-6 peer-checked:border-ink"
              />
              <span className="block font-semibold text-lg">{titleOf(one)}</span>
              <span className="figures block text-ink-soft">{detailOf(one, choices)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {option === 'departure' && (
        <Field label="Departure" className="mt-4">
          <Select
            value={departureId}
            onChange={(event) => {
              setDepartureId(event.target.value);
              setError(undefined);
            }}
            className="figures"
          >
            <option value="">Choose a departure</option>
            {choices.departures.map((one) => (
              <option key={one._id} value={one._id}>
                {daysText(one.startDate, one.endDate)} · {placesText(one)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {error && (
        <p id="choice-error" role="alert" className="mt-3 text-danger">
          {error}
        </p>
      )}
      <Button type="submit" size="lg" className="mt-5 max-sm:w-full">
        Continue
      </Button>
    </form>
  );
}

function titleOf(option: Option): string {
  switch (option) {
    case 'accept':
      return 'Take the new date';
    case 'departure':
      return 'Choose another departure';
    case 'credit':
      return 'Keep the money as credit';
    default:
      return 'Get a full refund';
  }
}

function detailOf(option: Option, { to, amountPaid, currency, creditMonths }: Choices): string {
  const amount = formatMoney(amountPaid, currency);
  switch (option) {
    case 'accept':
      return to ? daysText(to.startDate, to.endDate) : '';
    case 'departure':
      return 'Your booking moves to a date that suits you.';
    case 'credit':
      return `${amount} for any of our treks in the next ${creditMonths} months.`;
    default:
      return `${amount} goes back the way you paid.`;
  }
}
