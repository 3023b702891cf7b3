// Payment Details: the group discount, the charges added to the price (document 2 §2, §9), and the deposit (operations §3).
import { memo } from 'react';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Input';
import { Checkbox } from '../../ui/Toggle';
import { NumberField, Part } from './fields';
import type { PaymentForm } from './form';
import { useEditor, useForm, useProblem } from './store';

const DISCOUNT = 'paymentDetails.discount';
const CHARGES = 'paymentDetails.charges';

export const Terms = memo(function Terms({ currency }: { currency: string }) {
  const { dispatch } = useEditor();
  const terms = useForm((form) => form.paymentDetails);
  const change = (to: Partial<PaymentForm>) => dispatch({ type: 'payment-changed', to });
  const field = (name: keyof PaymentForm, path: string, label: string) => (
    <NumberField
      field={`${path}.${name}`}
      label={label}
      value={String(terms[name])}
      onChange={(to) => change({ [name]: to })}
    />
  );
  return (
    <Part id="editor-payment" title="Payment Details">
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <Checkbox
          label="Group discount"
          hint="From this group size"
          checked={terms.isGroupDiscountApplicable}
          onCheckedChange={(on) => change({ isGroupDiscountApplicable: on })}
          className="sm:col-span-2"
        />
        {field('groupDiscountThreshold', DISCOUNT, 'Group discount threshold (guests)')}
        {field('groupDiscountPercentage', DISCOUNT, 'Group discount percentage')}
        {field('gst', CHARGES, 'Tax %')}
        {field('serviceFee', CHARGES, 'Service Fee %')}
        {field('insurancePerPerson', CHARGES, `Insurance per person (${currency})`)}
        {field('bookingFee', CHARGES, `Booking fee (${currency})`)}
      </div>
      <Deposit currency={currency} terms={terms} onChange={change} />
    </Part>
  );
});

function Deposit({
  currency,
  terms,
  onChange,
}: {
  currency: string;
  terms: PaymentForm;
  onChange: (to: Partial<PaymentForm>) => void;
}) {
  const path = 'paymentDetails.terms';
  const depositError = useProblem(`${path}.deposit`);
  const balanceError = useProblem(`${path}.balance`);
  return (
    <div className="mt-5 grid gap-x-5 gap-y-4 border-line border-t pt-5 sm:grid-cols-2 lg:grid-cols-4">
      <Field
        label="Deposit"
        error={depositError}
        hint={terms.deposit === 'none' ? 'The price is paid when booking.' : ''}
      >
        <Select
          data-field={`${path}.deposit`}
          value={terms.deposit}
          onChange={(event) => onChange({ deposit: event.target.value as PaymentForm['deposit'] })}
        >
          <option value="none">No deposit</option>
          <option value="percent">Percentage of the total</option>
          <option value="perPerson">Amount per person</option>
        </Select>
      </Field>
      {terms.deposit === 'percent' && (
        <NumberField
          field={`${path}.deposit.percent`}
          label="Deposit %"
          value={terms.depositPercent}
          onChange={(depositPercent) => onChange({ depositPercent })}
        />
      )}
      {terms.deposit === 'perPerson' && (
        <NumberField
          field={`${path}.deposit.perPerson`}
          label={`Deposit per person (${currency})`}
          value={terms.depositPerPerson}
          onChange={(depositPerPerson) => onChange({ depositPerPerson })}
        />
      )}
      {terms.deposit !== 'none' && (
        <Field label="Balance due" error={balanceError}>
          <Select
            data-field={`${path}.balance`}
            value={terms.balanceDue}
            onChange={(event) => onChange({ balanceDue: event.target.value as PaymentForm['balanceDue'] })}
          >
            <option value="daysBefore">Days before the start</option>
            <option value="onArrival">On arrival</option>
          </Select>
        </Field>
      )}
      {terms.deposit !== 'none' && terms.balanceDue === 'daysBefore' && (
        <NumberField
          field={`${path}.balance.daysBefore`}
          decimal={false}
          label="Days before the start"
          hint="Booked later than that, everything is due at once."
          value={terms.balanceDaysBefore}
          onChange={(balanceDaysBefore) => onChange({ balanceDaysBefore })}
        />
      )}
    </div>
  );
}
