// Form for a guide, to add or change one.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiFailure, tell } from '../../api/client';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import { createGuide, type Guide, updateGuide } from './guides';

const FIELDS = [
  { field: 'name', label: 'Name', required: true, autoComplete: 'off' },
  { field: 'phone', label: 'Phone', inputMode: 'tel', type: 'tel' },
  {
    field: 'email',
    label: 'Email',
    inputMode: 'email',
    type: 'email',
    hint: 'A guide who logs in with this address reads the manifests of their own departures.',
  },
  { field: 'licence', label: 'Licence number' },
  { field: 'licenceUntil', label: 'Licence valid until', type: 'date' },
] as const;

type FieldName = (typeof FIELDS)[number]['field'];
type Typed = Record<FieldName, string>;

export function GuideForm({
  guide,
  onClose,
  onSaved,
}: {
  /** null to add a new one. */
  guide: Guide | null;
  onClose: () => void;
  onSaved: () => void;
}) {
  const form = useId();
  const [typed, setTyped] = useState<Typed>(() => ({
    name: guide?.name ?? '',
    phone: guide?.phone ?? '',
    email: guide?.email ?? '',
    licence: guide?.licence ?? '',
    licenceUntil: guide?.licenceUntil ?? '',
  }));
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: ({ licenceUntil, ...texts }: Typed) => {
      const entered = { ...texts, licenceUntil: licenceUntil || null };
      return guide ? updateGuide(guide, entered) : createGuide(entered);
    },
    onSuccess: (saved) => {
      toast.success(`${saved.name} was saved.`);
      onSaved();
    },
    onError: (failure) => tell(failure, { otherwise: 'The guide could not be saved.' }),
  });
  const refused = save.error instanceof ApiFailure ? save.error : null;
  const errorOf = (field: FieldName) =>
    tried && field === 'name' && !typed.name.trim() ? 'Enter the name of the guide' : refused?.problemOf(field);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (typed.name.trim()) save.mutate(typed);
  };
  return (
    <Dialog
      open
      title={guide ? 'Edit guide' : 'New guide'}
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        {FIELDS.map(({ field, label, ...rest }) => {
          const { hint, required = false, ...attributes } = { hint: undefined, required: false, ...rest };
          return (
            <Field
              key={field}
              label={label}
              hint={hint}
              required={required}
              optional={!required}
              error={errorOf(field)}
            >
              <Input
                maxLength={field === 'email' ? 254 : 100}
                {...attributes}
                value={typed[field]}
                onChange={(event) => setTyped((now) => ({ ...now, [field]: event.target.value }))}
              />
            </Field>
          );
        })}
      </form>
    </Dialog>
  );
}
