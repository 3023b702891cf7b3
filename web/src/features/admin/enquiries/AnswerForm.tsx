// The answer to an enquiry. A colleague's answer or a new message refuses it; the text is kept and the messages reload.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiFailure } from '../../../api/client';
import { readText, remove, writeText } from '../../../lib/storage';
import { toast } from '../../../lib/toast';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { Select, Textarea } from '../../../ui/Input';
import {
  answerEnquiry,
  type EnquiryThread,
  enquiryQuery,
  KEY,
  MAX_MESSAGE,
  problemOf,
  savedRepliesQuery,
} from './enquiries';

export function AnswerForm({ enquiry }: { enquiry: EnquiryThread }) {
  const queries = useQueryClient();
  const draftKey = `draft:enquiry-answer:${enquiry._id}`; // removed at logout, see session/session-drafts.ts
  const [text, setText] = useState(() => readText('session', draftKey) ?? '');
  const { data: replies = [] } = useQuery(savedRepliesQuery);
  const change = (typed: string) => {
    setText(typed);
    writeText('session', draftKey, typed);
  };
  const answer = useMutation({
    mutationFn: () => answerEnquiry(enquiry, text.trim()),
    onSuccess: (answered) => {
      queries.setQueryData(enquiryQuery(enquiry._id).queryKey, answered);
      setText('');
      remove('session', draftKey);
      toast.success('Answer sent.');
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [KEY] }),
  });
  const isStale = answer.error instanceof ApiFailure && answer.error.status === 409;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    answer.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {replies.length > 0 && (
        <Field label="Saved reply" hint="Added to the end of your answer.">
          <Select
            value=""
            onChange={(event) => {
              const reply = replies.find((one) => one._id === event.target.value);
              if (reply) change([text.trim(), reply.text].filter(Boolean).join('\n\n'));
            }}
            className="text-sm"
          >
            <option value="">Choose a reply</option>
            {replies.map(({ _id, title }) => (
              <option key={_id} value={_id}>
                {title}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field
        label="Your answer"
        hint="We add the greeting, your name and the link to answer."
        error={
          isStale
            ? 'A new message arrived, or a colleague answered. Read the messages again, then send your answer.'
            : problemOf(answer.error)
        }
      >
        <Textarea
          rows={8}
          maxLength={MAX_MESSAGE}
          value={text}
          onChange={(event) => change(event.target.value)}
          className="text-sm"
        />
      </Field>
      <div>
        <Button type="submit" disabled={!text.trim()} loading={answer.isPending}>
          Send answer
        </Button>
      </div>
    </form>
  );
}
