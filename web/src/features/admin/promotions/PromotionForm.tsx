// Form for a promotion code, to create or change one. The code itself is not changed.
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiFailure, tell } from '../../../api/client';
import { useConfig } from '../../../api/useConfig';
import { toast } from '../../../lib/toast';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import { Input } from '../../../ui/Input';
import { Checkbox, Segmented } from '../../../ui/Toggle';
import { trekChoicesQuery } from '../all-bookings';
import { parseAmount, unreadableAmount } from '../amount';
import { createPromotion, type NewPromotion, type Promotion, updatePromotion } from './promotions';

type Kind = 'percent' | 'amount';
const KINDS = [
  { value: 'percent', label: 'Percentage' },
  { value: 'amount', label: 'Amount' },
] as const;

interface Typed {
  code: string;
  kind: Kind;
  off: string;
  validFrom: string;
  validUntil: string;
  maxUses: string;
  trekIds: string[];
  note: string;
}

function initial(promotion: Promotion | null): Typed {
  return {
    code: promotion?.code ?? '',
    kind: promotion?.amount === undefined ? 'percent' : 'amount',
    off: String(promotion?.percent ?? promotion?.amount ?? ''),
    validFrom: promotion?.validFrom ?? '',
    validUntil: promotion?.validUntil ?? '',
    maxUses: String(promotion?.maxUses ?? ''),
    trekIds: promotion?.trekIds ?? [],
    note: promotion?.note ?? '',
  };
}

/** What is wrong with a field before it is sent; the server checks the rest. */
function problemsOf({ code, kind, off, maxUses }: Typed, currency: string): Partial<Record<string, string>> {
  const percent = Number(off);
  const isPercent = /^\d{1,3}(\.\d{1,4})?$/.test(off.trim()) && percent > 0 && percent <= 100;
  return {
    ...(code.trim().length < 3 && { code: 'Enter a code of at least 3 characters' }),
    ...(kind === 'percent' && !isPercent && { percent: 'Enter a percentage above 0, at most 100' }),
    ...(kind === 'amount' && parseAmount(off, currency) === null && { amount: unreadableAmount(currency) }),
    ...(maxUses.trim() && !/^[1-9]\d{0,6}$/.test(maxUses.trim()) && { maxUses: 'Enter a whole number above 0' }),
  };
}

function toBody({ code, kind, off, validFrom, validUntil, maxUses, trekIds, note }: Typed): NewPromotion {
  return {
    code,
    [kind]: Number(off.trim()),
    validFrom: validFrom || null,
    validUntil: validUntil || null,
    maxUses: maxUses.trim() ? Number(maxUses) : null,
    trekIds,
    note,
  };
}

export function PromotionForm({
  promotion,
  onClose,
  onStale,
  onSaved,
}: {
  /** null to create a new one. */
  promotion: Promotion | null;
  onClose: () => void;
  onStale: () => void;
  onSaved: () => void;
}) {
  const form = useId();
  const config = useConfig();
  const currency = promotion?.currency ?? config?.currency ?? 'USD';
  const [typed, setTyped] = useState(() => initial(promotion));
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: (entered: Typed) => {
      const { code, ...terms } = toBody(entered);
      return promotion ? updatePromotion(promotion, terms) : createPromotion({ code, ...terms });
    },
    onSuccess: ({ code }) => {
      toast.success(`${code} was saved.`);
      onSaved();
    },
    onError: (failure) => {
      tell(failure, { otherwise: 'The promotion could not be saved.' });
      if (failure instanceof ApiFailure && failure.currentVersion !== undefined) onStale();
    },
  });
  const refused = save.error instanceof ApiFailure ? save.error : null;
  const problems = problemsOf(typed, currency);
  const errorOf = (field: string) => (tried ? problems[field] : undefined) ?? refused?.problemOf(field);
  const change = (part: Partial<Typed>) => setTyped((now) => ({ ...now, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length === 0) save.mutate(typed);
  };
  return (
    <Dialog
      open
      title={promotion ? `Edit ${promotion.code}` : 'New promotion'}
      description={promotion ? 'Bookings that use the code keep their price.' : undefined}
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
      <form id={form} noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        {!promotion && (
          <Field label="Code" required hint="Letters, digits, hyphens and underscores." error={errorOf('code')}>
            <Input
              value={typed.code}
              maxLength={30}
              autoComplete="off"
              spellCheck={false}
              className="uppercase"
              onChange={(event) => change({ code: event.target.value })}
            />
          </Field>
        )}
        <div className="grid content-start gap-2">
          <Segmented
            label="Kind of promotion"
            value={typed.kind}
            onChange={(kind) => change({ kind })}
            options={[...KINDS]}
          />
          <Field
            label={typed.kind === 'percent' ? 'Percentage off' : `Amount off, in ${currency}`}
            required
            hint={
              typed.kind === 'percent'
                ? 'Of the price per person, after a group discount and before tax.'
                : 'Off the whole booking, not per guest.'
            }
            error={errorOf(typed.kind)}
          >
            <Input
              inputMode="decimal"
              value={typed.off}
              maxLength={14}
              className="figures"
              onChange={(event) => change({ off: event.target.value })}
            />
          </Field>
        </div>
        <Field label="First day" optional error={errorOf('validFrom')}>
          <Input type="date" value={typed.validFrom} onChange={(event) => change({ validFrom: event.target.value })} />
        </Field>
        <Field label="Last day" optional error={errorOf('validUntil')}>
          <Input
            type="date"
            value={typed.validUntil}
            onChange={(event) => change({ validUntil: event.target.value })}
          />
        </Field>
        <Field label="Number of uses" optional hint="One for each booking. Empty: no limit." error={errorOf('maxUses')}>
          <Input
            inputMode="numeric"
            value={typed.maxUses}
            maxLength={7}
            className="figures"
            onChange={(event) => change({ maxUses: event.target.value })}
          />
        </Field>
        <Field label="Note for staff" optional error={errorOf('note')}>
          <Input value={typed.note} maxLength={200} onChange={(event) => change({ note: event.target.value })} />
        </Field>
        <TrekChoices chosen={typed.trekIds} onChange={(trekIds) => change({ trekIds })} />
      </form>
    </Dialog>
  );
}

function TrekChoices({ chosen, onChange }: { chosen: string[]; onChange: (trekIds: string[]) => void }) {
  const treks = useQuery(trekChoicesQuery);
  return (
    <fieldset className="sm:col-span-2">
      <legend className="font-medium text-sm">
        Treks <span className="text-ink-soft">(none chosen: all treks)</span>
      </legend>
      {treks.isPending && <p className="text-ink-soft text-sm">Loading treks…</p>}
      {treks.isError && <p className="text-danger text-sm">The treks could not be loaded. Close and open this form.</p>}
      <div className="mt-1 grid max-h-52 gap-x-4 overflow-y-auto sm:grid-cols-2">
        {treks.data
          ?.filter((trek) => !trek.archivedAt || chosen.includes(trek._id))
          .map(({ _id, name }) => (
            <Checkbox
              key={_id}
              label={name}
              checked={chosen.includes(_id)}
              onCheckedChange={(checked) =>
                onChange(checked ? [...chosen, _id] : chosen.filter((other) => other !== _id))
              }
            />
          ))}
      </div>
    </fieldset>
  );
}
