// Asks for both steps of the login before the second one is turned off or gets new recovery codes.
import { type FormEvent, useState } from 'react';
import { ApiFailure } from '../../api/client';
import type { User } from '../../api/types';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import type { Proof } from './account-calls';
import { ErrorMessage } from './Panel';
import { ProofFields, useProof } from './ProofFields';
import { messageOf } from './SetUpSecondStep';
import type { StepCode } from './second-step';

export function ProveBothSteps({
  user,
  text,
  label,
  danger,
  onProved,
}: {
  user: User;
  text: string;
  label: string;
  danger?: boolean;
  /** Throws the failure of its call. */
  onProved: (proof: Proof & StepCode) => Promise<void>;
}) {
  const proof = useProof(user);
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState<{ proof?: string | null; code?: string | null; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const typed = code.replaceAll(/\s/g, '');
    const missing = typed ? null : 'Enter a code of your app or a recovery code';
    setProblems({ proof: proof.missing, code: missing });
    if (proof.missing || missing) return;
    setBusy(true);
    try {
      await onProved({ ...proof.body, ...(/^\d{6}$/.test(typed) ? { code: typed } : { recoveryCode: typed }) });
    } catch (failure) {
      setBusy(false);
      const said = (field: string) => failure instanceof ApiFailure && failure.problemOf(field);
      const own = {
        proof: said('password') || said('otp') || null,
        code: said('code') || said('recoveryCode') || null,
      };
      setProblems(own.proof || own.code ? own : { form: messageOf(failure) });
    }
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <p className="text-ink-soft">{text}</p>
      <ProofFields proof={proof} problem={problems.proof ?? null} disabled={busy} />
      <Field label="Code of your app, or a recovery code" required error={problems.code ?? undefined}>
        <Input
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      {problems.form && <ErrorMessage>{problems.form}</ErrorMessage>}
      <Button type="submit" variant={danger ? 'danger' : 'primary'} loading={busy} className="w-full">
        {label}
      </Button>
    </form>
  );
}
