// Form of a custom trek request: the wishes for the trek and the traveller's contact details.
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { User } from '../../api/types';
import { Button } from '../../ui/Button';
import { DatePicker } from '../../ui/DatePicker';
import { Field } from '../../ui/Field';
import { Input, Textarea } from '../../ui/Input';
import { loadDraft } from './draft';
import { type CustomTrekValues, customTrekSchema, MAX_DESTINATION, MAX_MESSAGE } from './request';
import { CORRECT_FIRST, useSubmitRequest } from './useSubmitRequest';

export function CustomTrekForm({
  destination,
  user,
  days,
  onSent,
}: {
  destination: string;
  user: User | null;
  /** First and last day on which the trek may start, in the agency's time zone. */
  days: { today: string; last: string };
  onSent: (wish: CustomTrekValues) => void;
}) {
  const [draft] = useState(() => loadDraft(destination, days));
  // Validates on submit: an error that appears on blur would move the button away from under the pointer.
  const form = useForm<CustomTrekValues>({ resolver: zodResolver(customTrekSchema), defaultValues: draft.wish });
  const { register, control, formState, getValues, setValue, setFocus } = form;
  const { errors, isSubmitting } = formState;
  // The session may load after the form is rendered. Fields that already have text keep it.
  useEffect(() => {
    if (!user) return;
    for (const field of ['name', 'email', 'phone'] as const) {
      const known = user[field];
      if (known && !getValues(field)) setValue(field, known);
    }
  }, [user, getValues, setValue]);
  const { problem, submit } = useSubmitRequest(form, draft, onSent);
  // This message refers to the highlighted fields, so it disappears with the last of them.
  const shown = problem === CORRECT_FIRST && Object.keys(errors).length === 0 ? null : problem;

  return (
    <form noValidate aria-label="Custom trek" onSubmit={submit} className="grid gap-10">
      <Part title="Your trek">
        <Field label="Destination" required error={errors.destination?.message} className="col-span-2">
          <Input {...register('destination')} maxLength={MAX_DESTINATION} placeholder="A region, a peak, a valley" />
        </Field>
        <Controller
          name="startDate"
          control={control}
          render={({ field }) => (
            <Field
              label="Start date"
              optional
              error={errors.startDate?.message}
              hint="Roughly when? You can change it later."
              className="col-span-2"
            >
              <div
                ref={(box) => field.ref(box && { focus: () => box.querySelector('button')?.focus() })}
                className="flex items-center gap-2"
              >
                <DatePicker
                  value={field.value || undefined}
                  onChange={(day) => field.onChange(day ?? '')}
                  min={days.today}
                  max={days.last}
                  placeholder="Not fixed yet"
                />
                {field.value && (
                  <Button
                    variant="ghost"
                    onClick={() => {
                      field.onChange('');
                      // The button disappears with the date, so the focus returns to the date picker.
                      setFocus('startDate');
                    }}
                    className="shrink-0"
                  >
                    Clear
                    <span className="sr-only"> the start date</span>
                  </Button>
                )}
              </div>
            </Field>
          )}
        />
        <Field label="Days" optional error={errors.days?.message}>
          <Input {...register('days')} inputMode="numeric" maxLength={3} autoComplete="off" className="figures" />
        </Field>
        <Field label="Guests" required error={errors.guests?.message}>
          <Input {...register('guests')} inputMode="numeric" maxLength={3} autoComplete="off" className="figures" />
        </Field>
        <Field
          label="Message"
          optional
          error={errors.message?.message}
          hint="For example your trekking experience, how many hours a day you like to walk, and what you don't want to miss."
          className="col-span-2"
        >
          <Textarea {...register('message')} rows={5} maxLength={MAX_MESSAGE} />
        </Field>
      </Part>
      <Part title="Your details">
        <Field label="Name" required error={errors.name?.message} className="col-span-2">
          <Input {...register('name')} autoComplete="name" />
        </Field>
        <Field label="Email" required error={errors.email?.message} className="col-span-2 sm:col-span-1">
          <Input {...register('email')} type="email" inputMode="email" autoComplete="email" />
        </Field>
        <Field label="Phone" optional error={errors.phone?.message} className="col-span-2 sm:col-span-1">
          <Input {...register('phone')} type="tel" inputMode="tel" autoComplete="tel" placeholder="+977 98…" />
        </Field>
      </Part>
      <div>
        {shown && (
          <p role="alert" className="mb-5 rounded-sm border border-danger bg-danger-wash p-4 text-danger">
            {shown}
          </p>
        )}
        <Button type="submit" size="lg" loading={isSubmitting} className="w-full sm:w-auto">
          Send request
        </Button>
        <p className="mt-3 text-ink-soft text-sm">This is only a request: nothing is booked or charged.</p>
      </div>
    </form>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="font-display font-semibold text-2xl">{title}</legend>
      <div className="mt-4 grid grid-cols-2 items-start gap-x-4 gap-y-5">{children}</div>
    </fieldset>
  );
}
