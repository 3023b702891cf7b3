// One custom trek request: its details, a link to reply, its status and the internal notes.
import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiFailure, GENERIC_FAILURE } from '../../api/client';
import type { CustomTrek, CustomTrekStatus } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { formatDate } from '../../lib/dates';
import { readText, remove, writeText } from '../../lib/storage';
import { plural } from '../../lib/text';
import { paths } from '../../paths';
import { Button, ButtonLink } from '../../ui/Button';
import { DeskDetail } from '../../ui/DeskDetail';
import { Field } from '../../ui/Field';
import { Select, Textarea } from '../../ui/Input';
import { Badge } from '../../ui/States';
import { Block } from './Block';
import { CUSTOM_TREK_STATUSES, customTrekQuery, customTrekTone, replyLink, useCustomTrekChange } from './custom-treks';
import { formatTimeIn } from './desk-labels';

const MAX_NOTES = 2000;

export function CustomTrekDetail({ id }: { id: string }) {
  const query = useQuery(customTrekQuery(id));
  const isMissing = query.error instanceof ApiFailure && query.error.status === 404;
  return (
    <DeskDetail query={query} isMissing={isMissing} label="Request" list="Custom Treks" parameter="request">
      {(customTrek) => <Body customTrek={customTrek} />}
    </DeskDetail>
  );
}

function Body({ customTrek }: { customTrek: CustomTrek }) {
  const { destination, name, email, phone, message, status } = customTrek;
  const timezone = useConfig()?.timezone;
  return (
    <>
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="wrap-anywhere text-xl">{destination}</h2>
          <p className="figures mt-0.5 text-ink-soft text-sm">
            Requested on {formatTimeIn(customTrek.createdAt, timezone)}
          </p>
          <p className="mt-2">
            <Badge tone={customTrekTone[status]}>{status}</Badge>
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <a
            href={replyLink(customTrek)}
            className="inline-flex min-h-11 items-center gap-2 rounded-sm border border-line-strong bg-raised px-4 font-semibold text-ink text-sm hover:border-ink hover:bg-stone"
          >
            <Mail aria-hidden className="size-4" />
            Reply by email
          </a>
          <ButtonLink to={`${paths.adminSection('proposals')}&request=${customTrek._id}`} className="text-sm">
            Answer with a proposal
          </ButtonLink>
        </div>
      </div>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-2">
        <div className="grid gap-5">
          <Block title="Request details">
            <Facts
              rows={[
                ['Start date', formatDate(customTrek.startDate) || 'Flexible'],
                ['Days', customTrek.days ? plural(customTrek.days, 'day') : 'Flexible'],
                ['Guests', plural(customTrek.guests, 'guest')],
              ]}
            />
          </Block>
          <Block title="Requested by">
            <Facts
              rows={[
                ['Name', name],
                ['Email', <Contact key="email" href={`mailto:${email}`} text={email} />],
                ['Phone', phone && <Contact key="phone" href={`tel:${phone.replace(/[^\d+]/g, '')}`} text={phone} />],
              ]}
            />
          </Block>
          <Block title="Message">
            <p className="wrap-anywhere max-w-measure whitespace-pre-line text-sm">
              {message || <span className="text-ink-soft">No message.</span>}
            </p>
          </Block>
        </div>
        <Block title="Internal notes">
          <HandlingForm customTrek={customTrek} />
        </Block>
      </div>
    </>
  );
}

function Facts({ rows }: { rows: [string, ReactNode][] }) {
  return (
    <dl className="figures grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt className="text-ink-soft">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Contact({ href, text }: { href: string; text: string }) {
  return (
    <a href={href} className="break-all text-glacier underline underline-offset-4">
      {text}
    </a>
  );
}

function HandlingForm({ customTrek }: { customTrek: CustomTrek }) {
  // Unsaved edits. An untouched field keeps showing the server's value.
  const [status, setStatus] = useState<CustomTrekStatus>();
  const { notes, setNotes, forgetNotes } = useNotesDraft(customTrek._id);
  const save = useCustomTrekChange(customTrek._id);
  const kept = customTrek.notes ?? '';
  const change = {
    ...(status && status !== customTrek.status && { status }),
    ...(notes !== null && notes.trim() !== kept && { notes: notes.trim() }),
  };
  const changed = Object.keys(change).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(change, {
      onSuccess: () => {
        setStatus((current) => (current === status ? undefined : current));
        forgetNotes(notes);
      },
    });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Status" className="max-w-60">
        <Select
          value={status ?? customTrek.status}
          onChange={(event) => setStatus(event.target.value as CustomTrekStatus)}
          className="text-sm"
        >
          {CUSTOM_TREK_STATUSES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </Field>
      <Field label="Notes" hint="Never shown to the traveller." error={problemOf(save.error)}>
        <Textarea
          rows={6}
          maxLength={MAX_NOTES}
          value={notes ?? kept}
          onChange={(event) => setNotes(event.target.value)}
          className="text-sm"
        />
      </Field>
      <div className="flex items-center gap-3">
        <Button type="submit" disabled={!changed} loading={save.isPending}>
          Save
        </Button>
        {changed && !save.isPending && <p className="text-ink-soft text-sm">Unsaved changes</p>}
      </div>
    </form>
  );
}

/** Stores unsaved notes for the tab, so that a reload or a visit to the list does not lose them. */
function useNotesDraft(id: string) {
  const key = `draft:custom-trek-notes:${id}`; // removed at logout, see main.tsx
  const [notes, setNotes] = useState(() => readText('session', key));
  return {
    notes,
    setNotes: (typed: string) => {
      setNotes(typed);
      writeText('session', key, typed);
    },
    /** Keeps what was typed after the save began. */
    forgetNotes: (sent: string | null) => {
      setNotes((current) => (current === sent ? null : current));
      if (readText('session', key) === sent) remove('session', key);
    },
  };
}

function problemOf(failure: unknown): string | undefined {
  if (!failure) return undefined;
  if (!(failure instanceof ApiFailure)) return GENERIC_FAILURE;
  if (failure.worthRetrying) return 'The server did not answer. Your notes are kept. Try again.';
  return failure.errors[0]?.message ?? failure.message;
}
