// Who walks: the primary guest, one form for each other guest, and notes (document 2 §2, §5).
import clsx from 'clsx';
import { type FieldErrors, useFormContext, useFormState } from 'react-hook-form';
import { Field } from '../../ui/Field';
import { Input, Select, Textarea } from '../../ui/Input';
import { GENDERS, type GuestForm, MAX_NOTES } from './guests';

export function GuestForms({ totalGuests }: { totalGuests: number }) {
  const others = totalGuests - 1;
  return (
    <div className="@container grid gap-10">
      <fieldset>
        <legend className="font-display font-semibold text-2xl">Primary guest</legend>
        <p className="mt-1 text-ink-soft">The person we speak with before and during the trek.</p>
        <GuestFields path="primaryGuest" autofill className="mt-4" />
      </fieldset>
      {others > 0 && (
        <div className="grid gap-6">
          <h2 className="text-2xl">{others === 1 ? 'The other guest' : `The other ${others} guests`}</h2>
          {Array.from({ length: others }, (_, index) => index + 2).map((number) => (
            <fieldset key={number} className="border-line border-t pt-4">
              <legend className="float-left mb-2 w-full font-semibold text-sm">Guest {number}</legend>
              <GuestFields path={`additionalGuests.${number - 2}`} className="clear-both" />
            </fieldset>
          ))}
        </div>
      )}
      <Notes />
    </div>
  );
}

type GuestPath = 'primaryGuest' | `additionalGuests.${number}`;

function errorOf(
  errors: FieldErrors<GuestForm>,
  path: GuestPath,
  field: 'name' | 'age' | 'gender' | 'phoneNumber',
): string | undefined {
  const [list, index] = path.split('.');
  const guest = list === 'primaryGuest' ? errors.primaryGuest : errors.additionalGuests?.[Number(index)];
  return guest?.[field]?.message;
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
  return (
    <div
      // One row where there is room for it, so that a hundred guests stay one page.
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-4 @xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)_5rem_7.5rem] @xl:gap-3',
        className,
      )}
    >
      <Field label="Name" required error={errorOf(errors, path, 'name')} className="col-span-2 @xl:col-span-1">
        <Input {...register(`${path}.name`)} autoComplete={autofill ? 'name' : 'off'} />
      </Field>
      <Field
        label="Phone"
        required={primary}
        optional={!primary}
        error={errorOf(errors, path, 'phoneNumber')}
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
        label="Age"
        required
        error={errorOf(errors, path, 'age')}
        // Beside it stands a field that has no mistakes: the message takes the room of both.
        className="[&_[role=alert]]:@xl:w-[13.25rem]"
      >
        <Input {...register(`${path}.age`)} inputMode="numeric" maxLength={3} autoComplete="off" />
      </Field>
      <Field label="Gender" error={errorOf(errors, path, 'gender')}>
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
      label="Additional Notes"
      optional
      error={errors.additionalNotes?.message}
      hint="Food you do not eat, an arrival we should know of, a birthday on the way."
    >
      <Textarea {...register('additionalNotes')} maxLength={MAX_NOTES} />
    </Field>
  );
}
