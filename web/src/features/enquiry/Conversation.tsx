// The messages of an enquiry, and a field to add one.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { type FormEvent, useRef, useState } from 'react';
import { useConfig } from '../../api/useConfig';
import { formatLocalDateTime } from '../../lib/dates';
import { readText, remove, writeText } from '../../lib/storage';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Textarea } from '../../ui/Input';
import { enquiryQuery, MAX_MESSAGE, type SharedEnquiry, sendProblem, writeMessage } from './enquiry';

export function Conversation({ token, enquiry }: { token: string; enquiry: SharedEnquiry }) {
  const site = useConfig()?.name ?? 'the agency';
  return (
    <>
      <ol aria-label="Messages" className="mt-8 grid gap-4">
        {enquiry.messages.map(({ _id, author, authorName, text, sentAt }) => (
          <li
            key={_id}
            className={clsx(
              'max-w-measure rounded-lg border border-line p-4',
              author === 'staff' ? 'bg-raised sm:mr-12' : 'bg-stone sm:ml-12',
            )}
          >
            <p className="figures text-ink-soft text-sm">
              <span className="font-semibold text-ink">{author === 'staff' ? `${authorName}, ${site}` : 'You'}</span> ·{' '}
              <time dateTime={sentAt}>{formatLocalDateTime(sentAt)}</time>
            </p>
            <p className="wrap-anywhere mt-1 whitespace-pre-line">{text}</p>
          </li>
        ))}
      </ol>
      <MessageForm token={token} />
    </>
  );
}

function MessageForm({ token }: { token: string }) {
  const queries = useQueryClient();
  const draftKey = `draft:enquiry-message:${token.slice(0, 22)}`; // removed at logout, see session/session-drafts.ts
  const [text, setText] = useState(() => readText('session', draftKey) ?? '');
  const [isEmpty, setEmpty] = useState(false);
  // The key stays the same while the text does, so that a repeated request is stored once.
  const attempt = useRef({ text: '', key: '' });
  const write = useMutation({
    mutationFn: () => {
      if (attempt.current.text !== text) attempt.current = { text, key: crypto.randomUUID() };
      return writeMessage(token, text.trim(), attempt.current.key);
    },
    onSuccess: (enquiry) => {
      queries.setQueryData(enquiryQuery(token).queryKey, enquiry);
      setText('');
      remove('session', draftKey);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(!text.trim());
    if (text.trim()) write.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="mt-8 grid max-w-measure gap-4">
      <Field
        label="Your message"
        error={isEmpty ? 'Message is required' : write.error ? sendProblem(write.error) : undefined}
      >
        <Textarea
          rows={5}
          maxLength={MAX_MESSAGE}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            writeText('session', draftKey, event.target.value);
          }}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" loading={write.isPending}>
          Send message
        </Button>
        <p role="status" className="text-ink-soft text-sm">
          {write.isSuccess && !text ? "Message sent. We'll answer by email." : ''}
        </p>
      </div>
    </form>
  );
}
