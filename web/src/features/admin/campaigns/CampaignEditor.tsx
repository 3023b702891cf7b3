// A draft: audience, subject and text; saved before it is previewed, tested or sent.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiFailure, tell } from '../../../api/client';
import { useBookableDays } from '../../../api/useConfig';
import { formatDate } from '../../../lib/dates';
import { isObject } from '../../../lib/json';
import { readJson, remove, writeJson } from '../../../lib/storage';
import { toast } from '../../../lib/toast';
import { useFilters } from '../../../lib/useFilters';
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

const audienceOf = ({ departureId }: Texts): Audience =>
  departureId ? { kind: 'departure', departureId } : { kind: 'subscribers' };

function storedTexts(draft: Campaign): Texts {
  const { subject, body, audience } = draft;
  return { subject, body, departureId: audience.kind === 'departure' ? audience.departureId : '' };
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
  const key = `draft:campaign:${draft?._id ?? 'new'}`; // removed at logout, see session/session-drafts.ts
  const stored = draft ? storedTexts(draft) : { subject: '', body: '', departureId };
  const [texts, setTexts] = useState<Texts>(() => readJson('session', key, isTexts) ?? stored);
  const [shown, setShown] = useState<'preview' | 'send' | 'delete'>();
  const isChanged = !draft || JSON.stringify(texts) !== JSON.stringify(stored);
  const change = (part: Partial<Texts>) => {
    const typed = { ...texts, ...part };
    setTexts(typed);
    writeJson('session', key, typed);
  };
  const save = useMutation({
    mutationFn: () =>
      saveDraft(draft, { subject: texts.subject.trim(), body: texts.body.trim(), audience: audienceOf(texts) }),
    onSuccess: (saved) => {
      remove('session', key);
      setTexts(storedTexts(saved));
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
      remove('session', key);
      toast.success('Draft deleted.');
      void queries.invalidateQueries({ queryKey: [KEY, 'list'] });
      set({ campaign: undefined });
    },
    onError: (failure) => tell(failure, { otherwise: 'The draft could not be deleted.' }),
  });
  const refused = save.error instanceof ApiFailure ? save.error : null;
  const named = ['subject', 'body', 'audience'].some((field) => refused?.problemOf(field));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined, { onSuccess: () => toast.success('Draft saved.') });
  };
  const isSaved = draft !== null && !isChanged;
  return (
    <Block level={2} title={draft ? 'Draft' : 'New email'}>
      <form noValidate onSubmit={submit} className="grid max-w-3xl gap-5">
        {save.error && !named && (
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
