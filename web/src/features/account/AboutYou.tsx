// Name, phone and nationality of the account.
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import '../../lib/zod-setup';
import type { User } from '../../api/types';
import { findCountry } from '../../lib/countries';
import { isPhone } from '../../lib/phone';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import { saveProfile } from './account-calls';
import { CountryInput } from './CountryInput';
import { showFieldErrors } from './field-errors';
import { SaveBar, type Saved } from './SaveBar';
import { useResetOnStoredChange } from './useResetOnStoredChange';

const FIELDS = ['name', 'phone', 'nationality'] as const;

/** The stored nationality stays valid, even if the list of countries does not contain it. */
function profileSchema(stored: string) {
  return z.object({
    name: z.string().check(z.trim(), z.minLength(1, 'Enter your name'), z.maxLength(100, 'At most 100 characters')),
    phone: z.string().check(
      z.trim(),
      z.refine((text) => text === '' || isPhone(text), 'Enter at least 10 digits, like +977 98 4123 4567'),
    ),
    nationality: z.string().check(
      z.trim(),
      z.refine(
        (text) => text === '' || text === stored || findCountry(text) !== undefined,
        'Choose a country from the list',
      ),
    ),
  });
}

export function AboutYou({ user }: { user: User }) {
  const { name, phone = '', nationality = '' } = user;
  const [saved, setSaved] = useState<Saved>(null);
  const { register, control, handleSubmit, formState, setError, reset } = useForm({
    resolver: zodResolver(profileSchema(nationality)),
    defaultValues: { name, phone, nationality },
  });
  const { errors, isSubmitting, isDirty } = formState;
  useResetOnStoredChange({ name, phone, nationality }, reset);

  const submit = handleSubmit(async (typed) => {
    setSaved(null);
    const country = typed.nationality === nationality ? nationality : (findCountry(typed.nationality) ?? '');
    const sent = { ...typed, nationality: country };
    try {
      await saveProfile(sent);
      // The trimmed values, so that the form does not count as changed.
      reset(sent);
      setSaved('done');
    } catch (failure) {
      setSaved({ problem: showFieldErrors(failure, FIELDS, setError) });
    }
  });

  return (
    <form onSubmit={submit} noValidate aria-label="About you" className="grid gap-4 sm:grid-cols-2">
      <Field label="Name" required error={errors.name?.message} className="sm:col-span-2">
        <Input {...register('name')} autoComplete="name" />
      </Field>
      <Field label="Phone" optional error={errors.phone?.message}>
        <Input {...register('phone')} type="tel" inputMode="tel" autoComplete="tel" placeholder="+977 98…" />
      </Field>
      <Field label="Nationality" optional error={errors.nationality?.message}>
        <Controller
          name="nationality"
          control={control}
          render={({ field }) => (
            <CountryInput label="Nationality" value={field.value} kept={nationality} onChange={field.onChange} />
          )}
        />
      </Field>
      <SaveBar saved={saved} changed={isDirty} busy={isSubmitting} className="sm:col-span-2" />
    </form>
  );
}
