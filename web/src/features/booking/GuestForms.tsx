// Who walks: the primary guest, one form for each other guest, and notes (document 2 §2, §5).
import clsx from 'clsx';
import { type FieldErrors, useFormContext, useFormState } from 'react-hook-form';
import { Field } from '../../ui/Field';
import { Input, Select, Textarea } from '../../ui/Input';
import { GENDERS, type GuestForm, MAX_NOTES } from './guests';

/** From this many guests on the forms are rows, so that a hundred guests stay one page. */
const COMPACT_FROM = 5;

export function GuestForms({ totalGuests }: { totalGuests: number }) {
  const others = totalGuests - 1;
  const compact = totalGuests >= COMPACT_FROM;
  return (
    <div className="grid gap-10">
      <fieldset>
        <legend className="font-display font-semibold text-2xl">Primary guest</legend>
        <p className="mt-1 text-ink-soft">The person we speak with before and during the trek.</p>
        <GuestFields path="primaryGuest" autofill className="mt-4" />
      </fieldset>
      {others > 0 && (
        <div className="grid gap-6">
          <h2 className="text-2xl">{others === 1 ? 'The other guest' : `The other ${others} guests`}</h2>
          {Array.from({ length: others }, (_, index) => index + 2).map((number) => (
            <fieldset
              key={number}
              className={clsx(
                compact ? 'border-line border-t pt-4' : 'rounded-lg border border-line bg-raised p-5 pt-3',
              )}
            >
              <legend className={clsx('font-semibold', compact ? 'float-left mb-2 w-full text-sm' : 'px-1.5')}>
                Guest {number}
              </legend>
              <GuestFields
                path={`additionalGuests.${number - 2}`}
                compact={compact}
                className={compact ? 'clear-both' : undefined}
              />
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
  compact = false,
  className,
}: {
  path: GuestPath;
  autofill?: boolean;
  compact?: boolean;
  className?: string | undefined;
}) {
  const { register } = useFormContext<GuestForm>();
  const { errors } = useFormState<GuestForm>();
  const primary = path === 'primaryGuest';
  return (
    <div
      className={clsx(
        'grid grid-cols-2 gap-4',
        compact ? 'sm:grid-cols-[1fr_1fr_6rem_8rem] sm:gap-3' : 'sm:grid-cols-4',
        className,
      )}
    >
      <Field label="Name" required error={errorOf(errors, path, 'name')} className={wide(compact)}>
        <Input {...register(`${path}.name`)} autoComplete={autofill ? 'name' : 'off'} />
      </Field>
      <Field
        label="Phone"
        required={primary}
        optional={!primary}
        error={errorOf(errors, path, 'phoneNumber')}
        className={wide(compact)}
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
        className={compact ? 'sm:[&_[role=alert]]:whitespace-nowrap' : undefined}
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

/** A row on larger screens when there are many guests; else name and phone share the first line. */
function wide(compact: boolean): string {
  return compact ? 'col-span-2 sm:col-span-1' : 'col-span-2';
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
