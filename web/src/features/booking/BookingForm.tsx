// First part of /booking: the guest forms and Continue to Payment, which creates the booking (document 2 §2, §8).
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { useBookableDays, useConfig } from '../../api/useConfig';
import { plural } from '../../lib/format';
import { lazyComponent } from '../../lib/lazy-component';
import { ActionBar, clearOfActionBar } from '../../ui/ActionBar';
import { Button } from '../../ui/Button';
import { ErrorSummary } from '../../ui/ErrorSummary';
import { Summarized } from '../../ui/Field';
import { useMoney } from '../currency/useMoney';
import { isStaff } from '../session/roles';
import type { Draft } from './draft';
import { GuestForms } from './GuestForms';
import { guestErrors } from './guest-errors';
import { type GuestForm, guestFormSchema, initialGuestForm } from './guests';
import { leftToPay } from './left-to-pay';
import { PriceChangedDialog } from './PriceChangedDialog';
import { SpecialRequests } from './SpecialRequests';
import { type BookingWork, useBookingRequest } from './useBookingRequest';

const CallerFields = lazyComponent(() => import('./CallerFields').then((file) => file.CallerFields));
const CreditChoice = lazyComponent(() => import('./CreditChoice').then((file) => file.CreditChoice));

export function BookingForm(work: BookingWork) {
  const { draft, user } = work;
  const money = useMoney();
  const config = useConfig();
  const isHeldShortly = draft.bookingData.departureId && !draft.caller;
  const kept = isHeldShortly
    ? `Your seats are held for ${plural(config?.holdMinutes ?? 20, 'minute')} when you continue.`
    : `An unpaid booking is kept for ${plural(config?.unpaidHours ?? 24, 'hour')}.`;
  // Validates on submit: an error that appears on blur would move the button away from under the pointer.
  const form = useForm<GuestForm>({
    resolver: zodResolver(guestFormSchema),
    defaultValues: initialGuestForm(draft.bookingData.totalGuests, user, draft.form),
    // The error summary takes the focus instead.
    shouldFocusError: false,
  });
  const { alerts, clearAlerts, send, changeWishes, changeCredit, changeCaller, priceChange, closePriceChange } =
    useBookingRequest(work, form);

  function chooseCaller(caller: Draft['caller']) {
    // The form begins with name and phone of the account, which are those of the member of staff.
    const { name, phoneNumber } = form.getValues('primaryGuest');
    if (!draft.caller && name === user.name) form.setValue('primaryGuest.name', '');
    if (!draft.caller && phoneNumber === user.phone) form.setValue('primaryGuest.phoneNumber', '');
    changeCaller(caller);
  }

  const { isSubmitting, submitCount, errors } = form.formState;
  const { totalGuests, priceBreakdown: price, includeMeals, includePorter } = draft.bookingData;
  const total = money.format(price.total, price.currency);
  const { today } = useBookableDays();
  const { credit, left } = leftToPay(draft, today);
  // What is paid with the booking, if a part of it is paid later or with a travel credit.
  const now = credit || left.length > 1 ? left[0] : undefined;
  const own = now?.amount === 0 ? 'Book with your credit' : 'Continue to Payment';
  const label = draft.caller ? 'Book for the caller' : own;
  const listed = guestErrors(errors, totalGuests, alerts);
  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label="Guests"
        className={clearOfActionBar}
        onSubmit={form.handleSubmit((values) => send(values), clearAlerts)}
      >
        <ErrorSummary errors={listed} attempts={submitCount} className="mb-8" />
        {isStaff(user) && <CallerFields caller={draft.caller} onChange={chooseCaller} />}
        <Summarized value={true}>
          <GuestForms
            totalGuests={totalGuests}
            wishes={
              <SpecialRequests
                className="max-w-md"
                includeMeals={includeMeals}
                includePorter={includePorter}
                onChange={changeWishes}
              />
            }
          />
        </Summarized>
        {/* Errors that belong to no field are shown beside the button. */}
        {listed.length === 0 && alerts.length > 0 && (
          <div role="alert" className="mt-8 rounded-sm border border-danger bg-danger-wash p-4 text-danger">
            {alerts.map((alert) => (
              <p key={alert}>{alert}</p>
            ))}
          </div>
        )}
        {!draft.caller && <CreditChoice draft={draft} onChange={changeCredit} />}
        <p className="mt-8 text-ink-soft text-sm">
          {now?.amount === 0
            ? 'Your credit pays everything that is due now.'
            : `Nothing is charged on this page. ${kept}`}
        </p>
        <ActionBar
          total={now ? `${money.format(now.amount, price.currency)} now` : total}
          note={`${now ? `${total} ` : ''}total for ${plural(totalGuests, 'guest')}`}
          className="mt-3"
        >
          <Button type="submit" size="lg" loading={isSubmitting} className="max-lg:px-4 max-lg:text-base">
            {label}
          </Button>
        </ActionBar>
      </form>
      <PriceChangedDialog
        change={priceChange}
        guests={totalGuests}
        onClose={closePriceChange}
        onAccept={() => {
          const accepted = priceChange?.after;
          closePriceChange();
          void form.handleSubmit((values) => send(values, accepted))();
        }}
      />
    </FormProvider>
  );
}
