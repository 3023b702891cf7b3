// Payment Details: the group discount and the charges added to the price (document 2 §2, §9).
import { memo } from 'react';
import { Checkbox } from '../../ui/Toggle';
import { NumberField, Part } from './fields';
import type { PaymentForm } from './form';
import { useEditor, useForm } from './store';

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
    </Part>
  );
});
