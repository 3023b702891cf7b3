// Form for the four figures of an achievement, to create or edit it (document 1 §3).
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiFailure, tell } from '../../api/client';
import type { Achievement } from '../../api/types';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import { createAchievement, type Figures, updateAchievement } from './calls';

export const LABELS = [
  ['experienceYrs', 'Years of experience'],
  ['noOfLocation', 'Locations'],
  ['travelAwards', 'Travel awards'],
  ['totalClients', 'Clients'],
] as const satisfies [keyof Figures, string][];

const MAX_FIGURE = 1_000_000_000;
const INVALID_FIGURE = 'Enter a whole number, 0 or more';

type Typed = Record<keyof Figures, string>;

/** null when a figure is invalid. */
function readFigures(typed: Typed): Figures | null {
  if (!LABELS.every(([figure]) => isFigure(typed[figure]))) return null;
  const number = (figure: keyof Figures) => Number(typed[figure]);
  return {
    experienceYrs: number('experienceYrs'),
    noOfLocation: number('noOfLocation'),
    travelAwards: number('travelAwards'),
    totalClients: number('totalClients'),
  };
}

const isFigure = (text: string) => /^\d{1,10}$/.test(text.trim()) && Number(text) <= MAX_FIGURE;

export function AchievementForm({
  achievement,
  onClose,
  onSaved,
}: {
  /** null to create a new one. */
  achievement: Achievement | null;
  onClose: () => void;
  onSaved: () => void;
}) {
  const form = useId();
  const [typed, setTyped] = useState<Typed>(() => ({
    experienceYrs: String(achievement?.experienceYrs ?? ''),
    noOfLocation: String(achievement?.noOfLocation ?? ''),
    travelAwards: String(achievement?.travelAwards ?? ''),
    totalClients: String(achievement?.totalClients ?? ''),
  }));
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: (figures: Figures) =>
      achievement ? updateAchievement(achievement, figures) : createAchievement(figures),
    onSuccess: () => {
      toast.success('Achievement saved.');
      onSaved();
    },
    onError: (failure) => tell(failure, { otherwise: 'The achievement could not be saved.' }),
  });
  const refused = save.error instanceof ApiFailure ? save.error : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const figures = readFigures(typed);
    if (figures) save.mutate(figures);
  };
  return (
    <Dialog
      open
      title={achievement ? 'Edit achievement' : 'New achievement'}
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
        {LABELS.map(([figure, label]) => (
          <Field
            key={figure}
            label={label}
            required
            error={tried && !isFigure(typed[figure]) ? INVALID_FIGURE : refused?.problemOf(figure)}
          >
            <Input
              inputMode="numeric"
              value={typed[figure]}
              onChange={(event) => setTyped((now) => ({ ...now, [figure]: event.target.value }))}
            />
          </Field>
        ))}
      </form>
    </Dialog>
  );
}
