// Dialog with the question form. What was typed is kept in the tab until it is sent.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { ApiFailure } from '../../api/client';
import { isObject } from '../../lib/json';
import { readJson, remove, writeJson } from '../../lib/storage';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Input, Textarea } from '../../ui/Input';
import { useSession } from '../session/useSession';
import { MAX_QUESTION, sendProblem, sendQuestion } from './enquiry';

interface Draft {
  name: string;
  email: string;
  question: string;
}
/** In the order of the form. */
const FIELDS = ['question', 'name', 'email'] as const;

const isDraft = (value: unknown): value is Draft =>
  isObject(value) && FIELDS.every((field) => typeof value[field] === 'string');

/** The server has the same rules in domain/enquiry.rs. */
function problemsOf({ name, email, question }: Draft): Partial<Draft> {
  return {
    ...(name.trim().length < 2 && { name: 'Name must be at least 2 characters' }),
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) && { email: 'Please enter a valid email address' }),
    ...(!question.trim() && { question: 'Question is required' }),
  };
}

export function QuestionForm({ trekId, trekName, onClose }: { trekId: string; trekName: string; onClose: () => void }) {
  const form = useId();
  const { user } = useSession();
  const key = `draft:enquiry:${trekId}`; // removed at logout, see session/session-drafts.ts
  const [draft, setDraft] = useState<Draft>(
    () => readJson('session', key, isDraft) ?? { name: user?.name ?? '', email: user?.email ?? '', question: '' },
  );
  const [problems, setProblems] = useState<Partial<Draft>>({});
  const trap = useRef<HTMLInputElement>(null);
  // The key stays the same while the text does, so that a repeated request is stored once.
  const attempt = useRef({ text: '', key: '' });
  const send = useMutation({
    mutationFn: () => {
      const text = JSON.stringify(draft);
      if (attempt.current.text !== text) attempt.current = { text, key: crypto.randomUUID() };
      const website = trap.current?.value ?? '';
      return sendQuestion({ trekId, ...draft, ...(website && { website }) }, attempt.current.key);
    },
    onSuccess: () => remove('session', key),
    onError: (failure) => {
      if (!(failure instanceof ApiFailure)) return;
      const named = FIELDS.flatMap((field) => {
        const problem = failure.problemOf(field);
        return problem ? [[field, problem] as const] : [];
      });
      setProblems(Object.fromEntries(named));
    },
  });
  const change = (field: keyof Draft, value: string) => {
    const typed = { ...draft, [field]: value };
    setDraft(typed);
    writeJson('session', key, typed);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = problemsOf(draft);
    setProblems(wrong);
    const first = FIELDS.find((field) => wrong[field]);
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else send.mutate();
  };
  const failed = send.error && Object.keys(problems).length === 0 ? sendProblem(send.error) : null;
  const close = (open: boolean) => !open && !send.isPending && onClose();
  if (send.isSuccess) {
    return (
      <Dialog
        open
        size="sm"
        title="Thank you for your question"
        onOpenChange={close}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <p role="status">
          We'll answer to <strong className="wrap-anywhere font-semibold">{draft.email.trim()}</strong>. The email that
          we just sent there has a link to add to your question.
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      title="Ask a question"
      description={trekName}
      onOpenChange={close}
      footer={
        <>
          <Button variant="secondary" disabled={send.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={send.isPending}>
            Send question
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-5">
        {failed && (
          <p role="alert" className="rounded-sm border border-danger bg-danger-wash p-4 text-danger">
            {failed}
          </p>
        )}
        <Field label="Your question" required error={problems.question}>
          <Textarea
            name="question"
            rows={5}
            maxLength={MAX_QUESTION}
            value={draft.question}
            onChange={(event) => change('question', event.target.value)}
          />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name" required error={problems.name}>
            <Input
              name="name"
              autoComplete="name"
              maxLength={100}
              value={draft.name}
              onChange={(event) => change('name', event.target.value)}
            />
          </Field>
          <Field label="Email" required error={problems.email}>
            <Input
              name="email"
              type="email"
              inputMode="email"
              autoComplete="email"
              maxLength={254}
              value={draft.email}
              onChange={(event) => change('email', event.target.value)}
            />
          </Field>
        </div>
        {/* Invisible to people. A program that fills in every field fills it in, too, and its question is dropped. */}
        <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
          <label>
            Website
            <input ref={trap} name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      </form>
    </Dialog>
  );
}
