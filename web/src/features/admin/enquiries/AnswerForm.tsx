// The answer to an enquiry. The text is kept with the version of the conversation that it was written for; a colleague's
// answer or a new message refuses it, and the messages reload.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { ApiFailure } from '../../../api/client';
import { isObject } from '../../../lib/json';
import { toast } from '../../../lib/toast';
import { useKeptForm } from '../../../lib/useKeptForm';
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

interface Answer {
  text: string;
}
const isAnswer = (value: unknown): value is Answer => isObject(value) && typeof value.text === 'string';

/** No answer yet to the conversation as it is now. */
const unanswered = ({ version }: EnquiryThread) => ({ version, form: { text: '' } });

const isConflict = (failure: unknown) => failure instanceof ApiFailure && failure.status === 409;

export function AnswerForm({ enquiry }: { enquiry: EnquiryThread }) {
  const queries = useQueryClient();
  const { queryKey } = enquiryQuery(enquiry._id);
  const { form, version, change, rebase } = useKeptForm(
    `draft:enquiry-answer:${enquiry._id}`,
    unanswered(enquiry),
    isAnswer,
  );
  const { text } = form;
  const { data: replies = [] } = useQuery(savedRepliesQuery);
  const answer = useMutation({
    mutationFn: async (sent: Answer) => {
      const text = sent.text.trim();
      try {
        return await answerEnquiry({ ...enquiry, version }, text);
      } catch (failure) {
        await queries.invalidateQueries({ queryKey: [KEY] });
        const thread = queries.getQueryData(queryKey);
        const last = thread?.messages.at(-1);
        // The answer was sent, and only its response was lost.
        if (thread && thread.version > version && last?.author === 'staff' && last.text === text) return thread;
        // The next attempt answers the messages that are shown now. After any other failure the version stays, so that
        // the server refuses a second copy of an answer that arrived.
        if (thread && isConflict(failure)) rebase(unanswered(thread));
        throw failure;
      }
    },
    onSuccess: (answered, sent) => {
      queries.setQueryData(queryKey, answered);
      rebase(unanswered(answered), sent);
      toast.success('Answer sent.');
      return queries.invalidateQueries({ queryKey: [KEY] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    answer.mutate(form);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {replies.length > 0 && (
        <Field label="Saved reply" hint="Added to the end of your answer.">
          <Select
            value=""
            onChange={(event) => {
              const reply = replies.find((one) => one._id === event.target.value);
              if (reply) change({ text: [text.trim(), reply.text].filter(Boolean).join('\n\n') });
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
          isConflict(answer.error)
            ? 'This enquiry has changed meanwhile. Read the messages again, then send your answer.'
            : problemOf(answer.error)
        }
      >
        <Textarea
          rows={8}
          maxLength={MAX_MESSAGE}
          value={text}
          onChange={(event) => change({ text: event.target.value })}
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
