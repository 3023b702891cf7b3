// Password recovery, step 1: the email address that the code is sent to (document 1 §2 and §5).
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import '../../lib/zod-setup';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import { FILL_ALL_CORRECTLY } from '../session/auth-calls';
import { type Recovery, requestCode } from './recovery';

const requestCodeSchema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, 'Please enter your email address')),
});

export function RequestCode({ email, onSent }: { email: string; onSent: (recovery: Recovery) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(requestCodeSchema),
    defaultValues: { email },
    reValidateMode: 'onSubmit',
  });

  const submit = handleSubmit(
    async (values) => {
      setProblem(null);
      const outcome = await requestCode(values.email);
      if ('done' in outcome) return onSent(outcome.done);
      const message = outcome.problemOf('email');
      if (message) setError('email', { message });
      setProblem(outcome.problem);
    },
    () => setProblem(FILL_ALL_CORRECTLY),
  );

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Email" required error={formState.errors.email?.message}>
        <Input {...register('email')} type="email" autoComplete="username" inputMode="email" />
      </Field>
      {problem && (
        <p role="alert" className="rounded-sm bg-danger-wash px-3.5 py-2.5 text-danger text-sm">
          {problem}
        </p>
      )}
      <Button type="submit" loading={formState.isSubmitting} className="mt-1 w-full">
        Continue
      </Button>
    </form>
  );
}
