// What is included, and when the price is due.
import { Field } from '../../ui/Field';
import { Input, Select, Textarea } from '../../ui/Input';
import { idOf, type Part, type ProposalForm } from './proposal-form';

export function ProposalTerms({ form, onChange, problemOf, currency }: Part & { currency: string }) {
  const entries = (name: 'included' | 'notIncluded', label: string) => (
    <Field id={idOf(name)} label={label} hint="One entry a line." optional error={problemOf(name)}>
      <Textarea rows={4} value={form[name]} onChange={(event) => onChange({ [name]: event.target.value })} />
    </Field>
  );
  return (
    <section aria-label="Terms" className="grid gap-4 sm:grid-cols-2">
      {entries('included', 'Included')}
      {entries('notIncluded', 'Not included')}
      <Field id={idOf('terms.deposit')} label="Deposit" error={problemOf('terms.deposit')}>
        <Select
          value={form.deposit}
          onChange={(event) => onChange({ deposit: event.target.value as ProposalForm['deposit'] })}
        >
          <option value="none">No deposit: all is due with the booking</option>
          <option value="percent">Percentage of the total</option>
          <option value="perPerson">Amount per person</option>
        </Select>
      </Field>
      {form.deposit !== 'none' && (
        <>
          <Field
            id={idOf(`terms.deposit.${form.deposit}`)}
            label={form.deposit === 'percent' ? 'Deposit %' : `Deposit per person (${currency})`}
            error={problemOf(`terms.deposit.${form.deposit}`)}
          >
            <Input
              inputMode="decimal"
              value={form.depositValue}
              onChange={(event) => onChange({ depositValue: event.target.value })}
            />
          </Field>
          <Field id={idOf('terms.balance')} label="Balance due" error={problemOf('terms.balance')}>
            <Select
              value={form.balance}
              onChange={(event) => onChange({ balance: event.target.value as ProposalForm['balance'] })}
            >
              <option value="daysBefore">Days before the start</option>
              <option value="onArrival">On arrival</option>
            </Select>
          </Field>
          {form.balance === 'daysBefore' && (
            <Field
              id={idOf('terms.balance.daysBefore')}
              label="Days before the start"
              error={problemOf('terms.balance.daysBefore')}
            >
              <Input
                inputMode="numeric"
                value={form.balanceDays}
                onChange={(event) => onChange({ balanceDays: event.target.value })}
              />
            </Field>
          )}
        </>
      )}
    </section>
  );
}
