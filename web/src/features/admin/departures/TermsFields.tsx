// The fields that the forms for a new and a changed departure share.
import type { ReactNode } from 'react';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Field } from '../../../ui/Field';
import { Input, Textarea } from '../../../ui/Input';
import { type ChangeValues, FIELD_LABELS } from './departure-form';

const MAX_NOTES = 2000;
type Terms = Omit<ChangeValues, 'startDate' | 'endDate'>;

export function TermsFields({
  register,
  errors,
  currency,
  routePrice,
  sharesSeats = false,
  decision,
  decisionHint,
}: {
  register: UseFormRegister<Terms>;
  errors: FieldErrors<Terms>;
  currency: string | undefined;
  /** The price of the route, formatted. */
  routePrice: string | undefined;
  sharesSeats?: boolean;
  /** Replaces the day of the decision: each date of a series has its own. */
  decision?: ReactNode;
  decisionHint: string;
}) {
  return (
    <>
      <Field
        label={FIELD_LABELS.capacity}
        required
        error={errors.capacity?.message}
        hint={sharesSeats ? 'Counts for all departures that share these seats.' : undefined}
      >
        <Input {...register('capacity')} inputMode="numeric" maxLength={4} autoComplete="off" className="figures" />
      </Field>
      <Field
        label={FIELD_LABELS.minimum}
        required
        error={errors.minimum?.message}
        hint="Guaranteed once this number of seats is sold."
      >
        <Input {...register('minimum')} inputMode="numeric" maxLength={4} autoComplete="off" className="figures" />
      </Field>
      <Field
        label={currency ? `${FIELD_LABELS.pricePerHead}, ${currency}` : FIELD_LABELS.pricePerHead}
        optional
        error={errors.pricePerHead?.message}
        hint={routePrice ? `Empty: the route's price, ${routePrice}.` : "Empty: the route's price."}
      >
        <Input {...register('pricePerHead')} inputMode="decimal" autoComplete="off" className="figures" />
      </Field>
      <Field label={FIELD_LABELS.cutoffDays} required error={errors.cutoffDays?.message}>
        <Input {...register('cutoffDays')} inputMode="numeric" maxLength={4} autoComplete="off" className="figures" />
      </Field>
      {decision ?? (
        <Field label={FIELD_LABELS.decideBy} optional error={errors.decideBy?.message} hint={decisionHint}>
          <Input {...register('decideBy')} type="date" max="9999-12-31" />
        </Field>
      )}
      <Field label={FIELD_LABELS.notes} optional error={errors.notes?.message} className="sm:col-span-2">
        <Textarea {...register('notes')} rows={3} maxLength={MAX_NOTES} />
      </Field>
    </>
  );
}
