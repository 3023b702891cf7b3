// One free-text line, because names and ways to reach a person differ too much for separate fields.
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import '../../lib/zod-setup';
import type { User } from '../../api/types';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import { saveProfile } from './account-calls';
import { showFieldErrors } from './field-errors';
import { SaveBar, type Saved } from './SaveBar';
import { useResetOnStoredChange } from './useResetOnStoredChange';

const MAX_LENGTH = 200;
const FIELDS = ['emergencyContact'] as const;
const emergencyContactSchema = z.object({
  emergencyContact: z.string().check(z.trim(), z.maxLength(MAX_LENGTH, `At most ${MAX_LENGTH} characters`)),
});

export function EmergencyContact({ user }: { user: User }) {
  const { emergencyContact = '' } = user;
  const [saved, setSaved] = useState<Saved>(null);
  const { register, handleSubmit, formState, setError, reset } = useForm({
    resolver: zodResolver(emergencyContactSchema),
    defaultValues: { emergencyContact },
  });
  const { errors, isSubmitting, isDirty } = formState;
  useResetOnStoredChange({ emergencyContact }, reset);
  const submit = handleSubmit(async (typed) => {
    setSaved(null);
    try {
      await saveProfile(typed);
      reset(typed);
      setSaved('done');
    } catch (failure) {
      setSaved({ problem: showFieldErrors(failure, FIELDS, setError) });
    }
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Emergency contact" className="grid gap-4">
      <Field
        label="Name and phone number"
        optional
        error={errors.emergencyContact?.message}
        hint="Include your relationship and the country code, for example: Maya Gurung, sister, +977 98 4123 4567."
      >
        <Input {...register('emergencyContact')} autoComplete="off" />
      </Field>
      <SaveBar saved={saved} changed={isDirty} busy={isSubmitting} />
    </form>
  );
}
