// Promotion code of a trip: a link opens the box, and an accepted code can be removed. Loaded after the page.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Tag } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiFailure, api, requestData } from '../../api/client';
import type { AppliedPromotion, PriceBreakdown } from '../../api/types';
import { quoteAnswer } from '../../api/validators/booking';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';

interface Trip {
  trekId: string;
  routeId: string;
  totalGuests: number;
  departureId?: string | undefined;
  /** The unpaid booking that the next one replaces. */
  replaces?: string | undefined;
}

/** The price is absent if only the code changed. */
interface PromotionChange {
  promotion?: AppliedPromotion;
  priceBreakdown?: PriceBreakdown;
}

function requestQuote({ routeId, departureId, replaces, ...trip }: Trip, promotionCode: string | undefined) {
  const body = {
    ...trip,
    routeDetails: { routeId },
    ...(departureId && { departureId }),
    ...(replaces && { replaces }),
    ...(promotionCode && { promotionCode }),
  };
  return requestData(api.POST('/api/bookings/quote', { body }), quoteAnswer);
}

/** Why the server refuses the code; undefined for another failure. */
const refusalOf = (failure: unknown) =>
  failure instanceof ApiFailure ? failure.problemOf('promotionCode') : undefined;

export function PromotionCode({
  trip,
  promotion,
  isKept = false,
  onChange,
}: {
  trip: Trip;
  promotion: AppliedPromotion | undefined;
  /** The code may come from an earlier visit, and is checked again. */
  isKept?: boolean;
  onChange: (change: PromotionChange) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const applied = useRef<HTMLSpanElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const queryClient = useQueryClient();
  const keyOf = (code: string | undefined) => ['promotion', trip.trekId, code];
  const code = promotion?.code;
  const refuse = (failure: unknown) =>
    setProblem(refusalOf(failure) ?? (failure instanceof Error ? failure.message : undefined));
  const quote = useMutation({
    mutationFn: (asked: string | undefined) => requestQuote(trip, asked),
    onSuccess: (quoted, asked) => {
      queryClient.setQueryData(keyOf(asked), quoted);
      setOpen(false);
      setTyped('');
      setProblem(undefined);
      onChange(quoted);
      // What had the focus is gone.
      requestAnimationFrame(() => (quoted.promotion ? applied : opener).current?.focus());
    },
    onError: (failure) => {
      refuse(failure);
      input.current?.focus();
    },
  });
  const check = useQuery({
    queryKey: keyOf(code),
    queryFn: () => requestQuote(trip, code),
    enabled: isKept && code !== undefined,
    staleTime: 60_000,
    retry: false,
  });
  const lost = refusalOf(check.error);
  useEffect(() => {
    if (!lost) return;
    setProblem(lost);
    setOpen(true);
    onChange({});
  }, [lost, onChange]);

  const apply = (event: FormEvent) => {
    event.preventDefault();
    const asked = typed.trim();
    if (asked) quote.mutate(asked);
    else setProblem('Enter your promotion code.');
  };
  if (promotion) {
    return (
      <p className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm">
        <span ref={applied} tabIndex={-1} className="flex min-w-0 items-center gap-2 text-juniper outline-none">
          <Tag aria-hidden className="size-4 shrink-0" />
          <span className="wrap-anywhere">
            Promotion code <strong className="font-semibold">{promotion.code}</strong> applied
          </span>
        </span>
        <Button size="sm" variant="ghost" loading={quote.isPending} onClick={() => quote.mutate(undefined)}>
          Remove<span className="sr-only"> promotion code</span>
        </Button>
      </p>
    );
  }
  if (!isOpen) {
    return (
      <button
        ref={opener}
        type="button"
        aria-expanded={false}
        className="min-h-11 justify-self-start text-left font-medium text-glacier text-sm underline underline-offset-2"
        onClick={() => {
          setOpen(true);
          requestAnimationFrame(() => input.current?.focus());
        }}
      >
        Have a promotion code?
      </button>
    );
  }
  return (
    <form noValidate aria-label="Promotion code" onSubmit={apply}>
      <Field label="Promotion code" error={problem}>
        <div className="flex gap-2">
          <Input
            ref={input}
            value={typed}
            maxLength={30}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="min-w-0 flex-1 uppercase"
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(undefined);
            }}
          />
          <Button type="submit" variant="secondary" loading={quote.isPending}>
            Apply
          </Button>
        </div>
      </Field>
    </form>
  );
}
