// Placeholders and states of data: skeleton, empty state, error state, badge, price.
import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import { referenceText } from '../lib/reference';
import { Button } from './Button';

/** Grey placeholder; the element around it should have aria-busy or a labelled Spinner. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={clsx('animate-shimmer bg-stone-deep', !className?.includes('rounded') && 'rounded-sm', className)}
    />
  );
}

/** `whole`: the state fills the page, so its title is the h1. */
function StateTitle({ whole, children }: { whole: boolean; children: ReactNode }) {
  const Title = whole ? 'h1' : 'p';
  return <Title className="text-balance font-display font-semibold text-ink text-xl tracking-normal">{children}</Title>;
}

export function EmptyState({
  title,
  message,
  action,
  whole = false,
  className,
}: {
  title: ReactNode;
  message?: ReactNode;
  action?: ReactNode;
  whole?: boolean;
  className?: string;
}) {
  return (
    <div className={clsx('flex flex-col items-center px-6 py-16 text-center', className)}>
      <svg viewBox="0 0 120 40" aria-hidden="true" className="mb-5 w-32 text-line-strong">
        <path
          d="M2 34 26 14l10 8 18-18 16 16 9-6 37 20"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeDasharray="3 4"
        />
        <path d="M2 38h116" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      <StateTitle whole={whole}>{title}</StateTitle>
      {message && <p className="mt-2 max-w-measure text-balance text-ink-soft">{message}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

/** Error message with an optional retry button. */
export function ErrorState({
  title,
  message,
  onRetry,
  retryLabel = 'Try again',
  retrying = false,
  whole = false,
  className,
}: {
  title: ReactNode;
  message?: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
  retrying?: boolean;
  whole?: boolean;
  className?: string;
}) {
  const [reference] = useState(referenceText);
  return (
    <div
      role="alert"
      className={clsx(
        'flex flex-col items-center rounded-lg border border-line bg-stone px-6 py-12 text-center',
        className,
      )}
    >
      <StateTitle whole={whole}>{title}</StateTitle>
      {(message || reference) && (
        <p className="mt-2 max-w-measure text-balance text-ink-soft">
          {message} {reference}
        </p>
      )}
      {onRetry && (
        <Button variant="secondary" onClick={onRetry} loading={retrying} className="mt-6">
          {retryLabel}
        </Button>
      )}
    </div>
  );
}

const tones = {
  neutral: 'bg-stone-deep text-ink',
  info: 'bg-glacier-wash text-glacier',
  success: 'bg-juniper-wash text-juniper',
  warning: 'bg-marigold-wash text-marigold-ink',
  danger: 'bg-danger-wash text-danger',
};
export type Tone = keyof typeof tones;

export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm px-2 py-0.5 font-semibold text-xs',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** An amount in tabular figures; `format` comes from the currency feature. */
export function Price({
  amount,
  currency,
  format,
  before,
  after,
  size = 'md',
  className,
}: {
  amount: number;
  currency: string;
  format: (amount: number, currency: string) => string;
  /** 'from' */
  before?: ReactNode;
  /** 'per person' */
  after?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  className?: string;
}) {
  const sizes = { sm: 'text-base', md: 'text-xl', lg: 'text-4xl' };
  return (
    <span className={clsx('inline-flex shrink-0 items-baseline gap-x-1.5 whitespace-nowrap', className)}>
      {before && <span className="text-ink-soft text-sm">{before}</span>}
      <span className={clsx('figures font-display font-semibold text-ink', sizes[size])}>
        {format(amount, currency)}
      </span>
      {after && <span className="text-ink-soft text-sm">{after}</span>}
    </span>
  );
}
