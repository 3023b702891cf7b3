// /booking, first half: the guest forms and Continue to Payment, which makes the booking (document 2 §2, §8).
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FormProvider, type Path, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { api, ask } from '../../api/client';
import type { BookingOpened, PriceBreakdown, User } from '../../api/types';
import { paths } from '../../paths';
import { Button } from '../../ui/Button';
import { toast } from '../../ui/Toaster';
import { atPrice, type Draft } from './draft';
import { GuestForms } from './GuestForms';
import { formFor, type GuestForm, guestForm } from './guests';
import { bookingTexts } from './messages';
import { type PriceChange, PriceChanged } from './PriceChanged';
import { bookingProblem, isOpened } from './problem';
import { attemptFor, bookingRequest } from './request';

interface Props {
  draft: Draft;
  user: User;
  /** To be kept, not to be drawn. */
  onTyped: (draft: Draft) => void;
  onDraft: (draft: Draft) => void;
  onOpened: (opened: BookingOpened, draft: Draft) => void;
}

export function BookingForm({ draft, user, onTyped, onDraft, onOpened }: Props) {
  const navigate = useNavigate();
  // Begins with the draft and runs ahead of it: typing is kept without drawing a hundred guests anew at every letter.
  const latest = useRef(draft);
  const queries = useQueryClient();
  const [alerts, setAlerts] = useState<string[]>([]);
  const [priceChange, setPriceChange] = useState<PriceChange | null>(null);
  const form = useForm<GuestForm>({
    resolver: zodResolver(guestForm),
    mode: 'onTouched',
    defaultValues: formFor(draft.bookingData.totalGuests, user.name, draft.form),
  });
  useKeptTyping(form.watch, (typed) => {
    latest.current = { ...latest.current, form: typed };
    onTyped(latest.current);
  });

  async function send(values: GuestForm, acceptedPrice?: PriceBreakdown) {
    setAlerts([]);
    const reserved = acceptedPrice ? atPrice(latest.current, acceptedPrice) : latest.current;
    if (!user.id) return setAlerts([bookingTexts.logInToComplete]);
    const body = bookingRequest(reserved, values, user);
    const next: Draft = { ...reserved, form: values, attempt: attemptFor(body, reserved.attempt) };
    latest.current = next;
    onDraft(next);
    try {
      const { data } = await ask(
        api.POST('/api/bookings', { params: { header: { 'Idempotency-Key': next.attempt?.key } }, body }),
        'silent',
      );
      if (isOpened(data)) onOpened(data, next);
      else say([bookingTexts.invalidResponse]);
    } catch (failure) {
      refused(failure, next);
    }
  }

  function say(messages: string[]) {
    setAlerts(messages);
    toast.error(messages[0]);
  }

  function refused(failure: unknown, next: Draft) {
    const problem = bookingProblem(failure);
    if (problem.kind === 'login') {
      toast.error(bookingTexts.logInToComplete);
      navigate(paths.loginThen(paths.booking));
    } else if (problem.kind === 'price') {
      void queries.invalidateQueries({ queryKey: ['trek', next.bookingData.trekId] });
      setPriceChange({ before: next.bookingData.priceBreakdown, after: problem.price, message: problem.message });
    } else if (problem.kind === 'fields') {
      const fields = Object.entries(problem.fields);
      for (const [field, message] of fields) form.setError(field as Path<GuestForm>, { message });
      if (fields[0]) form.setFocus(fields[0][0] as Path<GuestForm>);
      say([...(fields.length > 0 ? [bookingTexts.correctErrors] : []), ...problem.others]);
    } else say([problem.message]);
  }

  const { isSubmitting } = form.formState;
  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label="Guests"
        onSubmit={form.handleSubmit(
          (values) => send(values),
          () => say([bookingTexts.correctErrors]),
        )}
      >
        <GuestForms totalGuests={draft.bookingData.totalGuests} />
        {alerts.length > 0 && (
          <div role="alert" className="mt-8 rounded-sm border border-danger bg-danger-wash p-4 text-danger">
            {alerts.map((alert) => (
              <p key={alert}>{alert}</p>
            ))}
          </div>
        )}
        <Button type="submit" size="lg" loading={isSubmitting} className="mt-8 w-full sm:w-auto">
          Continue to Payment
        </Button>
        <p className="mt-3 text-ink-soft text-sm">
          Nothing is charged on this page. An unpaid booking is kept for 24 hours.
        </p>
      </form>
      <PriceChanged
        change={priceChange}
        guests={draft.bookingData.totalGuests}
        onClose={() => setPriceChange(null)}
        onAccept={() => {
          const accepted = priceChange?.after;
          setPriceChange(null);
          void form.handleSubmit((values) => send(values, accepted))();
        }}
      />
    </FormProvider>
  );
}

/** Every change is kept for the tab, so that a reload in the middle of the form loses nothing. */
function useKeptTyping(watch: ReturnType<typeof useForm<GuestForm>>['watch'], keep: (typed: Draft['form']) => void) {
  const kept = useRef(keep);
  kept.current = keep;
  useEffect(() => {
    const { unsubscribe } = watch((typed) => kept.current(typed as Draft['form']));
    return unsubscribe;
  }, [watch]);
}
