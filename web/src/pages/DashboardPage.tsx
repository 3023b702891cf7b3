// /dashboard: the account page with its side menu. The URL holds the open section (decisions 16, 17).
import { useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { ChevronLeft } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { PaidBooking } from '../api/types';
import { ownBookingQuery } from '../features/account/bookings';
import { ACCOUNT_SECTIONS, type AccountSection, findSection } from '../features/account/sections';
import { InvoiceButton } from '../features/invoice/InvoiceButton';
import { paths } from '../paths';
import { InvoiceOfBooking } from './InvoiceOfBooking';
import { PageLoading } from './PageLoading';
import { PageTitle } from './PageTitle';

const MyBookings = lazy(() => import('../features/account/MyBookings'));
const PersonalInfo = lazy(() => import('../features/account/PersonalInfo'));
const Security = lazy(() => import('../features/account/Security'));
const Preferences = lazy(() => import('../features/account/Preferences'));
const PaymentDetails = lazy(() => import('../features/account/PaymentDetails'));

const SECTIONS: Record<AccountSection, () => ReactNode> = {
  'my-bookings': () => <MyBookings invoice={(booking) => <InvoiceOfBooking booking={booking} />} />,
  'personal-info': () => <PersonalInfo />,
  security: () => <Security />,
  preferences: () => <Preferences />,
  'payment-details': () => <PaymentDetails invoice={(payment) => <InvoiceOfPayment payment={payment} />} />,
};

export function DashboardPage() {
  const [search] = useSearchParams();
  const open = findSection(search.get('section'));
  const section = ACCOUNT_SECTIONS.find((one) => one.id === open);
  // A section that is not in the menu marks the menu item that links to it.
  const marked = section?.inMenu ? open : 'personal-info';
  return (
    <div className="page-width grid gap-x-14 gap-y-8 pt-10 pb-16 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <PageTitle>{section?.label ?? 'Dashboard'}</PageTitle>
      <nav aria-label="Account">
        <ul className="flex gap-1 border-line border-b lg:sticky lg:top-24 lg:grid lg:border-b-0">
          {ACCOUNT_SECTIONS.filter((one) => one.inMenu).map((one) => (
            <li key={one.id}>
              <Link
                to={paths.dashboardSection(one.id)}
                aria-current={one.id === open ? 'page' : one.id === marked ? 'true' : undefined}
                className={clsx(
                  'flex min-h-11 items-center px-3 font-medium lg:rounded-sm',
                  one.id === marked
                    ? 'chosen text-ink shadow-[inset_0_-2px_0_var(--color-laligurans)] lg:bg-stone lg:shadow-[inset_2px_0_0_var(--color-laligurans)]'
                    : 'text-ink-soft hover:text-ink',
                )}
              >
                {one.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section aria-labelledby="section-title" className="min-w-0">
        {!section?.inMenu && (
          <Link
            to={paths.dashboardSection('personal-info')}
            className="-mt-2 -ml-1 inline-flex min-h-11 items-center gap-1 text-ink-soft text-sm hover:text-ink"
          >
            <ChevronLeft aria-hidden className="size-4" />
            Personal Info
          </Link>
        )}
        <h1 id="section-title" className="text-4xl">
          {section?.label}
        </h1>
        <div className="mt-6">
          <Suspense fallback={<PageLoading />}>{SECTIONS[open]()}</Suspense>
        </div>
      </section>
    </div>
  );
}

/** A payment has only the id of its booking. The booking is fetched when the invoice is requested. */
function InvoiceOfPayment({ payment }: { payment: PaidBooking }) {
  const queries = useQueryClient();
  return (
    <InvoiceButton
      booking={() => queries.fetchQuery(ownBookingQuery(payment.bookingId))}
      variant="secondary"
      size="sm"
      aria-label={`Invoice for ${payment.trekName}`}
    >
      Invoice
    </InvoiceButton>
  );
}
