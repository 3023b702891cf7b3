// Records money that staff took, or paid out, by hand: on a phone at the counter one tap and one confirmation.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiFailure } from '../../api/client';
import { methodLabel } from '../../api/payments';
import type { RecordPayment as Body, Booking } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { decimalsOf } from '../../lib/format';
import { readPath } from '../../lib/json';
import { readText, writeText } from '../../lib/storage';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import { formatMoney } from '../currency/money';
import { rateText } from '../currency/npr-rate';
import { amountProblem, parseAmount } from './amount';
import { balanceOf, type MoneyKind, useRecordMoney } from './booking-payments';
import { nprRateQuery, useLockRate } from './npr-rate';
import { RateForm } from './RateForm';

const METHODS = ['cash', 'bank', 'other'] as const;
type Method = (typeof METHODS)[number];
/** Chosen in advance next time, because an agency takes most payments the same way. */
const METHOD_KEY = 'payment-method-by-hand';
const lastMethod = () => METHODS.find((one) => one === readText('local', METHOD_KEY));
const LOST = 'The server did not answer. You can safely try again: the payment is recorded once.';

const TEXTS = {
  payment: { title: 'Record a payment', how: 'How was it paid?', left: 'is left to pay' },
  payout: { title: 'Record a payout', how: 'How was it paid out?', left: 'is owed to the guest' },
} as const;

export function RecordPayment({ booking, kind, onClose }: { booking: Booking; kind: MoneyKind; onClose: () => void }) {
  const { customer, trek, rate } = booking;
  const [method, setMethod] = useState<Method | undefined>(() => lastMethod());
  const [currency, setCurrency] = useState(booking.currency);
  // As it was when the form opened: a retry after a lost response, which may have changed it, is sent all the same.
  const [opened] = useState(booking);
  const isInRupees = currency !== booking.currency;
  const balance = isInRupees ? (rupees(opened, kind) ?? rupees(booking, kind) ?? 0) : ownBalance(opened, kind);
  const [typed, setTyped] = useState<string>();
  const amount = typed ?? prefilled(balance, currency);
  const [reference, setReference] = useState('');
  const [isSent, setSent] = useState(false);
  const record = useRecordMoney(booking._id, kind);
  const left = balanceOf(record.error, isInRupees) ?? balance;
  const number = parseAmount(amount, currency);
  const problem = amountProblem(number, currency, left, TEXTS[kind].left) ?? fieldError(record.error, 'amount');
  const methodProblem = method ? fieldError(record.error, 'method') : 'Choose how it was paid';
  const needsRate = isInRupees && !rate;

  function chooseCurrency(code: string) {
    setCurrency(code);
    setTyped(undefined);
    record.reset();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (!method || number === null || needsRate || amountProblem(number, currency, left, TEXTS[kind].left)) return;
    const body: Body = { method, amount: number, currency, ...(reference.trim() && { reference: reference.trim() }) };
    writeText('local', METHOD_KEY, method);
    record.mutate(body, { onSuccess: onClose });
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissible={!record.isPending}
      size="sm"
      title={TEXTS[kind].title}
      description={`${booking.reference}, ${customer.name || 'deleted account'}, ${trek.name}`}
      footer={
        <Button
          type="submit"
          form="record-payment"
          size="lg"
          loading={record.isPending}
          disabled={needsRate}
          className="figures w-full"
        >
          Record {number === null || needsRate ? kind : formatMoney(number, currency, isInRupees)}
        </Button>
      }
    >
      <form id="record-payment" noValidate onSubmit={submit} className="grid gap-5">
        {kind === 'payment' && opened.lateBalance !== undefined && (
          <p className="rounded-sm bg-marigold-wash px-3.5 py-2.5 text-marigold-ink text-sm">
            This booking ended unpaid. A payment of{' '}
            {opened.schedule.length > 1 ? 'at least the deposit' : 'the whole price'} confirms it again if seats are
            still free.
          </p>
        )}
        <Choice
          title={TEXTS[kind].how}
          name="method"
          options={METHODS}
          label={methodLabel}
          chosen={method}
          onChange={setMethod}
          error={isSent ? methodProblem : undefined}
        />
        {booking.currency !== 'NPR' && (
          <Choice
            title="Currency"
            name="currency"
            options={[booking.currency, 'NPR']}
            label={(code) => code}
            chosen={currency}
            onChange={chooseCurrency}
          />
        )}
        {needsRate ? (
          <LockRate booking={booking} />
        ) : (
          <Field
            label={`Amount in ${currency}`}
            hint={<AmountHint booking={booking} left={left} isInRupees={isInRupees} words={TEXTS[kind].left} />}
            error={isSent ? problem : undefined}
            required
          >
            <Input
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              onChange={(event) => setTyped(event.target.value)}
              onFocus={(event) => event.target.select()}
              className="figures min-h-14 font-semibold text-2xl"
            />
          </Field>
        )}
        <Field
          label="Payment reference"
          hint="For example the number of a bank transfer."
          error={fieldError(record.error, 'reference')}
          optional
        >
          <Input
            autoComplete="off"
            maxLength={200}
            value={reference}
            onChange={(event) => setReference(event.target.value)}
            className="min-h-12"
          />
        </Field>
        {record.isError && (
          <Failed failure={record.error} currency={currency} isInRupees={isInRupees} onTakeRest={setTyped} />
        )}
      </form>
    </Dialog>
  );
}

const ownBalance = (booking: Booking, kind: MoneyKind): number =>
  kind === 'payment' ? (booking.lateBalance ?? booking.balance) : booking.owedByHand;

const rupees = (booking: Booking, kind: MoneyKind): number | undefined =>
  kind === 'payment' ? (booking.lateBalanceInRupees ?? booking.balanceInRupees) : booking.owedByHandInRupees;

/** Rupees are whole: '167406'. */
const prefilled = (balance: number, currency: string): string =>
  Number.isInteger(balance) && currency === 'NPR' ? String(balance) : balance.toFixed(decimalsOf(currency));

function AmountHint({
  booking,
  left,
  isInRupees,
  words,
}: {
  booking: Booking;
  left: number;
  isInRupees: boolean;
  words: string;
}) {
  const timezone = useConfig()?.timezone;
  return (
    <>
      {formatMoney(left, isInRupees ? 'NPR' : booking.currency, isInRupees)} {words}.
      {isInRupees && booking.rate && (
        <span className="figures block">{rateText(booking.rate, booking.currency, timezone)}</span>
      )}
    </>
  );
}

/** A booking without a rate gets one here, because NPR cannot be taken otherwise. */
function LockRate({ booking }: { booking: Booking }) {
  const { data } = useQuery(nprRateQuery());
  const lock = useLockRate(booking._id);
  return (
    <div className="grid gap-3 rounded-sm border border-line p-3">
      <p className="text-sm">
        No rate is locked for this booking. Enter the rate that you agreed on with the guest. It can't be changed later.
      </p>
      <RateForm
        key={data?.rate?.value}
        currency={booking.currency}
        action="Lock this rate"
        value={data?.problem ? undefined : data?.rate?.value}
        save={lock}
      />
    </div>
  );
}

function Choice<Option extends string>({
  title,
  name,
  options,
  label,
  chosen,
  onChange,
  error,
}: {
  title: string;
  name: string;
  options: readonly Option[];
  label: (option: Option) => string;
  chosen: Option | undefined;
  onChange: (option: Option) => void;
  error?: string | undefined;
}) {
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-1.5 font-medium text-sm">{title}</legend>
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {options.map((one) => (
          <label
            key={one}
            className="relative flex min-h-14 cursor-pointer items-center justify-center rounded-sm border border-line-strong bg-raised px-1.5 text-center font-semibold text-sm leading-tight transition-colors hover:border-ink has-checked:chosen has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-glacier has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              checked={chosen === one}
              onChange={() => onChange(one)}
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
            />
            {label(one)}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} role="alert" className="mt-1.5 text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Failed({
  failure,
  currency,
  isInRupees,
  onTakeRest,
}: {
  failure: unknown;
  currency: string;
  isInRupees: boolean;
  onTakeRest: (amount: string) => void;
}) {
  const left = balanceOf(failure, isInRupees) ?? leastOf(failure, isInRupees);
  if (failure instanceof ApiFailure && failure.errors.length > 0 && failure.status === 400) return null;
  return (
    <div role="alert" className="rounded-sm bg-danger-wash p-3 text-danger">
      <p>{failure instanceof ApiFailure && !failure.worthRetrying ? failure.message : LOST}</p>
      {left !== undefined && left > 0 && (
        <Button variant="secondary" size="sm" className="mt-2" onClick={() => onTakeRest(prefilled(left, currency))}>
          Use {formatMoney(left, currency, isInRupees)}
        </Button>
      )}
    </div>
  );
}

/** The least that confirms a booking which has ended, from the answer to a smaller amount. */
function leastOf(failure: unknown, isInRupees: boolean): number | undefined {
  if (!(failure instanceof ApiFailure) || failure.status !== 409) return undefined;
  const due = readPath(failure.data, isInRupees ? 'amountDueInRupees' : 'amountDue');
  return typeof due === 'number' ? due : undefined;
}

function fieldError(failure: unknown, field: string): string | undefined {
  return failure instanceof ApiFailure ? failure.errors.find((one) => one.field === field)?.message : undefined;
}
