// Dialog that creates an API key and shows it, once.
import { useMutation } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { ApiFailure, tell } from '../../api/client';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import { type ApiKeyCreated, createApiKey } from './calls';

const SHORT_NAME = 'Enter a name of at least 2 characters';

export function NewApiKey({ onCreated, onClose }: { onCreated: () => void; onClose: () => void }) {
  const [created, setCreated] = useState<ApiKeyCreated | null>(null);
  if (created) return <CreatedApiKey created={created} onClose={onClose} />;
  return (
    <ApiKeyForm
      onClose={onClose}
      onCreated={(made) => {
        setCreated(made);
        onCreated();
      }}
    />
  );
}

function ApiKeyForm({ onCreated, onClose }: { onCreated: (created: ApiKeyCreated) => void; onClose: () => void }) {
  const form = useId();
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const create = useMutation({
    mutationFn: () => createApiKey(name.trim()),
    onSuccess: onCreated,
    onError: (failure) => tell(failure, { otherwise: 'The API key could not be created.' }),
  });
  const isShort = name.trim().length < 2;
  const refused = create.error instanceof ApiFailure ? create.error : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isShort) create.mutate();
  };
  return (
    <Dialog
      open
      size="sm"
      title="New API key"
      onOpenChange={(open) => !open && !create.isPending && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={create.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={create.isPending}>
            Create key
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Field
          label="Reseller"
          required
          hint="Keys of the same name see the same bookings, so that a key can be replaced."
          error={tried && isShort ? SHORT_NAME : refused?.problemOf('name')}
        >
          <Input value={name} maxLength={100} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}

function CreatedApiKey({ created: { key, apiKey }, onClose }: { created: ApiKeyCreated; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(key);
      setCopied(true);
      toast.success('API key copied.');
    } catch {
      toast.error('The key could not be copied. Select and copy it yourself.');
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Dialog
      open
      size="sm"
      title={`The key of ${apiKey.name}`}
      description="Copy it now and send it to the reseller safely. It is not stored and can't be shown again."
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button variant="secondary" onClick={() => void copy()}>
            <Icon aria-hidden className="size-4" />
            Copy key
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <Field label="API key">
        <Input readOnly value={key} className="font-mono text-sm" onFocus={(event) => event.target.select()} />
      </Field>
    </Dialog>
  );
}
