// Form of an invited person without an account: name and password. The address is known from the invitation.
import { type FormEvent, useState } from 'react';
import { ApiFailure } from '../../api/client';
import { isOwnEmail, PASSWORD_IS_EMAIL } from '../../lib/password';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Input, PasswordInput } from '../../ui/Input';

export interface Entered {
  name: string;
  password: string;
}

export function NewAccount({
  email,
  busy,
  failure,
  onSubmit,
}: {
  email: string;
  busy: boolean;
  failure: unknown;
  onSubmit: (entered: Entered) => void;
}) {
  const [entered, setEntered] = useState<Entered>({ name: '', password: '' });
  const [tried, setTried] = useState(false);
  const refused = failure instanceof ApiFailure ? failure : null;
  const errors = {
    name: entered.name.trim() ? undefined : 'Enter your name',
    password:
      entered.password.length < 8
        ? 'At least 8 characters'
        : isOwnEmail(entered.password, email)
          ? PASSWORD_IS_EMAIL
          : undefined,
  };
  const errorOf = (field: keyof Entered) => (tried && errors[field]) || refused?.problemOf(field);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!errors.name && !errors.password) onSubmit({ ...entered, name: entered.name.trim() });
  };
  return (
    <form noValidate onSubmit={submit} aria-label="Your account" className="mt-6 grid max-w-md gap-4">
      <Field label="Email">
        <Input type="email" autoComplete="username" value={email} readOnly />
      </Field>
      <Field label="Name" required error={errorOf('name')}>
        <Input
          autoComplete="name"
          maxLength={100}
          value={entered.name}
          onChange={(event) => setEntered({ ...entered, name: event.target.value })}
        />
      </Field>
      <Field label="Password" required hint="At least 8 characters." error={errorOf('password')}>
        <PasswordInput
          autoComplete="new-password"
          maxLength={128}
          value={entered.password}
          onChange={(event) => setEntered({ ...entered, password: event.target.value })}
        />
      </Field>
      <Button type="submit" loading={busy} className="justify-self-start">
        Create account and accept
      </Button>
    </form>
  );
}
