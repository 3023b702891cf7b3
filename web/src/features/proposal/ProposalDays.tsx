// The days of a proposal: where each begins and ends, where the party sleeps, and what happens.
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { Button, IconButton } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Input, Textarea } from '../../ui/Input';
import { EMPTY_DAY, type FormDay, idOf, moved, type Part } from './proposal-form';

const MAX_DAYS = 60;

export function ProposalDays({ form: { days }, onChange, problemOf }: Part) {
  const changeDay = (index: number, to: Partial<FormDay>) =>
    onChange({ days: days.map((day, at) => (at === index ? { ...day, ...to } : day)) });
  const text = (index: number, name: 'from' | 'to' | 'lodging', label: string) => {
    const field = `days[${index}].${name}`;
    return (
      <Field id={idOf(field)} label={label} error={problemOf(field)}>
        <Input
          maxLength={200}
          autoComplete="off"
          value={days[index]?.[name] ?? ''}
          onChange={(event) => changeDay(index, { [name]: event.target.value })}
        />
      </Field>
    );
  };
  return (
    <section aria-labelledby={idOf('days')}>
      <h3 id={idOf('days')} tabIndex={-1} className="text-lg">
        Days
      </h3>
      {problemOf('days') && <p className="mt-1 text-danger text-sm">{problemOf('days')}</p>}
      <ol className="mt-3 grid gap-4">
        {days.map((day, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place in the list
          <li key={index}>
            <fieldset className="grid gap-3 rounded-sm border border-line p-4 sm:grid-cols-3">
              <legend className="px-1 font-semibold text-sm">Day {index + 1}</legend>
              {text(index, 'from', 'From')}
              {text(index, 'to', 'To')}
              {text(index, 'lodging', 'Lodging')}
              <Field
                id={idOf(`days[${index}].description`)}
                label="Description"
                optional
                error={problemOf(`days[${index}].description`)}
                className="sm:col-span-3"
              >
                <Textarea
                  rows={2}
                  maxLength={2000}
                  value={day.description}
                  onChange={(event) => changeDay(index, { description: event.target.value })}
                />
              </Field>
              <div className="flex gap-1 sm:col-span-3">
                <IconButton
                  label={`Move day ${index + 1} up`}
                  disabled={index === 0}
                  onClick={() => onChange({ days: moved(days, index, -1) })}
                >
                  <ArrowUp aria-hidden className="size-4" />
                </IconButton>
                <IconButton
                  label={`Move day ${index + 1} down`}
                  disabled={index === days.length - 1}
                  onClick={() => onChange({ days: moved(days, index, 1) })}
                >
                  <ArrowDown aria-hidden className="size-4" />
                </IconButton>
                <IconButton
                  label={`Remove day ${index + 1}`}
                  onClick={() => onChange({ days: days.filter((_, at) => at !== index) })}
                >
                  <X aria-hidden className="size-4" />
                </IconButton>
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      <Button
        variant="secondary"
        size="sm"
        className="mt-3"
        disabled={days.length >= MAX_DAYS}
        onClick={() => onChange({ days: [...days, { ...EMPTY_DAY, from: days.at(-1)?.to ?? '' }] })}
      >
        Add a day
      </Button>
    </section>
  );
}
