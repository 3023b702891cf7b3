// Who leads a departure: the guides, and a dialog to choose them. A guide who is needed elsewhere on the same days, or
// whose licence ends before, is assigned with a warning.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { tell } from '../../api/client';
import type { FieldProblem } from '../../api/types';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { DeskFailed } from '../../ui/DeskFailed';
import { Dialog } from '../../ui/Dialog';
import { Spinner } from '../../ui/Spinner';
import { Badge } from '../../ui/States';
import { Checkbox } from '../../ui/Toggle';
import { assignGuides, type Guide, type GuidedBy, guidesQuery } from './guides';

export function GuideAssignment({
  departure,
  onSaved,
}: {
  departure: GuidedBy;
  /** After the change, and when another user has changed the departure: the page loads it again. */
  onSaved?: () => void;
}) {
  const [open, setOpen] = useState(false);
  const [warnings, setWarnings] = useState<FieldProblem[]>([]);
  const { guides, status } = departure;
  return (
    <section aria-label="Guides">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">Guides</h2>
        {status !== 'cancelled' && (
          <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
            {guides.length ? 'Change guides' : 'Assign guides'}
          </Button>
        )}
      </div>
      {guides.length ? (
        <ul className="mt-1">
          {guides.map(({ _id, name }) => (
            <li key={_id} className="wrap-anywhere">
              {name}
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-ink-soft text-sm">No guide is assigned yet.</p>
      )}
      {warnings.length > 0 && (
        <ul
          role="status"
          aria-label="Warnings"
          className="mt-3 grid gap-1 rounded-sm bg-marigold-wash p-3 text-marigold-ink text-sm"
        >
          {warnings.map(({ message }) => (
            <li key={message}>{message}.</li>
          ))}
        </ul>
      )}
      {open && (
        <ChooseGuides
          departure={departure}
          onClose={() => setOpen(false)}
          onSaved={(found) => {
            setWarnings(found);
            setOpen(false);
          }}
          onSettled={onSaved}
        />
      )}
    </section>
  );
}

function ChooseGuides({
  departure,
  onClose,
  onSaved,
  onSettled,
}: {
  departure: GuidedBy;
  onClose: () => void;
  onSaved: (warnings: FieldProblem[]) => void;
  onSettled: (() => void) | undefined;
}) {
  const list = useQuery(guidesQuery);
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState(() => new Set(departure.guides.map(({ _id }) => _id)));
  const save = useMutation({
    mutationFn: () => assignGuides(departure, [...chosen]),
    onSuccess: ({ warnings }) => {
      toast.success('The guides were saved.');
      onSaved(warnings);
    },
    onError: (failure) => tell(failure, { otherwise: 'The guides could not be saved.' }),
    onSettled: () => {
      onSettled?.();
      for (const key of ['desk-departures', 'manifest']) void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
  const toggle = (id: string, isChosen: boolean) =>
    setChosen((now) => {
      const next = new Set(now);
      if (isChosen) next.add(id);
      else next.delete(id);
      return next;
    });
  // One out of service can stay, but not be added.
  const wasAssigned = (id: string) => departure.guides.some((guide) => guide._id === id);
  const offered = list.data?.filter((guide) => guide.isActive || wasAssigned(guide._id));
  return (
    <Dialog
      open
      size="sm"
      title="Guides of this departure"
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!offered} loading={save.isPending} onClick={() => save.mutate()}>
            Save
          </Button>
        </>
      }
    >
      {list.isPending ? (
        <Spinner label="Loading the guides" className="size-8" />
      ) : !offered ? (
        <DeskFailed
          title="The guides could not be loaded"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : offered.length === 0 ? (
        <p className="text-ink-soft">No guides yet. Add the first one under Guides in the menu.</p>
      ) : (
        <Offered guides={offered} chosen={chosen} onToggle={toggle} />
      )}
    </Dialog>
  );
}

function Offered({
  guides,
  chosen,
  onToggle,
}: {
  guides: Guide[];
  chosen: ReadonlySet<string>;
  onToggle: (id: string, isChosen: boolean) => void;
}) {
  return (
    <ul className="divide-y divide-line">
      {guides.map(({ _id, name, phone, isActive }) => (
        <li key={_id} className="flex items-center justify-between gap-3">
          <Checkbox
            label={name}
            hint={phone ?? undefined}
            checked={chosen.has(_id)}
            onCheckedChange={(isChosen) => onToggle(_id, isChosen)}
          />
          {!isActive && <Badge>Out of service</Badge>}
        </li>
      ))}
    </ul>
  );
}
