// The editor of a draft. What is typed is kept for the tab until it is saved; a version that a colleague saved meanwhile is
// never overwritten.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiFailure, tell } from '../../api/client';
import type { FieldProblem } from '../../api/types';
import { useBookableDays } from '../../api/useConfig';
import { toast } from '../../lib/toast';
import { useKeptForm } from '../../lib/useKeptForm';
import { Button } from '../../ui/Button';
import { DatePicker } from '../../ui/DatePicker';
import { Dialog } from '../../ui/Dialog';
import { ErrorSummary } from '../../ui/ErrorSummary';
import { Field, Summarized } from '../../ui/Field';
import { Input, Textarea } from '../../ui/Input';
import { KEY, type StaffProposal, saveProposal, sendProposal, staffProposalQuery, withdrawProposal } from './desk';
import { ProposalBody } from './ProposalBody';
import { ProposalDays } from './ProposalDays';
import { ProposalLines } from './ProposalLines';
import { ProposalTerms } from './ProposalTerms';
import { formProblems, idOf, isForm, type Part, toDocument, toForm } from './proposal-form';

type Step = 'save' | 'preview' | 'send' | 'withdraw';

export function ProposalEditor({ proposal }: { proposal: StaffProposal }) {
  const { shown } = proposal;
  const { today, last } = useBookableDays();
  const { form, version, change, forget, rebase, isChanged } = useKeptForm(
    `draft:proposal:${shown._id}`,
    { version: proposal.version, form: toForm(shown) },
    isForm,
  );
  const [problems, setProblems] = useState<FieldProblem[]>([]);
  const [attempts, setAttempts] = useState(0);
  const [preview, setPreview] = useState<StaffProposal>();
  const [asks, setAsks] = useState<'send' | 'withdraw'>();
  const queries = useQueryClient();
  const run = useMutation({
    mutationFn: async (step: Step) => {
      if (step === 'withdraw') return withdrawProposal(shown._id, proposal.version);
      const saved = isChanged ? await saveProposal(shown._id, version, toDocument(form)) : proposal;
      // Kept at once, so that a refused sending does not make the saved version stale.
      queries.setQueryData(staffProposalQuery(shown._id).queryKey, saved);
      rebase({ version: saved.version, form: toForm(saved.shown) }, form);
      return step === 'send' ? sendProposal(shown._id, saved.version) : saved;
    },
    onSuccess: (changed, step) => {
      queries.setQueryData(staffProposalQuery(shown._id).queryKey, changed);
      setProblems([]);
      if (step === 'withdraw') forget();
      if (step === 'preview') setPreview(changed);
      else
        toast.success(
          { save: 'Proposal saved.', send: `Sent to ${proposal.email}.`, withdraw: 'Draft withdrawn.' }[step],
        );
    },
    onError: (failure) => {
      const found = failure instanceof ApiFailure ? failure.errors : [];
      if (found.length > 0) showProblems(found);
      else tell(failure, { otherwise: 'The proposal could not be saved. What you typed is kept.' });
    },
    onSettled: () => {
      setAsks(undefined);
      return queries.invalidateQueries({ queryKey: [KEY], refetchType: 'inactive' });
    },
  });
  function showProblems(found: FieldProblem[]) {
    setProblems(found);
    setAttempts((count) => count + 1);
  }
  function begin(step: Step) {
    const found = formProblems(form);
    if (found.length > 0) return showProblems(found);
    if (step === 'send') return setAsks('send');
    run.mutate(step);
  }
  const problemOf = (field: string) => problems.find((one) => one.field === field)?.message;
  const part: Part = { form, onChange: change, problemOf };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin('save');
  };
  const isStale = run.error instanceof ApiFailure && run.error.currentVersion !== undefined;
  return (
    <form noValidate onSubmit={submit} aria-label="Proposal" className="grid max-w-4xl gap-8">
      <ErrorSummary errors={problems.map(({ field, message }) => ({ id: idOf(field), message }))} attempts={attempts} />
      {isStale && (
        <div role="alert" className="flex flex-wrap items-center gap-3 rounded-sm bg-warning-wash px-4 py-3 text-sm">
          Somebody else changed this proposal.
          <Button
            size="sm"
            variant="secondary"
            onClick={() => {
              forget();
              run.reset();
              void queries.invalidateQueries({ queryKey: [KEY] });
            }}
          >
            Discard mine and reload
          </Button>
        </div>
      )}
      <Summarized value={true}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput part={part} name="title" label="Title" />
          <TextInput part={part} name="location" label="Region" optional />
          <DateInput part={part} name="startDate" label="Start date" min={today} max={last} />
          <TextInput part={part} name="guests" label="Guests" numeric />
          <DateInput
            part={part}
            name="validUntil"
            label="Valid until"
            hint="The last day on which it can be accepted."
            min={today}
            max={form.startDate || last}
          />
          <Field id={idOf('message')} label="Message" optional error={problemOf('message')} className="sm:col-span-2">
            <Textarea
              rows={4}
              maxLength={2000}
              value={form.message}
              onChange={(event) => change({ message: event.target.value })}
            />
          </Field>
        </div>
        <ProposalDays {...part} />
        <ProposalLines {...part} currency={shown.priceBreakdown.currency} />
        <ProposalTerms {...part} currency={shown.priceBreakdown.currency} />
      </Summarized>
      <div className="sticky bottom-0 -mx-1 flex flex-wrap items-center gap-3 border-line border-t bg-paper px-1 py-3">
        <Button
          type="submit"
          variant="secondary"
          disabled={!isChanged}
          loading={run.isPending && run.variables === 'save'}
        >
          Save
        </Button>
        <Button
          variant="secondary"
          loading={run.isPending && run.variables === 'preview'}
          onClick={() => begin('preview')}
        >
          Preview
        </Button>
        <Button onClick={() => begin('send')}>Send</Button>
        <Button variant="dangerGhost" onClick={() => setAsks('withdraw')}>
          Withdraw draft
        </Button>
        {isChanged && !run.isPending && <p className="text-ink-soft text-sm">Unsaved changes</p>}
      </div>
      <Dialog
        open={preview !== undefined}
        onOpenChange={(open) => !open && setPreview(undefined)}
        size="lg"
        title={preview?.shown.title || 'Preview'}
        footer={<Button onClick={() => setPreview(undefined)}>Close</Button>}
      >
        {preview && <ProposalBody proposal={preview.shown} />}
      </Dialog>
      <Dialog
        open={asks !== undefined}
        onOpenChange={(open) => !open && setAsks(undefined)}
        size="sm"
        title={asks === 'send' ? 'Send this proposal?' : 'Withdraw this draft?'}
        description={
          asks === 'send'
            ? `${proposal.name} gets an email with the link. ${shown.number > 1 ? 'A version that was sent before is replaced.' : ''}`
            : "This can't be undone. A new version can begin from it."
        }
        footer={
          <>
            <Button variant="secondary" onClick={() => setAsks(undefined)}>
              Cancel
            </Button>
            <Button
              variant={asks === 'withdraw' ? 'danger' : 'primary'}
              loading={run.isPending}
              onClick={() => asks && run.mutate(asks)}
            >
              {asks === 'send' ? 'Send proposal' : 'Withdraw'}
            </Button>
          </>
        }
      />
    </form>
  );
}

function TextInput({
  part: { form, onChange, problemOf },
  name,
  label,
  optional = false,
  numeric = false,
}: {
  part: Part;
  name: 'title' | 'location' | 'guests';
  label: string;
  optional?: boolean;
  numeric?: boolean;
}) {
  return (
    <Field id={idOf(name)} label={label} optional={optional} error={problemOf(name)}>
      <Input
        inputMode={numeric ? 'numeric' : undefined}
        autoComplete="off"
        maxLength={numeric ? 3 : 200}
        value={form[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </Field>
  );
}

function DateInput({
  part: { form, onChange, problemOf },
  name,
  label,
  hint,
  min,
  max,
}: {
  part: Part;
  name: 'startDate' | 'validUntil';
  label: string;
  hint?: string;
  min: string;
  max: string;
}) {
  return (
    <Field id={idOf(name)} label={label} hint={hint} error={problemOf(name)}>
      <DatePicker value={form[name]} onChange={(day) => day && onChange({ [name]: day })} min={min} max={max} />
    </Field>
  );
}
