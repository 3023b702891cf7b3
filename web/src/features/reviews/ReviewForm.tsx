// Form for the review of a trip.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiFailure, GENERIC_FAILURE } from '../../api/client';
import { readJson, remove, writeJson } from '../../lib/storage';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Input, Textarea } from '../../ui/Input';
import { RatingField } from './RatingField';
import {
  isWritten,
  MAX_LENGTHS,
  problemsOf,
  type ReviewForm as Stored,
  saveReview,
  type WrittenReview,
} from './reviews';

export function ReviewForm({
  token,
  form,
  onSaved,
}: {
  token: string;
  form: Stored;
  onSaved: (stored: Stored) => void;
}) {
  const draftKey = `draft:review:${token}`;
  const [typed, setTyped] = useState<WrittenReview>(
    () =>
      readJson('session', draftKey, isWritten) ??
      form.review ?? { rating: 0, title: '', text: '', name: form.suggestedName },
  );
  const [tried, setTried] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const focusFirstProblem = () =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  const save = useMutation({
    mutationFn: (review: WrittenReview) => saveReview(token, review),
    onSuccess: (stored) => {
      remove('session', draftKey);
      onSaved(stored);
    },
    onError: focusFirstProblem,
  });
  const refused = save.error instanceof ApiFailure ? save.error : null;
  const problems = problemsOf(typed);
  const errorOf = (field: string) => (tried ? problems[field] : undefined) ?? refused?.problemOf(field);
  const change = (part: Partial<WrittenReview>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    writeJson('session', draftKey, next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length > 0) focusFirstProblem();
    else save.mutate(typed);
  };
  return (
    <form ref={box} noValidate onSubmit={submit} className="mt-6 grid gap-5">
      <RatingField value={typed.rating} onChange={(rating) => change({ rating })} error={errorOf('rating')} />
      <Field label="Title" required error={errorOf('title')}>
        <Input
          value={typed.title}
          maxLength={MAX_LENGTHS.title}
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      <Field label="Your review" required hint="What was it like, and what should others know?" error={errorOf('text')}>
        <Textarea
          rows={7}
          value={typed.text}
          maxLength={MAX_LENGTHS.text}
          onChange={(event) => change({ text: event.target.value })}
        />
      </Field>
      <Field label="Name to show" required hint="Public, next to your review." error={errorOf('name')}>
        <Input
          value={typed.name}
          maxLength={MAX_LENGTHS.name}
          autoComplete="nickname"
          className="sm:max-w-80"
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      {save.error && (
        <p role="alert" className="rounded-sm border border-danger bg-danger-wash p-4 text-danger">
          {refused?.serverMessage ?? GENERIC_FAILURE}
        </p>
      )}
      <p className="text-ink-soft text-sm">
        We read every review before it is published. You can change yours with the link of our email until then.
      </p>
      <Button type="submit" className="justify-self-start" loading={save.isPending}>
        {form.review ? 'Save your review' : 'Send your review'}
      </Button>
    </form>
  );
}
