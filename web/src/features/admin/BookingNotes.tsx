// Notes and tags of one booking, which only staff see.
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Booking } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Input, Textarea } from '../../ui/Input';
import { tagsQuery, useRecordChange } from './booking-record';
import { formatTimeIn } from './desk-labels';
import type { BookingHistory } from './desk-types';

const MAX_NOTE = 2000;
const MAX_TAG = 30;

export function BookingNotes({ booking, notes }: { booking: Booking; notes: BookingHistory['notes'] }) {
  const timezone = useConfig()?.timezone;
  const [text, setText] = useState('');
  const change = useRecordChange(booking._id);

  function add(event: FormEvent) {
    event.preventDefault();
    if (text.trim()) change.mutate({ kind: 'add-note', text }, { onSuccess: () => setText('') });
  }

  return (
    <div className="grid gap-4">
      <Tags booking={booking} />
      {notes.length > 0 && (
        <ul className="divide-y divide-line border-line border-y text-sm">
          {notes.map((note) => (
            <li key={note._id} className="flex items-start justify-between gap-3 py-2">
              <div className="min-w-0">
                <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
                <p className="figures text-ink-soft">
                  {note.author}, {formatTimeIn(note.createdAt, timezone)}
                </p>
              </div>
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Delete the note of ${note.author}`}
                onClick={() => change.mutate({ kind: 'delete-note', noteId: note._id })}
              >
                <X aria-hidden className="size-4" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form noValidate onSubmit={add} className="grid gap-2">
        <Field label="New note" hint="Only staff see it.">
          <Textarea rows={2} maxLength={MAX_NOTE} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Button type="submit" variant="secondary" size="sm" className="w-fit" loading={change.isPending}>
          Add note
        </Button>
      </form>
    </div>
  );
}

function Tags({ booking }: { booking: Booking }) {
  const known = useQuery(tagsQuery).data ?? [];
  const [tag, setTag] = useState('');
  const change = useRecordChange(booking._id);
  // A change replaces the whole list, so the next one starts from what was sent last, not from what was stored before.
  const sent = change.isPending && change.variables.kind === 'tags' ? change.variables.tags : undefined;
  const tags = sent ?? booking.tags ?? [];

  function add(event: FormEvent) {
    event.preventDefault();
    if (!tag.trim()) return;
    change.mutate({ kind: 'tags', tags: [...new Set([...tags, tag.trim()])] }, { onSuccess: () => setTag('') });
  }

  return (
    <form noValidate onSubmit={add} className="grid gap-2">
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-2">
          {tags.map((one) => (
            <li key={one} className="flex items-center rounded-full border border-line-strong pl-3 text-sm">
              {one}
              <button
                type="button"
                aria-label={`Remove the tag ${one}`}
                onClick={() => change.mutate({ kind: 'tags', tags: tags.filter((other) => other !== one) })}
                className="flex size-8 items-center justify-center rounded-full text-ink-soft hover:text-ink"
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-end gap-2">
        <Field label="Tag" className="min-w-0 grow">
          <Input
            list="known-tags"
            maxLength={MAX_TAG}
            autoComplete="off"
            value={tag}
            onChange={(event) => setTag(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          variant="secondary"
          size="sm"
          className="mb-0.5 whitespace-nowrap"
          loading={change.isPending}
        >
          Add tag
        </Button>
      </div>
      <datalist id="known-tags">
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </form>
  );
}
