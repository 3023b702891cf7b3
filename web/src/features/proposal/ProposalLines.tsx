// The lines of the price. Those that do not count are shown as options and own arrangements.
import { X } from 'lucide-react';
import { Button, IconButton } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import { Checkbox } from '../../ui/Toggle';
import { formatMoney } from '../currency/money';
import { EMPTY_LINE, type FormLine, idOf, type Part, totalOf } from './proposal-form';

const MAX_LINES = 50;

export function ProposalLines({ form: { lines }, onChange, problemOf, currency }: Part & { currency: string }) {
  const changeLine = (index: number, to: Partial<FormLine>) =>
    onChange({ lines: lines.map((line, at) => (at === index ? { ...line, ...to } : line)) });
  const input = (index: number, name: 'text' | 'quantity' | 'unitPrice', label: string) => {
    const field = `lines[${index}].${name}`;
    return (
      <Field id={idOf(field)} label={label} error={problemOf(field)}>
        <Input
          maxLength={name === 'text' ? 200 : 16}
          inputMode={name === 'quantity' ? 'numeric' : undefined}
          autoComplete="off"
          value={lines[index]?.[name] ?? ''}
          onChange={(event) => changeLine(index, { [name]: event.target.value })}
        />
      </Field>
    );
  };
  return (
    <section aria-labelledby={idOf('lines')}>
      <h3 id={idOf('lines')} tabIndex={-1} className="text-lg">
        Price
      </h3>
      {problemOf('lines') && <p className="mt-1 text-danger text-sm">{problemOf('lines')}</p>}
      <ul className="mt-3 grid gap-4">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the list
          <li key={index}>
            <fieldset className="grid items-start gap-3 rounded-sm border border-line p-4 sm:grid-cols-[minmax(0,1fr)_6rem_9rem]">
              <legend className="px-1 font-semibold text-sm">Line {index + 1}</legend>
              {input(index, 'text', 'Text')}
              {input(index, 'quantity', 'Quantity')}
              {input(index, 'unitPrice', `Price each (${currency})`)}
              <div className="flex items-center justify-between gap-3 sm:col-span-3">
                <Checkbox
                  label="Part of the total"
                  hint="Without it the line is shown as an option or own arrangement."
                  checked={line.counts}
                  onCheckedChange={(counts) => changeLine(index, { counts })}
                />
                <IconButton
                  label={`Remove line ${index + 1}`}
                  onClick={() => onChange({ lines: lines.filter((_, at) => at !== index) })}
                >
                  <X aria-hidden className="size-4" />
                </IconButton>
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <Button
          variant="secondary"
          size="sm"
          disabled={lines.length >= MAX_LINES}
          onClick={() => onChange({ lines: [...lines, EMPTY_LINE] })}
        >
          Add a line
        </Button>
        <p className="figures font-semibold" aria-live="polite">
          Total {formatMoney(totalOf(lines, currency), currency)}
        </p>
      </div>
    </section>
  );
}
