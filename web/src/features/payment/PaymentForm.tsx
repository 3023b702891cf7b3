// Card payment form: billing details, card, and Pay Now with the amount (document 2 §2, §8).
import { zodResolver } from '@hookform/resolvers/zod';
import clsx from 'clsx';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import type { Booking } from '../../api/types';
import { plural } from '../../lib/format';
import { paths } from '../../paths';
import { ActionBar, clearOfActionBar } from '../../ui/ActionBar';
import { Button, ButtonLink } from '../../ui/Button';
import { ErrorSummary, type FieldError } from '../../ui/ErrorSummary';
import { Field, Summarized } from '../../ui/Field';
import { Input, Textarea } from '../../ui/Input';
import { Skeleton } from '../../ui/States';
import { formatMoney } from '../currency/money';
import { AuthenticationDialog } from './AuthenticationDialog';
import { billingSchema, clearBilling, initialBilling, saveBilling } from './billing';
import type { Billing, CardElement } from './card';
import { paymentTexts } from './messages';
import { type PaymentSession, usePayment, verifyBooking } from './usePayment';

const StripeCardForm = lazy(() => import('./StripeCardForm'));
// Loaded lazily, because agencies with a real payment provider never need it.
const SandboxCardForm = lazy(() => import('./SandboxCardForm').then((file) => ({ default: file.SandboxCardForm })));

export function PaymentForm({
  booking,
  amountDue,
  session,
  stripeKey,
  onConfirmed,
  isClosed,
}: {
  booking: Booking;
  /** What the card is charged now. */
  amountDue: number;
  session: { bookingId: string; paymentIntentId: string; clientSecret: string };
  /** Stripe's publishable key; without one the built-in sandbox takes the card. */
  stripeKey?: string;
  onConfirmed: (booking: Booking) => void;
  /** The booking cannot be paid at the moment. What is typed stays. */
  isClosed?: boolean;
}) {
  const { bookingId, paymentIntentId, clientSecret } = session;
  const returnPath = paths.confirmation(bookingId);
  return (
    <CardPayment
      draftKey={booking._id}
      known={{
        name: booking.customer.name,
        email: booking.customer.email,
        phone: booking.guestDetails.primaryGuest.phoneNumber ?? '',
        address: '',
      }}
      amount={formatMoney(amountDue, booking.currency)}
      note={amountDue < booking.payment.finalAmount ? 'due now' : `total for ${plural(booking.totalGuests, 'guest')}`}
      session={{
        paymentIntentId,
        clientSecret,
        returnPath,
        verify: () => verifyBooking(bookingId, paymentIntentId),
      }}
      stripeKey={stripeKey}
      onConfirmed={onConfirmed}
      afterPayment={
        <ButtonLink to={returnPath} size="lg" className="max-lg:px-4 max-lg:text-base">
          View booking
        </ButtonLink>
      }
      isClosed={isClosed}
    />
  );
}

export function CardPayment<T>({
  draftKey,
  known,
  amount,
  note,
  session,
  stripeKey,
  onConfirmed,
  afterPayment,
  isClosed = false,
}: {
  /** Under which the billing details are kept while they are typed. */
  draftKey: string;
  /** Billing details to begin with. */
  known: Billing;
  /** What is charged: '$4,812.00' */
  amount: string;
  /** Describes the amount: 'due now' */
  note: string;
  session: PaymentSession<T>;
  stripeKey: string | undefined;
  onConfirmed: (paid: T) => void;
  /** In the place of the button once the provider has the money, but the server has not verified it. */
  afterPayment: ReactNode;
  isClosed?: boolean;
}) {
  const card = useRef<CardElement>(null);
  const { state, payNow, authenticate, fail } = usePayment(session, (paid) => {
    clearBilling(draftKey);
    onConfirmed(paid);
  });
  const [cardErrors, setCardErrors] = useState<FieldError[]>([]);
  // Validates on submit, like the guest forms, so that no error moves the button during a click.
  const { register, handleSubmit, watch, formState } = useForm<Billing>({
    resolver: zodResolver(billingSchema),
    defaultValues: initialBilling(draftKey, known),
    // The error summary takes the focus instead.
    shouldFocusError: false,
  });
  useEffect(() => watch((typed) => saveBilling(draftKey, typed)).unsubscribe, [watch, draftKey]);
  const { errors, submitCount } = formState;
  // Stripe reports errors while a number is typed; the list shows them only after the first submit.
  const listed = submitCount > 0 ? [...billingErrors(errors), ...cardErrors] : [];

  const submit = handleSubmit(
    (billing) => {
      if (!card.current) return fail(paymentTexts.noCard);
      if (!card.current.check()) return;
      return payNow(card.current, billing);
    },
    () => void card.current?.check(),
  );

  return (
    <form noValidate aria-label="Payment" onSubmit={submit} className={clsx('grid gap-5', clearOfActionBar)}>
      <ErrorSummary errors={listed} attempts={submitCount} />
      <Summarized value={true}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field id="billing-name" label="Name on the card" required error={errors.name?.message}>
            <Input {...register('name')} autoComplete="cc-name" />
          </Field>
          <Field id="billing-email" label="Email" required error={errors.email?.message}>
            <Input {...register('email')} type="email" inputMode="email" autoComplete="email" />
          </Field>
          <Field id="billing-phone" label="Phone" optional error={errors.phone?.message}>
            <Input {...register('phone')} type="tel" inputMode="tel" autoComplete="tel" />
          </Field>
          <Field id="billing-address" label="Billing address" required error={errors.address?.message}>
            <Textarea
              {...register('address')}
              rows={1}
              autoComplete="street-address"
              className="field-sizing-content"
            />
          </Field>
        </div>
        <Suspense fallback={<Skeleton className={stripeKey ? 'h-13' : 'h-96'} />}>
          {stripeKey ? (
            <StripeCardForm ref={card} publishableKey={stripeKey} onErrors={setCardErrors} />
          ) : (
            <SandboxCardForm ref={card} onErrors={setCardErrors} />
          )}
        </Suspense>
      </Summarized>
      {state.message && (
        <div role="alert" className="rounded-sm border border-danger bg-danger-wash p-4 text-danger">
          <p className="font-semibold">{state.message}</p>
          {!state.paid && <p className="mt-1 text-sm">Your booking is kept. You can try again or use another card.</p>}
        </div>
      )}
      <ActionBar total={amount} note={note} className="lg:*:grow">
        {state.paid ? (
          afterPayment
        ) : (
          <Button
            type="submit"
            size="lg"
            loading={state.busy && !state.authenticating}
            disabled={isClosed && !state.busy}
            className="figures max-lg:px-4 max-lg:text-base"
          >
            Pay Now · {amount}
          </Button>
        )}
      </ActionBar>
      <AuthenticationDialog open={state.authenticating} busy={state.busy} onEnd={authenticate} />
    </form>
  );
}

function billingErrors(errors: FieldErrors<Billing>): FieldError[] {
  const parts = ['name', 'email', 'phone', 'address'] as const;
  return parts.flatMap((part) => {
    const message = errors[part]?.message;
    return message ? { id: `billing-${part}`, message } : [];
  });
}
