// Dialog for the reason of a rejection, or for the public answer to a review.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiFailure, tell } from '../../../api/client';
import { toast } from '../../../lib/toast';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import { Textarea } from '../../../ui/Input';
import { decide, type Review } from './reviews';

const WORDS = {
  reject: {
    title: 'Reject the review',
    description: 'It is not shown. The customer is not told.',
    label: 'Reason, for staff',
    save: 'Reject',
    max: 500,
  },
  answer: {
    title: 'Answer the review',
    description: 'Shown below the review once it is published. Empty removes the answer.',
    label: 'Your answer',
    save: 'Save',
    max: 2000,
  },
} as const;

export function ReviewText({
  review,
  kind,
  onClose,
  onStale,
  onSaved,
}: {
  review: Review;
  kind: 'reject' | 'answer';
  onClose: () => void;
  onStale: () => void;
  onSaved: () => void;
}) {
  const form = useId();
  const words = WORDS[kind];
  const [typed, setTyped] = useState((kind === 'answer' && review.answer) || '');
  const [problem, setProblem] = useState<string>();
  const save = useMutation({
    mutationFn: (text: string) => decide(review, kind === 'reject' ? { kind, reason: text } : { kind, text }),
    onSuccess: () => {
      toast.success(kind === 'reject' ? 'The review is rejected.' : 'The answer was saved.');
      onSaved();
    },
    onError: (failure) => {
      const refused = failure instanceof ApiFailure ? failure : undefined;
      setProblem(refused?.problemOf(kind === 'reject' ? 'reason' : 'text'));
      tell(failure, { otherwise: 'The review could not be changed.' });
      if (refused?.currentVersion !== undefined) onStale();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kind === 'reject' && !typed.trim()) setProblem('Enter a reason');
    else save.mutate(typed);
  };
  return (
    <Dialog
      open
      title={words.title}
      description={words.description}
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={save.isPending}>
            {words.save}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Field label={words.label} required={kind === 'reject'} error={problem}>
          <Textarea
            rows={5}
            value={typed}
            maxLength={words.max}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(undefined);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
