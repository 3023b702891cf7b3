// Payment details: amounts paid, card brand and last four digits, refunds. Card numbers are never stored.
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PaidBooking } from '../../api/types';
import { paths } from '../../paths';
import { Badge, EmptyState, ErrorState, Skeleton, type Tone } from '../../ui/States';
import { MomentText } from '../../ui/Time';
import { formatMoney } from '../currency/money';
import { paymentsQuery } from './account-calls';

/** `invoice` renders the button of the invoice feature; the page passes it in. */
export default function PaymentDetails({ invoice }: { invoice: (payment: PaidBooking) => ReactNode }) {
  const { data: payments, isPending, isFetching, refetch } = useQuery(paymentsQuery);
  return (
    <>
      <p className="mb-6 flex max-w-measure items-start gap-3 rounded-lg bg-glacier-wash px-5 py-4 text-glacier text-sm">
        <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} />
        <span>
          We never store card numbers. They go from your browser to the payment provider; we only see the brand and the
          last four digits.
        </span>
      </p>
      {isPending ? (
        <PaymentsSkeleton />
      ) : !payments ? (
        <ErrorState title="Your payments could not be loaded" onRetry={() => refetch()} retrying={isFetching} />
      ) : payments.length === 0 ? (
        <EmptyState title="No payments yet" message="Your payments appear here with their invoices." />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
          {payments.map((payment) => (
            <li key={payment.bookingId}>
              <Payment payment={payment} invoice={invoice} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Payment({ payment, invoice }: { payment: PaidBooking; invoice: (payment: PaidBooking) => ReactNode }) {
  const { amount, currency, refunded } = payment;
  const state = paymentState(payment);
  return (
    <article className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-3 px-5 py-4 md:grid-cols-[minmax(0,1fr)_11rem_9rem_auto] md:items-center">
      <div className="min-w-0">
        <h2 className="font-sans font-semibold text-base">
          <Link to={paths.dashboardSection('my-bookings')} className="hover:text-glacier">
            {payment.trekName}
          </Link>
        </h2>
        <p className="figures text-ink-soft text-sm">
          <MomentText at={payment.paidAt} />
          {payment.invoiceNumber && (
            <>
              , <span className="inline-block whitespace-nowrap">invoice {payment.invoiceNumber}</span>
            </>
          )}
        </p>
      </div>
      <p className="figures order-3 text-sm md:order-none">{cardLabel(payment)}</p>
      <div className="text-right">
        <p className="figures font-display font-semibold text-lg">{formatMoney(amount, currency)}</p>
        {state && <Badge tone={state.tone}>{state.label}</Badge>}
        {refunded > 0 && refunded < amount && (
          <p className="figures mt-1 text-ink-soft text-sm">{formatMoney(refunded, currency)} refunded</p>
        )}
      </div>
      <div className="order-4 justify-self-end md:order-none">{invoice(payment)}</div>
    </article>
  );
}

/** 'Visa •••• 4242' */
export function cardLabel({ brand, last4 }: Pick<PaidBooking, 'brand' | 'last4'>): ReactNode {
  if (!brand && !last4) return <span className="text-ink-soft">Card</span>;
  const name = brand ? brand.charAt(0).toUpperCase() + brand.slice(1) : 'Card';
  if (!last4) return name;
  return (
    <>
      {name} <span aria-hidden>•••• {last4}</span>
      <span className="sr-only">ending in {last4}</span>
    </>
  );
}

function paymentState({ amount, refunded }: PaidBooking): { label: string; tone: Tone } {
  if (refunded <= 0) return { label: 'Paid', tone: 'success' };
  return refunded >= amount ? { label: 'Refunded', tone: 'neutral' } : { label: 'Partly refunded', tone: 'neutral' };
}

function PaymentsSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-2">
      <p role="status" className="sr-only">
        Loading your payments
      </p>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-18 rounded-lg" />
      ))}
    </div>
  );
}
