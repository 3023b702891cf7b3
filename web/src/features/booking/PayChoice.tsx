// Pay the deposit or everything now. Loaded only for treks with a deposit.
import type { PaymentTerms } from '../../api/types';
import { addDays, formatDate } from '../../lib/dates';
import { plural } from '../../lib/text';
import { RadioCard } from '../../ui/RadioCard';
import { InstallmentRows } from '../currency/InstallmentRows';
import { formatMoney } from '../currency/money';
import { useMoney } from '../currency/useMoney';
import { type Due, installments, type Pay } from './schedule';

/** `onChange` gets the traveller's choice. The deposit is preselected. */
export function PayChoice({ pay, onChange, ...due }: Due & { pay: Pay; onChange: (pay: Pay) => void }) {
  const money = useMoney();
  const { terms, price, startDate } = due;
  const show = (amount: number) => money.format(amount, price.currency);
  if (!startDate && !terms.balance.onArrival) {
    return <Note>{`Book with a deposit of ${depositText(due)}. The balance is due ${balanceText(terms)}.`}</Note>;
  }
  const [deposit, balance] = installments(due, 'deposit');
  if (!deposit) return null;
  if (!balance) {
    return <Note>{`Everything is due now, ${show(price.total)}: ${tooLateText(due)}`}</Note>;
  }
  const later = balance.dueAt ? `by ${formatDate(balance.dueAt)}` : 'on arrival';
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold text-sm">When do you want to pay?</legend>
      <RadioCard
        name="pay"
        value="deposit"
        checked={pay === 'deposit'}
        onChange={() => onChange('deposit')}
        label="Pay the deposit now"
        hint={`${show(deposit.amount)} now, ${show(balance.amount)} ${later}`}
      />
      <RadioCard
        name="pay"
        value="all"
        checked={pay === 'all'}
        onChange={() => onChange('all')}
        label="Pay all now"
        hint={`${show(price.total)} now, nothing later`}
      />
      {money.shown !== price.currency && (
        <p className="figures text-ink-soft text-sm">
          {pay === 'deposit'
            ? `Charged as ${formatMoney(deposit.amount, price.currency)} now and ${formatMoney(balance.amount, price.currency)} later`
            : `Charged as ${formatMoney(price.total, price.currency)} now`}
        </p>
      )}
    </fieldset>
  );
}

/** The parts of a reserved trip, below its total. Nothing when everything is due at once. */
export function DueRows({ pay, ...due }: Due & { pay: Pay }) {
  const money = useMoney();
  const parts = installments(due, pay);
  if (parts.length < 2) return null;
  return (
    <dl className="figures mt-3 grid gap-1 border-line border-t pt-3 text-sm">
      <InstallmentRows schedule={parts} today={due.today} show={(amount) => money.format(amount, due.price.currency)} />
    </dl>
  );
}

function depositText({ terms: { deposit }, price }: Due): string {
  if (deposit.perPerson === undefined) return `${deposit.percent}%`;
  return `${formatMoney(deposit.perPerson, price.currency)} per person`;
}

function balanceText({ balance }: PaymentTerms): string {
  return balance.daysBefore === undefined ? 'on arrival' : `${plural(balance.daysBefore, 'day')} before the start`;
}

function tooLateText({ terms, startDate, today }: Due): string {
  const { daysBefore } = terms.balance;
  const isLate = daysBefore !== undefined && startDate !== undefined && addDays(startDate, -daysBefore) < today;
  return isLate ? `the last day for a deposit is ${balanceText(terms)}.` : 'the price is too low for a deposit.';
}

function Note({ children }: { children: string }) {
  return <p className="figures rounded-sm bg-stone px-3.5 py-2.5 text-sm">{children}</p>;
}
