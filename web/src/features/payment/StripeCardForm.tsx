// Card field of Stripe, in an iframe of Stripe, so that the number never reaches this page. Loaded only when it is
// used.
import { Elements, CardElement as StripeCard, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeCardElementChangeEvent, StripeCardElementOptions } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useImperativeHandle, useMemo, useState } from 'react';
import { ErrorState, Skeleton } from '../../ui/States';
import type { CardElement, OnCardErrors } from './card';
import { paymentTexts } from './messages';
import { confirmStripeCard, startStripe } from './stripe';

interface CardFieldProps {
  ref: Ref<CardElement>;
  onErrors: OnCardErrors;
}

export default function StripeCardForm({ publishableKey, ref, onErrors }: CardFieldProps & { publishableKey: string }) {
  const {
    data: stripe,
    isPending,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['stripe', publishableKey],
    queryFn: () => startStripe(publishableKey),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <fieldset>
      <legend className="font-semibold">Card</legend>
      <div className="mt-3">
        {isPending && <Skeleton className="h-13" />}
        {!isPending && !stripe && (
          <ErrorState
            title={paymentTexts.notInitialized}
            message="Your booking is kept and nothing was charged."
            onRetry={() => refetch()}
            retrying={isFetching}
          />
        )}
        {stripe && (
          <Elements stripe={stripe} options={{ locale: 'en' }}>
            <CardField ref={ref} onErrors={onErrors} />
          </Elements>
        )}
      </div>
    </fieldset>
  );
}

function CardField({ ref, onErrors }: CardFieldProps) {
  const stripe = useStripe();
  const elements = useElements();
  const options = useMemo(cardOptions, []);
  const [ready, setReady] = useState(false);
  const [typed, setTyped] = useState<StripeCardElementChangeEvent>();
  const [error, setError] = useState<string>();

  const show = (found: string | undefined) => {
    setError(found);
    onErrors(found ? [{ id: 'card', message: found }] : []);
  };
  const check = () => {
    const found = typed?.error?.message ?? (typed?.complete ? undefined : 'Your card is incomplete.');
    show(found);
    return found === undefined;
  };
  useImperativeHandle<CardElement | null, CardElement | null>(ref, () => {
    const card = elements?.getElement(StripeCard);
    if (!ready || !stripe || !card) return null;
    return { check, confirm: (payment) => confirmStripeCard(stripe, card, payment) };
  });

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the surrounding fieldset provides the name */}
      <div
        id="card"
        role="group"
        aria-label="Card details"
        tabIndex={-1}
        // The field is inside an iframe, which a link of the error summary cannot focus.
        onFocus={(event) => event.target === event.currentTarget && elements?.getElement(StripeCard)?.focus()}
        className={
          error
            ? 'rounded-sm border border-danger bg-raised px-3.5 py-4'
            : 'rounded-sm border border-line-strong bg-raised px-3.5 py-4 focus-within:border-glacier'
        }
      >
        <StripeCard
          options={options}
          onReady={() => setReady(true)}
          onChange={(change) => {
            setTyped(change);
            show(change.error?.message);
          }}
        />
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-danger text-sm">
          {error}
        </p>
      )}
    </>
  );
}

/** Passes the theme's colours to Stripe's iframe, which cannot read our CSS variables. */
function cardOptions(): StripeCardElementOptions {
  const [ink, soft, danger] = ['ink', 'ink-soft', 'danger'].map((name) => resolveColour(`var(--color-${name})`));
  return {
    hidePostalCode: true,
    style: {
      base: { color: ink, iconColor: soft, fontSize: '16px', '::placeholder': { color: soft } },
      invalid: { color: danger, iconColor: danger },
    },
  };
}

/** Resolves a CSS colour in the current theme; the variable itself contains a light and a dark value. */
function resolveColour(colour: string): string {
  const probe = document.createElement('span');
  probe.style.color = colour;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
