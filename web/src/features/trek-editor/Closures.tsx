// Days on which a trek cannot start. They are saved by their own button, because they are no part of the trek's document.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ApiFailure, api, request, tell } from '../../api/client';
import { closuresQuery } from '../../api/departures';
import { closureListAnswer } from '../../api/validators/departure';
import type { Closure } from '../../lib/departures';
import { toast } from '../../lib/toast';
import { Button, IconButton } from '../../ui/Button';
import { Skeleton } from '../../ui/States';
import { CellInput } from './fields';
import { useUnsaved } from './store';

interface Row {
  key: string;
  from: string;
  to: string;
  reason: string;
}

const rowsOf = (closures: readonly { from: string; to: string; reason?: string | undefined }[]): Row[] =>
  closures.map((one) => ({ ...one, reason: one.reason ?? '', key: crypto.randomUUID() }));

const closuresOf = (rows: readonly Row[]) => rows.map(({ from, to, reason }) => ({ from, to, reason: reason.trim() }));

export function Closures({ trekId }: { trekId: string }) {
  const { data, isError, refetch } = useQuery({ ...closuresQuery(trekId), staleTime: 0 });
  if (data) return <ClosureRows key={trekId} trekId={trekId} stored={data} />;
  if (isError) {
    return (
      <p role="alert">
        The closed days could not be loaded.{' '}
        <Button variant="ghost" size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  return <Skeleton className="h-20" />;
}

function ClosureRows({
  trekId,
  stored,
}: {
  trekId: string;
  stored: readonly { from: string; to: string; reason?: string }[];
}) {
  const queries = useQueryClient();
  const [rows, setRows] = useState<Row[]>(() => rowsOf(stored));
  const [saved, setSaved] = useState(rows);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const isChanged = JSON.stringify(closuresOf(rows)) !== JSON.stringify(closuresOf(saved));
  useUnsaved('closures', isChanged ? 'The changed closed days are not saved.' : undefined);
  const save = useMutation({
    mutationFn: async (sent: Row[]) => {
      const closures = closuresOf(sent);
      const call = api.PUT('/api/treks/{id}/closures', { params: { path: { id: trekId } }, body: { closures } });
      return (await request(call, closureListAnswer, 'silent')).data.closures;
    },
    onSuccess: (closures, sent) => {
      setSaved(sent);
      queries.setQueryData(closuresQuery(trekId).queryKey, closures);
      setErrors({});
      toast.success('Closed days were saved');
    },
    onError: (failure) => {
      const problems = failure instanceof ApiFailure ? failure.errors : [];
      setErrors(Object.fromEntries(problems.map(({ field, message }) => [field, message])));
      tell(failure, { otherwise: 'The closed days could not be saved. Try again.' });
    },
  });
  const change = (key: string, part: Partial<Closure>) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, ...part } : row)));

  function submit() {
    const missing: Record<string, string> = {};
    rows.forEach(({ from, to }, index) => {
      if (!from) missing[`closures[${index}].from`] = 'Enter the first day';
      if (!to) missing[`closures[${index}].to`] = 'Enter the last day';
    });
    setErrors(missing);
    if (Object.keys(missing).length === 0) save.mutate(rows);
  }

  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">Closed days</legend>
      <p className="text-ink-soft text-sm">
        Private parties cannot start on these days, both included. Bookings that exist keep their dates.
      </p>
      {rows.length > 0 && (
        <ul className="mt-3 grid gap-3">
          {rows.map((row, index) => (
            <li
              key={row.key}
              className="grid grid-cols-[1fr_1fr_auto] items-end gap-2 sm:grid-cols-[10rem_10rem_1fr_auto]"
            >
              {(['from', 'to'] as const).map((field) => (
                <div key={field}>
                  <CellInput
                    field={`closures[${index}].${field}`}
                    label={field === 'from' ? 'First day' : 'Last day'}
                    type="date"
                    value={row[field]}
                    onChange={(day) => change(row.key, { [field]: day })}
                  />
                  <Problem text={errors[`closures[${index}].${field}`]} />
                </div>
              ))}
              <div className="max-sm:col-span-2 max-sm:row-start-2">
                <CellInput
                  field={`closures[${index}].reason`}
                  label="Reason, shown to travellers"
                  value={row.reason}
                  placeholder="Monsoon"
                  onChange={(reason) => change(row.key, { reason })}
                />
                <Problem text={errors[`closures[${index}].reason`]} />
              </div>
              <IconButton
                label={`Remove closed days ${index + 1}`}
                onClick={() => setRows((all) => all.filter(({ key }) => key !== row.key))}
                className="size-9!"
              >
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Problem text={errors.closures} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          onClick={() => setRows((all) => [...all, { from: '', to: '', reason: '', key: crypto.randomUUID() }])}
        >
          <Plus aria-hidden className="size-4" /> Add closed days
        </Button>
        <Button data-field="closures" variant="secondary" size="sm" loading={save.isPending} onClick={submit}>
          Save closed days
        </Button>
      </div>
    </fieldset>
  );
}

function Problem({ text }: { text: string | undefined }) {
  return text ? (
    <p role="alert" className="mt-0.5 text-danger text-xs">
      {text}
    </p>
  ) : null;
}
