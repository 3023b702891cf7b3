// A draft: audience, subject and text; saved before it is previewed, tested or sent.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiFailure, tell } from '../../../api/client';
import { useBookableDays } from '../../../api/useConfig';
import { formatDate } from '../../../lib/dates';
import { isObject } from '../../../lib/json';
import { toast } from '../../../lib/toast';
import { useFilters } from '../../../lib/useFilters';
import { useKeptForm, type Versioned } from '../../../lib/useKeptForm';
import { Button } from '../../../ui/Button';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { Field } from '../../../ui/Field';
import { Input, Select, Textarea } from '../../../ui/Input';
import { Block } from '../Block';
import { CampaignPreview } from './CampaignPreview';
import {
  type Audience,
  type Campaign,
  campaignQuery,
  deleteCampaign,
  departuresQuery,
  KEY,
  MAX_BODY,
  MAX_SUBJECT,
  problemOf,
  saveDraft,
  testCampaign,
} from './campaigns';

interface Texts {
  subject: string;
  body: string;
  /** Empty for the subscribers. */
  departureId: string;
}
const isTexts = (value: unknown): value is Texts =>
  isObject(value) && ['subject', 'body', 'departureId'].every((field) => typeof value[field] === 'string');

const keyOf = (id: string) => `draft:campaign:${id}`;

const audienceOf = (departureId: string): Audience =>
  departureId ? { kind: 'departure', departureId } : { kind: 'subscribers' };

function storedTexts({ version, subject, body, audience }: Campaign): Versioned<Texts> {
  return { version, form: { subject, body, departureId: audience.kind === 'departure' ? audience.departureId : '' } };
}

export function CampaignEditor({
  draft,
  departureId = '',
}: {
  draft: Campaign | null;
  departureId?: string | undefined;
}) {
  const queries = useQueryClient();
  const { set } = useFilters();
  const stored = draft ? storedTexts(draft) : { version: 0, form: { subject: '', body: '', departureId } };
  // A new email to the travellers of a departure does not continue one to the subscribers that was left unsaved.
  const kept = useKeptForm(keyOf(draft?._id ?? `new:${departureId}`), stored, isTexts);
  const { form: texts, version, change, forget, rebase } = kept;
  const [shown, setShown] = useState<'preview' | 'send' | 'delete'>();
  const isChanged = !draft || kept.isChanged;
  const save = useMutation({
    mutationFn: ({ subject, body, departureId }: Texts) =>
      saveDraft(draft && { ...draft, version }, {
        subject: subject.trim(),
        body: body.trim(),
        audience: audienceOf(departureId),
      }),
    onSuccess: (saved, sent) => {
      rebase(storedTexts(saved), sent, keyOf(saved._id));
      queries.setQueryData(campaignQuery(saved._id).queryKey, saved);
      void queries.invalidateQueries({ queryKey: [KEY, 'list'] });
      if (!draft) set({ campaign: saved._id, departure: undefined });
    },
  });
  const test = useMutation({
    mutationFn: () => testCampaign(draft?._id ?? ''),
    onSuccess: (message) => toast.success(message),
    onError: (failure) => tell(failure, { otherwise: 'The email could not be sent.' }),
  });
  const discard = useMutation({
    mutationFn: () => deleteCampaign(draft?._id ?? ''),
    onSuccess: () => {
      forget();
      toast.success('Draft deleted.');
      void queries.invalidateQueries({ queryKey: [KEY, 'list'] });
      set({ campaign: undefined });
    },
    onError: (failure) => tell(failure, { otherwise: 'The draft could not be deleted.' }),
  });
  const refused = save.error instanceof ApiFailure ? save.error : null;
  const isStale = refused?.currentVersion !== undefined;
  const named = ['subject', 'body', 'audience'].some((field) => refused?.problemOf(field));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(texts, { onSuccess: () => toast.success('Draft saved.') });
  };
  const isSaved = draft !== null && !isChanged;
  return (
    <Block level={2} title={draft ? 'Draft' : 'New email'}>
      <form noValidate onSubmit={submit} className="grid max-w-3xl gap-5">
        {isStale && (
          <div role="alert" className="flex flex-wrap items-center gap-3 rounded-sm bg-warning-wash px-4 py-3 text-sm">
            Somebody else changed this email.
            <Button
              size="sm"
              variant="secondary"
              onClick={() => {
                forget();
                save.reset();
                void queries.invalidateQueries({ queryKey: [KEY] });
              }}
            >
              Discard mine and reload
            </Button>
          </div>
        )}
        {save.error && !named && !isStale && (
          <p role="alert" className="rounded-sm border border-danger bg-danger-wash p-3 text-danger text-sm">
            {problemOf(save.error)}
          </p>
        )}
        <AudienceField
          value={texts.departureId}
          label={draft?.departure}
          error={refused?.problemOf('audience')}
          onChange={(id) => change({ departureId: id })}
        />
        <Field label="Subject" required error={refused?.problemOf('subject')}>
          <Input
            maxLength={MAX_SUBJECT}
            autoComplete="off"
            value={texts.subject}
            onChange={(event) => change({ subject: event.target.value })}
          />
        </Field>
        <Field
          label="Text"
          required
          error={refused?.problemOf('body')}
          hint="A blank line begins a paragraph, and web addresses become links. We add the greeting and, for subscribers, the unsubscribe link."
        >
          <Textarea
            rows={12}
            maxLength={MAX_BODY}
            value={texts.body}
            onChange={(event) => change({ body: event.target.value })}
          />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="secondary" disabled={!isChanged} loading={save.isPending}>
            Save draft
          </Button>
          <Button variant="secondary" disabled={!isSaved} onClick={() => setShown('preview')}>
            Preview
          </Button>
          <Button variant="secondary" disabled={!isSaved} loading={test.isPending} onClick={() => test.mutate()}>
            Send to me
          </Button>
          <Button disabled={!isSaved} onClick={() => setShown('send')}>
            Send…
          </Button>
          {draft && (
            <Button variant="ghost" data-danger onClick={() => setShown('delete')}>
              Delete draft…
            </Button>
          )}
        </div>
        {isChanged && <p className="text-ink-soft text-sm">Save the draft to preview, test or send it.</p>}
      </form>
      {shown === 'delete' && (
        <ConfirmDialog
          title="Delete this draft?"
          description="This can't be undone."
          agree="Delete"
          isDangerous
          isBusy={discard.isPending}
          onAgree={() => discard.mutate()}
          onClose={() => setShown(undefined)}
        />
      )}
      {draft && (shown === 'preview' || shown === 'send') && (
        <CampaignPreview campaign={draft} isSending={shown === 'send'} onClose={() => setShown(undefined)} />
      )}
    </Block>
  );
}

function AudienceField({
  value,
  label,
  error,
  onChange,
}: {
  value: string;
  /** Of the stored departure, which may have ended since. */
  label: string | undefined;
  error: string | undefined;
  onChange: (departureId: string) => void;
}) {
  const { today } = useBookableDays();
  const { data: departures = [] } = useQuery(departuresQuery(today));
  const isListed = departures.some((one) => one._id === value);
  return (
    <Field label="To" required error={error}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Newsletter subscribers</option>
        {value && !isListed && <option value={value}>{label ?? 'Departure'}</option>}
        {departures.length > 0 && (
          <optgroup label="Travellers of a departure">
            {departures.map(({ _id, trekName, startDate }) => (
              <option key={_id} value={_id}>
                {trekName}, {formatDate(startDate)}
              </option>
            ))}
          </optgroup>
        )}
      </Select>
    </Field>
  );
}
