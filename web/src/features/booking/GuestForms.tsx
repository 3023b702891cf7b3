// Guest forms: the primary guest, each other guest, special requests and notes (document 2 §2, §5).
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useConfig } from '../../api/useConfig';
import { Field } from '../../ui/Field';
import { Input, Select, Textarea } from '../../ui/Input';
import { errorAt, type GuestPath } from './guest-errors';
import { GENDERS, type GuestForm, MAX_NOTES } from './guests';

const legend = 'float-left mb-3 w-full font-display font-semibold text-xl';

export function GuestForms({ totalGuests, wishes }: { totalGuests: number; wishes: ReactNode }) {
  const others = totalGuests - 1;
  const takesBuyerPan = useConfig()?.takesBuyerPan;
  const { getValues } = useFormContext<GuestForm>();
  return (
    <div className="@container grid gap-10">
      <fieldset>
        <legend className={legend}>Primary guest</legend>
        <p className="-mt-2 clear-both text-ink-soft">Our contact before and during the trek.</p>
        <GuestFields path="primaryGuest" autofill className="mt-4" />
      </fieldset>
      {Array.from({ length: others }, (_, index) => index + 2).map((number) => (
        <fieldset key={number} className="border-line border-t pt-5">
          <legend className={legend}>Guest {number}</legend>
          <GuestFields path={`additionalGuests.${number - 2}`} className="clear-both" />
        </fieldset>
      ))}
      <div className="border-line border-t pt-5">{wishes}</div>
      <Notes />
      {(takesBuyerPan || getValues('buyerPan')) && <BuyerPan />}
    </div>
  );
}

function GuestFields({
  path,
  autofill = false,
  className,
}: {
  path: GuestPath;
  autofill?: boolean;
  className?: string | undefined;
}) {
  const { register } = useFormContext<GuestForm>();
  const { errors } = useFormState<GuestForm>();
  const primary = path === 'primaryGuest';
  const ties = (field: 'name' | 'age' | 'gender' | 'phoneNumber') => ({
    id: `${path}.${field}`,
    error: errorAt(errors, path, field),
  });
  return (
    <div
      // One row per guest where there is room, so that a hundred guests fit one page.
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-4 @xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)_5rem_7.5rem] @xl:gap-3',
        className,
      )}
    >
      <Field {...ties('name')} label="Name" required className="col-span-2 @xl:col-span-1">
        <Input {...register(`${path}.name`)} autoComplete={autofill ? 'name' : 'off'} />
      </Field>
      <Field
        {...ties('phoneNumber')}
        label="Phone"
        required={primary}
        optional={!primary}
        className="col-span-2 @xl:col-span-1"
      >
        <Input
          {...register(`${path}.phoneNumber`)}
          type="tel"
          inputMode="tel"
          autoComplete={autofill ? 'tel' : 'off'}
          placeholder={primary ? '+977 98…' : undefined}
        />
      </Field>
      <Field
        {...ties('age')}
        label="Age"
        required
        // The message may span both columns, because the field beside it never has an error.
        className="[&>p]:@xl:w-[13.25rem]"
      >
        <Input {...register(`${path}.age`)} inputMode="numeric" maxLength={3} autoComplete="off" />
      </Field>
      <Field {...ties('gender')} label="Gender">
        <Select {...register(`${path}.gender`)}>
          {GENDERS.map((gender) => (
            <option key={gender}>{gender}</option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

function Notes() {
  const { register } = useFormContext<GuestForm>();
  const { errors } = useFormState<GuestForm>();
  return (
    <Field
      id="additionalNotes"
      label="Additional Notes"
      optional
      error={errors.additionalNotes?.message}
      hint="For example diets, allergies, when you arrive, or a birthday on the trek."
    >
      <Textarea {...register('additionalNotes')} maxLength={MAX_NOTES} />
    </Field>
  );
}

function BuyerPan() {
  const { register } = useFormContext<GuestForm>();
  const { errors } = useFormState<GuestForm>();
  return (
    <Field
      id="buyerPan"
      label="PAN or VAT number"
      optional
      error={errors.buyerPan?.message}
      hint="Only if the invoice is for a company in Nepal."
      className="max-w-80"
    >
      <Input {...register('buyerPan')} inputMode="numeric" maxLength={20} autoComplete="off" />
    </Field>
  );
}
