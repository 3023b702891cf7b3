// Dialog with the saved replies: add, change and delete.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { ApiFailure, tell } from '../../../api/client';
import { toast } from '../../../lib/toast';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import { Input, Textarea } from '../../../ui/Input';
import { ErrorState, Skeleton } from '../../../ui/States';
import {
  deleteReply,
  MAX_MESSAGE,
  problemOf,
  REPLIES_KEY,
  type SavedReply,
  savedRepliesQuery,
  saveReply,
} from './enquiries';

export function SavedReplies({ onClose }: { onClose: () => void }) {
  // null adds a reply, undefined shows the list.
  const [edited, setEdited] = useState<SavedReply | null>();
  if (edited !== undefined) return <ReplyForm reply={edited} onClose={() => setEdited(undefined)} />;
  return (
    <Dialog
      open
      title="Saved replies"
      description="Texts that everyone on the staff can add to an answer."
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button onClick={() => setEdited(null)}>
            <Plus aria-hidden className="size-4" />
            New reply
          </Button>
        </>
      }
    >
      <ReplyList onEdit={setEdited} />
    </Dialog>
  );
}

function ReplyList({ onEdit }: { onEdit: (reply: SavedReply) => void }) {
  const { data: replies, isPending, isFetching, refetch } = useQuery(savedRepliesQuery);
  if (isPending) return <Skeleton className="h-32" />;
  if (!replies)
    return (
      <ErrorState title="The saved replies could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (replies.length === 0)
    return <p className="text-ink-soft">No saved replies yet. Add one for a question that you answer often.</p>;
  return (
    <ul className="divide-y divide-line border-line border-y">
      {replies.map((reply) => (
        <li key={reply._id} className="flex items-start justify-between gap-4 py-3">
          <div className="min-w-0">
            <p className="wrap-anywhere font-semibold">{reply.title}</p>
            <p className="wrap-anywhere line-clamp-2 text-ink-soft text-sm">{reply.text}</p>
          </div>
          <Button size="sm" variant="ghost" onClick={() => onEdit(reply)}>
            Edit<span className="sr-only"> {reply.title}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function ReplyForm({ reply, onClose }: { reply: SavedReply | null; onClose: () => void }) {
  const form = useId();
  const queries = useQueryClient();
  const [title, setTitle] = useState(reply?.title ?? '');
  const [text, setText] = useState(reply?.text ?? '');
  const settled = () => queries.invalidateQueries({ queryKey: [REPLIES_KEY] });
  const save = useMutation({
    mutationFn: () => saveReply(reply, { title: title.trim(), text: text.trim() }),
    onSuccess: () => {
      toast.success('Saved reply stored.');
      onClose();
    },
    onSettled: settled,
  });
  const remove = useMutation({
    mutationFn: () => deleteReply(reply?._id ?? ''),
    onSuccess: () => {
      toast.success('Saved reply deleted.');
      onClose();
    },
    onError: (failure) => tell(failure, { otherwise: 'The saved reply could not be deleted.' }),
    onSettled: settled,
  });
  const refused = save.error instanceof ApiFailure ? save.error : null;
  const titleProblem = refused?.problemOf('title');
  const textProblem = refused?.problemOf('text') ?? (titleProblem ? undefined : problemOf(save.error));
  const isBusy = save.isPending || remove.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog
      open
      title={reply ? 'Edit saved reply' : 'New saved reply'}
      onOpenChange={(open) => !open && !isBusy && onClose()}
      footer={
        <>
          {reply && (
            <Button
              variant="danger"
              loading={remove.isPending}
              disabled={save.isPending}
              onClick={() => remove.mutate()}
            >
              Delete
            </Button>
          )}
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={save.isPending} disabled={remove.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-5">
        <Field label="Title" required hint="Shown only to staff." error={titleProblem}>
          <Input maxLength={100} autoComplete="off" value={title} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <Field label="Text" required error={textProblem}>
          <Textarea rows={8} maxLength={MAX_MESSAGE} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
