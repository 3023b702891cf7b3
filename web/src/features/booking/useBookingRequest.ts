// Creates the booking from the guest forms with one idempotent request, and handles each response (document 2 §8).
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Path, UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { api, requestData } from '../../api/client';
import { myCreditsQuery } from '../../api/travel-credits';
import type { BookingOpened, PriceBreakdown, User } from '../../api/types';
import { bookingOpenedAnswer } from '../../api/validators/booking';
import type { SpecialRequestChoice } from '../../lib/special-requests';
import { toast } from '../../lib/toast';
import { paths } from '../../paths';
import { type Caller, type ChosenCredit, type Draft, withPrice } from './draft';
import type { GuestForm } from './guests';
import { bookingTexts } from './messages';
import type { PriceChange } from './PriceChangedDialog';
import { bookingProblem, hasPaymentIntent } from './problem';
import { attemptFor, bookingRequest } from './request';

export interface BookingWork {
  draft: Draft;
  user: User;
  /** Stores what was typed without a re-render. */
  onTyped: (form: Draft['form']) => void;
  onDraft: (draft: Draft) => void;
  onWishes: (draft: Draft) => void;
  onOpened: (opened: BookingOpened, draft: Draft) => void;
}

export function useBookingRequest(
  { draft, user, onTyped, onDraft, onWishes, onOpened }: BookingWork,
  form: UseFormReturn<GuestForm>,
) {
  const queryClient = useQueryClient();
  const [alerts, setAlerts] = useState<string[]>([]);
  const [priceChange, setPriceChange] = useState<PriceChange | null>(null);
  useStoredTyping(form.watch, onTyped);
  const showErrors = (messages: string[]) => {
    setAlerts(messages);
    toast.error(messages[0]);
  };
  const refused = useErrorHandler(form, showErrors, setAlerts, setPriceChange);

  const changeWishes = (change: Partial<SpecialRequestChoice>) =>
    onWishes({ ...draft, bookingData: { ...draft.bookingData, ...change } });
  const changeCredit = (credit: ChosenCredit | undefined) => onDraft({ ...draft, credit });
  // Travel credits belong to the account of the caller.
  const changeCaller = (caller: Caller | undefined) => onDraft({ ...draft, caller, credit: undefined });

  async function send(values: GuestForm, acceptedPrice?: PriceBreakdown) {
    setAlerts([]);
    const reserved = acceptedPrice ? withPrice(draft, acceptedPrice) : draft;
    if (!user.id) return setAlerts([bookingTexts.logInToComplete]);
    const body = bookingRequest(reserved, values, user);
    const next: Draft = { ...reserved, attempt: attemptFor(body, reserved.attempt, reserved.bookingId) };
    onDraft(next);
    const header = { 'Idempotency-Key': next.attempt?.key };
    const sent = { ...body, ...(next.attempt?.replaces && { replaces: next.attempt.replaces }) };
    try {
      const call = api.POST('/api/bookings', { params: { header }, body: sent });
      const opened = await requestData(call, bookingOpenedAnswer);
      if (next.caller || hasPaymentIntent(opened)) onOpened(opened, next);
      else showErrors([bookingTexts.invalidResponse]);
    } catch (failure) {
      // Another booking may have taken the credit.
      if (next.credit) void queryClient.invalidateQueries({ queryKey: myCreditsQuery.queryKey });
      refused(failure, next);
    }
  }
  return {
    alerts,
    clearAlerts: () => setAlerts([]),
    send,
    changeWishes,
    changeCredit,
    changeCaller,
    priceChange,
    closePriceChange: () => setPriceChange(null),
  };
}

const KEPT = 'What you typed is kept. Use Edit trip to change the number of guests or the departure.';

function useErrorHandler(
  form: UseFormReturn<GuestForm>,
  say: (messages: string[]) => void,
  setAlerts: (messages: string[]) => void,
  changed: (change: PriceChange) => void,
) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return (failure: unknown, { bookingData }: Draft) => {
    const problem = bookingProblem(failure);
    if (problem.kind === 'login') {
      toast.error(bookingTexts.logInToComplete);
      navigate(paths.loginThen(paths.booking));
    } else if (problem.kind === 'price') {
      void queryClient.invalidateQueries({ queryKey: ['trek', bookingData.trekId] });
      changed({ before: bookingData.priceBreakdown, after: problem.price, message: problem.message });
    } else if (problem.kind === 'seats') {
      void queryClient.invalidateQueries({ queryKey: ['departures', bookingData.trekId] });
      say([problem.message, KEPT]);
    } else if (problem.kind === 'fields') {
      const fields = Object.entries(problem.fields);
      for (const [field, message] of fields) form.setError(field as Path<GuestForm>, { message });
      if (fields.length > 0) setAlerts(problem.others);
      else say(problem.others);
    } else say([problem.message]);
  };
}

/** Stores every change for the tab, so that a reload while typing loses nothing. */
function useStoredTyping(watch: UseFormReturn<GuestForm>['watch'], keep: (typed: Draft['form']) => void) {
  const kept = useRef(keep);
  kept.current = keep;
  useEffect(() => {
    const { unsubscribe } = watch((typed) => kept.current(typed as Draft['form']));
    return unsubscribe;
  }, [watch]);
}
